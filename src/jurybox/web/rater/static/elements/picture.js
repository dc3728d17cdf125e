// <jb-picture>: a picture that keeps its place while it loads and can be looked at closely. A large one is seen in its
// smaller copy, until someone looks closely.
//
// Properties   media    {url, width, height, small?}; all properties are set before the element is connected
//              naming   what the picture is called
//
// Zoom and pan: wheel, pinch, drag, double tap, buttons, and the keys + - 0, arrows, Escape.

/** @import {Media} from '../models/wire.js' */
/** @typedef {{clientX: number, clientY: number}} Point */

import { brokenMedia } from '../helpers/broken_media.js';
import { LATER_VIEWS } from '../helpers/fields.js';
import { icon, ICONS } from '../helpers/icons.js';
import { styleSheet } from '../helpers/styles.js';
import { button, el, isWriting, t } from '../../../static/helpers/page.js';

/** Signs of its own. */
const ZOOM_ICONS = {
  less: 'M5 11h14v2H5z',
  more: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
  large: 'M4 4h7v2H7.4l4 4-1.4 1.4-4-4V11H4zM20 20h-7v-2h3.6l-4-4 1.4-1.4 4 4V13h2z',
};

const CLOSEST = 8;
const CLOSER = 1.5;
/** How far an arrow key moves the picture. */
const FAR = 60;
/** @type {Record<string, [number, number]>} */
const PANS = { ArrowLeft: [FAR, 0], ArrowRight: [-FAR, 0], ArrowUp: [0, FAR], ArrowDown: [0, -FAR] };

/**
 * @param {string} sign
 * @param {string} key
 * @param {string} kind
 * @param {() => void} click
 */
function tool(sign, key, kind, click) {
  const made = button('', click, { class: `step ${kind}`, 'aria-label': t(key), title: t(key) });
  made.append(icon(sign));
  return made;
}

class Picture extends HTMLElement {
  /** @type {Media} */
  media = /** @type {any} */ (null);
  naming = '';

  #picture = el('img');
  #frame = el('div', { class: 'frame', tabindex: 0, role: 'group' });
  #out = tool(ZOOM_ICONS.less, 'rate.zoom_out', 'nearer', () => this.#zoom(1 / CLOSER));
  #into = tool(ZOOM_ICONS.more, 'rate.zoom_in', 'nearer', () => this.#zoom(CLOSER));
  #large = tool(ZOOM_ICONS.large, 'rate.zoom_full', 'enlarge', () => this.#enlarge());
  #close = tool(ICONS.close, 'rate.zoom_back', 'leave', () => this.#dialog.close());
  #tools = el('div', { class: 'zoom-tools' }, this.#out, this.#into, this.#large, this.#close);
  #dialog = el('dialog', { class: 'large-picture' });

  #scale = 1;
  #x = 0;
  #y = 0;
  /** Whether the smaller copy is shown. */
  #isCopy = false;
  /** The pointers that are down, as they were last seen. @type {Map<number, PointerEvent>} */
  #held = new Map();
  /** No tap: longer ago than any. */
  #lastTap = { time: -Infinity, x: 0, y: 0 };

  constructor() {
    super();
    const frame = this.#frame;
    frame.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    frame.addEventListener('pointerdown', (event) => this.#press(event));
    frame.addEventListener('pointermove', (event) => this.#drag(event));
    for (const type of /** @type {const} */ (['pointerup', 'pointercancel', 'lostpointercapture'])) {
      frame.addEventListener(type, (event) => this.#held.delete(event.pointerId));
    }
    frame.addEventListener('keydown', (event) => this.#key(event));
    this.#dialog.addEventListener('close', () => {
      this.prepend(frame, this.#tools);
      this.#set(1);
      this.#large.focus();
    });
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.#build();
  }

  #build() {
    const { media, naming } = this;
    this.#frame.ariaLabel = `${naming}. ${t('rate.zoom_keys')}`;
    this.#dialog.ariaLabel = naming;
    this.#isCopy = media.small !== undefined;
    this.#picture = this.#image((media.small ?? media).url);
    this.#picture.addEventListener('error', () => this.#fail(), { once: true });
    this.#frame.replaceChildren(this.#picture);
    this.replaceChildren(this.#frame, this.#tools, this.#dialog);
    this.#set(1);
  }

  /** @param {string} url */
  #image(url) {
    const { width, height } = this.media;
    return el('img', { src: new URL(url, document.baseURI).href, alt: this.naming, width, height, decoding: 'async', draggable: 'false' });
  }

  #fail() {
    this.#dialog.open = false; // without its event, which would put the picture back
    this.replaceChildren(brokenMedia(this.naming, this.#picture.src, () => this.#build()));
  }

  // --- near and far

  /** Over the whole window; Escape and a button lead back. */
  #enlarge() {
    this.#dialog.append(this.#frame, this.#tools);
    this.#dialog.showModal();
    this.#set(1);
    this.#frame.focus();
  }

  /** @param {number} scale @param {number} [x] @param {number} [y] */
  #set(scale, x = 0, y = 0) {
    const { clientWidth, clientHeight } = this.#frame;
    this.#scale = Math.min(CLOSEST, Math.max(1, scale));
    const within = (/** @type {number} */ at, /** @type {number} */ size) => {
      const limit = (size * (this.#scale - 1)) / 2;
      return Math.max(-limit, Math.min(limit, at));
    };
    this.#x = within(x, clientWidth);
    this.#y = within(y, clientHeight);
    this.#show();
  }

  /**
   * By a factor, about a point of the screen (else about the middle).
   * @param {number} factor
   * @param {Point} [about]
   */
  #zoom(factor, about) {
    const box = this.#frame.getBoundingClientRect();
    const x = about ? about.clientX - box.x - box.width / 2 : 0;
    const y = about ? about.clientY - box.y - box.height / 2 : 0;
    const real = Math.min(CLOSEST, Math.max(1, this.#scale * factor)) / this.#scale;
    this.#set(this.#scale * real, x - (x - this.#x) * real, y - (y - this.#y) * real);
  }

  #show() {
    const isNear = this.#scale > 1;
    for (const animation of this.#picture.getAnimations()) animation.cancel();
    const transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})`;
    if (isNear) this.#picture.animate({ transform: [transform, transform] }, { duration: 1, fill: 'both' }); // no style attribute is allowed
    this.#frame.classList.toggle('near', isNear);
    this.#frame.dataset.scale = this.#scale.toFixed(2);
    this.#out.disabled = !isNear;
    this.#into.disabled = this.#scale >= CLOSEST;
    if (this.#isCopy && (isNear || (this.#dialog.open && this.#isCoarse))) this.#sharpen();
  }

  /** Whether the copy has fewer pixels than the screen in its place. */
  get #isCoarse() {
    const { width = 0, height = 0 } = this.media.small ?? {};
    return Math.min(this.#frame.clientWidth / width, this.#frame.clientHeight / height) * devicePixelRatio > 1;
  }

  /** The original in place of its copy, once it is there; without a network the copy stays, and the next step tries again. */
  async #sharpen() {
    if (this.#frame.ariaBusy === 'true') return;
    this.#frame.ariaBusy = 'true';
    const original = this.#image(this.media.url);
    const isThere = await original.decode().then(() => true, () => false);
    this.#frame.ariaBusy = null;
    if (!isThere) return;
    this.#isCopy = false;
    this.#picture.replaceWith(original);
    this.#picture = original;
    this.#show();
  }

  // --- wheel, fingers, keys

  /** @param {WheelEvent} event */
  #wheel(event) {
    const isMeant = event.ctrlKey || event.metaKey || this.#scale > 1 || document.activeElement === this.#frame || this.#dialog.open;
    if (!isMeant) return; // the page scrolls
    event.preventDefault();
    this.#zoom(CLOSER ** (-event.deltaY / (event.ctrlKey ? 40 : 150)), event);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    const { timeStamp, clientX: x, clientY: y } = event;
    const last = this.#lastTap;
    this.#held.set(event.pointerId, event);
    const isDouble = timeStamp - last.time < 350 && Math.hypot(x - last.x, y - last.y) < 30;
    this.#lastTap = { time: isDouble || this.#held.size > 1 ? -Infinity : timeStamp, x, y };
    if (isDouble) this.#zoom(this.#scale > 1 ? 1 / CLOSEST : 2.5, event);
    if (this.#scale > 1 || this.#held.size > 1) this.#frame.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const before = this.#held.get(event.pointerId);
    if (!before) return;
    const [other] = Array.from(this.#held.values()).filter(({ pointerId }) => pointerId !== event.pointerId);
    this.#held.set(event.pointerId, event);
    if (other) this.#zoom(distance(event, other) / (distance(before, other) || 1), middle(event, other));
    else if (this.#scale > 1) this.#set(this.#scale, this.#x + event.clientX - before.clientX, this.#y + event.clientY - before.clientY);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isWriting(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isNear = this.#scale > 1;
    const pan = PANS[event.key];
    if (event.key === '+' || event.key === '=') this.#zoom(CLOSER);
    else if (event.key === '-') this.#zoom(1 / CLOSER);
    else if ((event.key === '0' || event.key === 'Escape') && isNear) this.#set(1);
    else if (pan && isNear) this.#set(this.#scale, this.#x + pan[0], this.#y + pan[1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
/** @param {Point} a @param {Point} b */
const middle = (a, b) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });

await styleSheet(new URL('../css/pictures.css', import.meta.url));
customElements.define('jb-picture', Picture);
LATER_VIEWS.picture = (media, naming) => Object.assign(document.createElement('jb-picture'), { media, naming });
