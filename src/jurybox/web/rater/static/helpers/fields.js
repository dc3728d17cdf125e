// How fields are shown: texts exactly as given, pictures (by <jb-picture>), sounds, video (by <jb-video>), people.

/** @import {Field, Fields, FieldValue, Media, Protocol} from '../models/wire.js' */

import { el, say, t, wordsOf } from '../../../static/helpers/page.js';

/** @typedef {{spec: Field, value: FieldValue, lang: string | null, hasLabel: boolean, beside?: [Protocol['fields'], Fields]}} Shown `beside` is what is shown with it */

/** Each enters itself when it is loaded. @type {Record<'picture' | 'people' | 'sound' | 'formed' | 'markable', ((...given: any[]) => HTMLElement) | null>} */
export const LATER_VIEWS = { picture: null, people: null, sound: null, formed: null, markable: null };

/** How media are shown, and what they are called that the protocol gives no label.
 * @type {Record<string, {name: string, view: (media: Media, url: string, name: string) => HTMLElement}>} */
const MEDIA_VIEWS = {
  image: { name: 'rate.image', view: (media, _, naming) => laterView('picture', media, naming) },
  audio: { name: 'rate.audio', view: (_, source, naming) => laterView('sound', source, naming) },
  video: { name: 'rate.video', view: (media, source, naming) => Object.assign(document.createElement('jb-video'), { source, naming, media }) },
};
/** A text of up to so many characters stands on the line of its label. */
const SHORT = 32;
/** A longer text is made of chunks of about this size, which the browser lays out as they come into sight. */
const CHUNK = 1_000;
/** @typedef {{start: number, text: string, isBlock: boolean}} Chunk start in code points; a block is one or more whole lines */

/**
 * @param {Shown} shown
 * @returns {HTMLElement | null} null where there is nothing to show
 */
export function fieldView(shown) {
  const { spec, value } = shown;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return laterView('people', shown, value);
  const content = typeof value !== 'string' ? mediaView(spec, value) : isFormed(shown) ? laterView('formed', shown) : textView(value, shown.lang);
  const label = spec.label && shown.hasLabel ? say('p', spec.label, { class: 'field-label' }) : null;
  const isShort = typeof value === 'string' && spec.type === 'text' && value.length <= SHORT && !value.includes('\n');
  const kind = typeof value === 'string' ? 'text' : spec.type;
  return el('section', { class: `field is-${kind}${isShort ? ' short' : ''}` }, label, content);
}

/** Whether a text is shown in a form of its own. @param {Shown} shown */
export const isFormed = ({ spec, value }) => (spec.type !== 'text' || spec.difference) && String(value).trim() !== '';

/**
 * A view whose module is loaded with the stage that shows it; elsewhere, as in the guideline, as soon as it is there.
 * @param {keyof typeof LATER_VIEWS} name
 * @param {...any} given
 * @returns {HTMLElement}
 */
function laterView(name, ...given) {
  const view = LATER_VIEWS[name];
  if (view) return view(...given);
  const place = el('div', {});
  import(`../elements/${name}.js`).then(() => place.replaceWith(laterView(name, ...given)), () => {});
  return place;
}

/**
 * @param {string} text
 * @param {string | null} lang
 */
function textView(text, lang) {
  if (text.trim() === '') return el('p', { class: 'text empty', text: t('rate.empty_text') });
  const chunks = chunksOf(text);
  if (chunks.length === 1) return el('p', { class: 'text', dir: 'auto', lang, text });
  const parts = chunks.map((chunk) => el('span', { class: chunk.isBlock ? 'chunk block' : 'chunk', text: chunk.text }));
  return el('p', { class: 'text', dir: 'auto', lang }, ...parts);
}

/**
 * The text in order; cut after lines where it has them, else after a space or a full stop, and never inside a character.
 * @param {string} text
 * @returns {Chunk[]}
 */
export function chunksOf(text) {
  if (text.length <= 2 * CHUNK) return [{ start: 0, text, isBlock: false }];
  /** @type {Chunk[]} */
  const chunks = [];
  let start = 0;
  let isLineStart = true;
  for (let from = 0; from < text.length;) {
    const part = text.slice(from, from + cutOf(text.slice(from, from + 2 * CHUNK)));
    const isLineEnd = part.endsWith('\n') || from + part.length === text.length;
    chunks.push({ start, text: part, isBlock: isLineStart && isLineEnd });
    isLineStart = part.endsWith('\n');
    start += part.length - (part.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
    from += part.length;
  }
  return chunks;
}

/** How much of the beginning of a text is one chunk. @param {string} text */
function cutOf(text) {
  if (text.length < 2 * CHUNK) return text.length;
  const line = text.lastIndexOf('\n', CHUNK) + 1 || text.indexOf('\n') + 1;
  if (line > 0) return line;
  const [end] = /^[^]*[\s。！？，.]/.exec(text.slice(0, CHUNK)) ?? [];
  return end?.length ?? (/[\ud800-\udbff]$/.test(text.slice(0, CHUNK)) ? CHUNK + 1 : CHUNK);
}

/**
 * @param {Field} spec
 * @param {Media} media
 */
function mediaView(spec, media) {
  const { name, view } = MEDIA_VIEWS[spec.type];
  return view(media, new URL(media.url, document.baseURI).href, spec.label ? wordsOf(spec.label) : t(name));
}
