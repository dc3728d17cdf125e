// The page /api/docs: the OpenAPI document as something to read and search.

/** @typedef {Record<string, any>} Json */
/** @typedef {{method: string, path: string, operation: Json, words: string}} Entry */

import { el, present, speak, t } from '../../static/helpers/page.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const list = document.getElementById('operations');
const search = document.getElementById('search');
const found = document.getElementById('found');
/** @type {Json} */
let openapi = {};

/** @param {Json} schema @returns {Json} */
function resolved(schema) {
  const path = typeof schema?.$ref === 'string' ? schema.$ref.replace('#/', '').split('/') : null;
  return path ? path.reduce((/** @type {Json} */ node, /** @type {string} */ name) => node?.[name], openapi) ?? {} : schema;
}

/** A type in a few words: string, [Rater], "a" | "b". @param {Json} schema @returns {string} */
function typeOf(schema) {
  if (!schema) return '';
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(typeOf).join(' | ');
  if (schema.type === 'array') return `[${typeOf(schema.items ?? {})}]`;
  return [schema.type].flat().join(' | ');
}

/**
 * The properties of an object, one level; what they refer to can be unfolded.
 * @param {Json} schema
 * @param {string[]} above names already unfolded, so that no circle is endless
 * @returns {Node | null}
 */
function shape(schema, above = []) {
  const whole = resolved(schema?.type === 'array' ? schema.items : schema);
  const properties = Object.entries(whole?.properties ?? {});
  if (properties.length === 0) return null;
  return el('dl', { class: 'shape' }, ...properties.flatMap(([name, part]) => {
    const required = whole.required?.includes(name) ? el('span', { class: 'required', text: t('docs.required') }) : null;
    const description = part.description ? el('p', { text: part.description }) : null;
    return [
      el('dt', {}, el('code', { text: name }), required),
      el('dd', {}, el('code', { class: 'type', text: typeOf(part) }), description, inner(part, above)),
    ];
  }));
}

/** @param {Json} part @param {string[]} above */
function inner(part, above) {
  const target = [part, part.items, ...(part.anyOf ?? [])].find((schema) => schema?.$ref);
  const name = target?.$ref.split('/').at(-1);
  if (!target || above.includes(name)) return null;
  const details = el('details', {}, el('summary', { text: name }));
  details.addEventListener('toggle', () => {
    if (details.childElementCount === 1) details.append(shape(target, [...above, name]) ?? '');
  });
  return details;
}

/** @param {Json} operation */
function parameters(operation) {
  if (!operation.parameters?.length) return null;
  const rows = operation.parameters.map(resolved).map((/** @type {Json} */ parameter) => el('tr', {},
    el('td', {}, el('code', { text: parameter.name })), el('td', { text: parameter.in }),
    el('td', {}, el('code', { text: typeOf(parameter.schema) })), el('td', { text: parameter.description ?? '' })));
  return el('section', {}, el('h3', { text: t('docs.parameters') }), el('table', {}, el('tbody', {}, ...rows)));
}

/** @param {Json | undefined} content */
function bodyOf(content) {
  return Object.entries(content ?? {}).map(([type, { schema, example }]) => el('div', {},
    el('p', { class: 'note' }, el('code', { text: `${type} ${typeOf(schema ?? {})}` })), shape(schema ?? {}),
    example ? el('pre', {}, el('code', { text: JSON.stringify(example, null, 2) })) : null));
}

/** @param {Json} operation */
function request(operation) {
  if (!operation.requestBody) return null;
  return el('section', {}, el('h3', { text: t('docs.body') }), ...bodyOf(resolved(operation.requestBody).content));
}

/** @param {Json} operation */
function responses(operation) {
  const rows = Object.entries(operation.responses ?? {}).map(([status, answer]) => {
    const body = bodyOf(resolved(answer).content);
    const words = [el('b', { text: status }), ' ', resolved(answer).description ?? ''];
    const isError = Number(status) >= 400 && body.length > 0; // all errors have one shape: folded away
    return isError ? el('details', { class: 'response' }, el('summary', {}, ...words), ...body)
      : el('div', { class: 'response' }, el('p', {}, ...words), ...body);
  });
  return el('section', {}, el('h3', { text: t('docs.responses') }), ...rows);
}

/** @param {Entry} entry */
function operationView({ method, path, operation }) {
  const summary = el('summary', {}, el('b', { class: `method ${method}`, text: method.toUpperCase() }),
    el('code', { text: path }), el('span', { class: 'note', text: operation.summary ?? '' }));
  const details = el('details', { class: 'operation card', id: operation.operationId }, summary);
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return;
    const words = operation.description ? el('p', { class: 'description', text: operation.description }) : null;
    details.append(...present([words, parameters(operation), request(operation), responses(operation)]));
  });
  return details;
}

/** @returns {Entry[]} */
function entries() {
  return Object.entries(openapi.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method];
      const words = [method, path, operation.summary, operation.description, ...(operation.tags ?? [])].join(' ').toLowerCase();
      return { method, path, operation, words };
    }));
}

function show() {
  const wanted = (search instanceof HTMLInputElement ? search.value : '').toLowerCase().split(/\s+/).filter(Boolean);
  const matching = entries().filter(({ words }) => wanted.every((word) => words.includes(word)));
  const tags = [...new Set(matching.map(({ operation }) => operation.tags?.[0] ?? ''))];
  list?.replaceChildren(...tags.map((tag) => el('section', { class: 'tag' }, tag ? el('h2', { text: tag }) : null,
    ...matching.filter(({ operation }) => (operation.tags?.[0] ?? '') === tag).map(operationView))));
  if (found) found.textContent = t('docs.found', { n: matching.length });
}

async function start() {
  speak(document.documentElement.lang, JSON.parse(document.getElementById('texts')?.textContent ?? '{}'));
  const source = document.getElementById('document');
  const answer = source instanceof HTMLAnchorElement ? await fetch(source.href).catch(() => null) : null;
  if (!answer?.ok) return list?.replaceChildren(el('p', { class: 'fault', role: 'alert', text: t('docs.trouble') }));
  openapi = await answer.json();
  search?.addEventListener('input', show);
  return show();
}

start();
