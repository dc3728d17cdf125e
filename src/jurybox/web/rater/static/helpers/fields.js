// How fields are shown: texts exactly as given, pictures (with zoom), sounds, video (by <jb-video>), people.

/** @import {Field, FieldValue, Media, Person} from '../models/wire.js' */

import { button, el, isWriting, present, say, t, wordsOf } from '../../../static/helpers/page.js';

/** @typedef {{spec: Field, value: FieldValue, lang: string | null, hasLabel: boolean}} Shown */

/** How media are shown, and what they are called that the protocol gives no label.
 * @type {Record<string, {name: string, view: (media: Media, url: string, name: string) => HTMLElement}>} */
const MEDIA_VIEWS = {
  image: { name: 'rate.image', view: pictureView },
  audio: { name: 'rate.audio', view: soundView },
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

/**
 * @param {Media} media
 * @param {string} url
 * @param {string} name
 */
function soundView(media, url, name) {
  const player = el('audio', { controls: true, preload: 'metadata', src: url, 'aria-label': name });
  player.addEventListener('error', () => player.replaceWith(brokenView(name)), { once: true });
  return player;
}

/**
 * A picture that keeps its place while it loads and can be looked at closely. A large one is seen in its smaller copy,
 * until someone looks closely.
 * @param {Media} media
 * @param {string} url
 * @param {string} name
 */
function pictureView(media, url, name) {
  const { small, width, height } = media;
  const shown = (/** @type {string} */ src) => el('img', { src, alt: name, width, height, decoding: 'async', draggable: 'false' });
  const picture = shown(small ? new URL(small.url, document.baseURI).href : url);
  const view = el('div', { class: 'picture' }, picture);
  picture.addEventListener('error', () => {
    const retry = button(t('rate.try_again'), () => broken.replaceWith(pictureView(media, url, name)));
    const broken = brokenView(name, retry);
    view.replaceWith(broken);
  }, { once: true });
  return zoomable(view, picture, name, small ? { ...small, original: () => shown(url) } : null);
}

const CLOSEST = 8;
const STEP = 1.5;

/**
 * Zoom and pan: wheel, pinch, drag, double tap, buttons, and the keys + - 0, arrows, Escape.
 * @param {HTMLElement} view
 * @param {HTMLImageElement} picture
 * @param {string} name
 * @param {{width: number, height: number, original: () => HTMLImageElement} | null} copy what `picture` is, where it is a smaller copy
 */
function zoomable(view, picture, name, copy) {
  let [scale, x, y] = [1, 0, 0];
  /** @type {Map<number, PointerEvent>} */
  const held = new Map();
  let lastTap = { time: 0, x: 0, y: 0 };
  const frame = el('div', { class: 'frame', tabindex: 0, role: 'group', 'aria-label': `${name}. ${t('rate.zoom_keys')}` }, picture);
  const out = button('−', () => zoom(1 / STEP), { class: 'step', 'aria-label': t('rate.zoom_out') });
  const into = button('+', () => zoom(STEP), { class: 'step', 'aria-label': t('rate.zoom_in') });
  const large = button('⤢', () => (dialog.open ? dialog.close() : open()), { class: 'step', 'aria-label': t('rate.zoom_full') });
  const tools = el('div', { class: 'zoom-tools' }, out, into, large);
  const dialog = el('dialog', { class: 'large-picture', 'aria-label': name });
  view.append(frame, tools, dialog);
  dialog.addEventListener('close', () => {
    view.prepend(frame, tools);
    set(1);
    large.focus();
  });
  show();

  function open() {
    dialog.append(frame, tools);
    dialog.showModal();
    set(1);
    frame.focus();
  }

  /** @param {number} next @param {number} [left] @param {number} [top] */
  function set(next, left = 0, top = 0) {
    scale = Math.min(CLOSEST, Math.max(1, next));
    const limit = (/** @type {number} */ size) => (size * (scale - 1)) / 2;
    x = Math.max(-limit(frame.clientWidth), Math.min(limit(frame.clientWidth), left));
    y = Math.max(-limit(frame.clientHeight), Math.min(limit(frame.clientHeight), top));
    show();
  }

  /**
   * By a factor, about a point of the screen (else about the middle).
   * @param {number} factor
   * @param {{clientX: number, clientY: number}} [about]
   */
  function zoom(factor, about) {
    const box = frame.getBoundingClientRect();
    const px = about ? about.clientX - box.x - box.width / 2 : 0;
    const py = about ? about.clientY - box.y - box.height / 2 : 0;
    const real = Math.min(CLOSEST, Math.max(1, scale * factor)) / scale;
    set(scale * real, px - (px - x) * real, py - (py - y) * real);
  }

  function show() {
    const isNear = scale > 1;
    for (const animation of picture.getAnimations()) animation.cancel();
    const transform = `translate(${x}px, ${y}px) scale(${scale})`;
    if (isNear) picture.animate({ transform: [transform, transform] }, { duration: 1, fill: 'both' }); // no style attribute is allowed
    frame.classList.toggle('near', isNear);
    frame.dataset.scale = scale.toFixed(2);
    out.disabled = !isNear;
    into.disabled = scale >= CLOSEST;
    if (isNear || (dialog.open && isCoarse())) sharpen();
  }

  /** Whether the copy has fewer pixels than the screen in its place. */
  function isCoarse() {
    return copy !== null && Math.min(frame.clientWidth / copy.width, frame.clientHeight / copy.height) * devicePixelRatio > 1;
  }

  /** The original in place of its copy, once it is there; without a network the copy stays, and the next step tries again. */
  async function sharpen() {
    if (!copy || frame.ariaBusy === 'true') return;
    frame.ariaBusy = 'true';
    const original = copy.original();
    const isThere = await original.decode().then(() => true, () => false);
    frame.ariaBusy = null;
    if (!isThere) return;
    copy = null;
    picture.replaceWith(original);
    picture = original;
    show();
  }

  frame.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey && scale === 1 && document.activeElement !== frame && !dialog.open) return; // the page scrolls
    event.preventDefault();
    zoom(STEP ** (-event.deltaY / (event.ctrlKey ? 40 : 150)), event);
  }, { passive: false });
  frame.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    held.set(event.pointerId, event);
    const isDouble = event.timeStamp - lastTap.time < 350 && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 30;
    lastTap = { time: isDouble || held.size > 1 ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
    if (isDouble) zoom(scale > 1 ? 1 / CLOSEST : 2.5, event);
    if (scale > 1 || held.size > 1) frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener('pointermove', (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const [other] = Array.from(held.values()).filter(({ pointerId }) => pointerId !== event.pointerId);
    held.set(event.pointerId, event);
    if (other) zoom(distance(event, other) / (distance(before, other) || 1), middle(event, other));
    else if (scale > 1) set(scale, x + event.clientX - before.clientX, y + event.clientY - before.clientY);
  });
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture']) {
    frame.addEventListener(type, (event) => held.delete(/** @type {PointerEvent} */ (event).pointerId));
  }
  frame.addEventListener('keydown', (event) => {
    if (isWriting(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = 60;
    const pan = { ArrowLeft: [far, 0], ArrowRight: [-far, 0], ArrowUp: [0, far], ArrowDown: [0, -far] }[event.key];
    if (event.key === '+' || event.key === '=') zoom(STEP);
    else if (event.key === '-') zoom(1 / STEP);
    else if ((event.key === '0' || event.key === 'Escape') && scale > 1) set(1);
    else if (pan && scale > 1) set(scale, x + pan[0], y + pan[1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return view;
}

/** @typedef {{clientX: number, clientY: number}} Point */
/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
/** @param {Point} a @param {Point} b */
const middle = (a, b) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });

/**
 * @param {string} name
 * @param {Node | null} [retry]
 */
const brokenView = (name, retry = null) => el('div', { class: 'broken', role: 'alert' },
  el('p', {}, el('b', { text: `${name}: ` }), t('rate.broken_media')), retry);

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
  const src = new URL((picture.small ?? picture).url, document.baseURI).href;
  const image = el('img', { class: 'headshot', src, alt: '', width: 48, height: 48, loading: 'lazy' });
  image.addEventListener('error', () => image.replaceWith(letter), { once: true });
  return image;
}
