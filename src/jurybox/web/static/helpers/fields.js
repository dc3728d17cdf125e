// How fields are shown: texts exactly as given, pictures, sounds, video (by <jb-video>), people.

/** @import {Field, FieldValue, Media, Person} from '../models/wire.js' */

import { el, present, say, t, wordsOf } from './page.js';

/** @typedef {{spec: Field, value: FieldValue, lang: string | null, hasLabel: boolean}} Shown */

/** What media are called that the protocol gives no label. @type {Record<string, string>} */
const NAMES = { image: 'rate.image', audio: 'rate.audio', video: 'rate.video' };
/** A text of up to so many characters stands on the line of its label. */
const SHORT = 32;

/**
 * @param {Shown} shown
 * @returns {HTMLElement | null} null where there is nothing to show
 */
export function fieldView(shown) {
  const { spec, value } = shown;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return peopleView(shown, value);
  const content = typeof value === 'string' ? textView(value, shown.lang) : mediaView(spec, value);
  const label = spec.label && shown.hasLabel ? say('p', spec.label, { class: 'field-label' }) : null;
  const isShort = typeof value === 'string' && value.length <= SHORT && !value.includes('\n');
  return el('section', { class: `field is-${spec.type}${isShort ? ' short' : ''}` }, label, content);
}

/**
 * @param {string} text
 * @param {string | null} lang
 */
function textView(text, lang) {
  if (text.trim() === '') return el('p', { class: 'text empty', text: t('rate.empty_text') });
  return el('p', { class: 'text', dir: 'auto', lang, text });
}

/**
 * @param {Field} spec
 * @param {Media} media
 */
function mediaView(spec, media) {
  const name = spec.label ? wordsOf(spec.label) : t(NAMES[spec.type]);
  const url = new URL(media.url, document.baseURI).href;
  if (spec.type === 'image') return pictureView(media, url, name);
  const player = spec.type === 'audio'
    ? el('audio', { controls: true, preload: 'metadata', src: url, 'aria-label': name })
    : Object.assign(document.createElement('jb-video'), { source: url, naming: name, size: media });
  player.addEventListener('error', () => player.replaceWith(brokenView()), { once: true });
  return player;
}

/**
 * @param {Media} media
 * @param {string} url
 * @param {string} name
 */
function pictureView(media, url, name) {
  const picture = el('img', { src: url, alt: name, width: media.width, height: media.height, decoding: 'async' });
  const link = el('a', { class: 'picture', href: url, target: '_blank', rel: 'noopener', title: t('rate.open_picture') },
    picture);
  picture.addEventListener('error', () => link.replaceWith(brokenView()), { once: true });
  return link;
}

const brokenView = () => el('p', { class: 'broken', role: 'alert', text: t('rate.broken_media') });

/**
 * @param {Shown} shown
 * @param {Person[]} people
 */
function peopleView({ spec, hasLabel }, people) {
  const label = spec.label && hasLabel ? wordsOf(spec.label) : t('rate.people');
  const list = people.map(({ role, name, picture }) => el('li', {}, headshot(picture, role),
    el('span', { class: 'person' }, ...present([
      el('b', { dir: 'auto', text: role }), name ? el('span', { dir: 'auto', text: name }) : null]))));
  const isWide = matchMedia('(min-width: 64rem)').matches;
  return el('details', { class: 'field is-people', open: isWide }, el('summary', { text: label }), el('ul', {}, ...list));
}

/**
 * A picture of the person, or the first letter of the role.
 * @param {Media | null} picture
 * @param {string} role
 */
function headshot(picture, role) {
  const letter = el('span', { class: 'headshot', 'aria-hidden': 'true', text: Array.from(role)[0] ?? '' });
  if (!picture) return letter;
  const src = new URL(picture.url, document.baseURI).href;
  const image = el('img', { class: 'headshot', src, alt: '', width: 48, height: 48, loading: 'lazy' });
  image.addEventListener('error', () => image.replaceWith(letter), { once: true });
  return image;
}
