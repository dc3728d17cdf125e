// <jb-video>: a clip, exact to the frame, with the spans of its segments.
//
// Properties   source    the clip's URL; all properties are set before the element is connected
//              naming    what the clip is called, for screen readers
//              media     {width, height, frames} where known: when each frame is shown, or the URL of a file that says it
//              segments  [{number, start, end}] in seconds, or null
// Methods      jump(n)   play segment n once, from its first frame to its last; pause it where it is played
// Events       segment   another segment is played once, or none any more: its number or null (detail; bubbles)
// Attributes   aria-busy  while the picture is not yet the one that number and bar already show
// Module       keys      what each key does: [{keys, textKey}]
//
// Frames are counted from 0 here and from 1 on the page. How the clip is brought to one: video/seeker.js.

/** @import {Media, Segment} from '../models/wire.js' */
/** @typedef {{number: number, first: number, last: number, drawn: Element}} Span frames of a segment */

import { brokenMedia } from '../helpers/broken_media.js';
import { styleSheet } from '../helpers/styles.js';
import { ICONS, svg } from '../helpers/icons.js';
import { el, t } from '../../../static/helpers/page.js';
import { dress, field, iconButton, PLAYER_ICONS, select, spanShape, write } from './video/controls.js';
import { clock, FrameTimes, secondsOf, tableOf } from './video/frames.js';
import { keyFor, KEYS } from './video/keys.js';
import { Playback } from './video/playback.js';
import { Seeker } from './video/seeker.js';
import './video/segment_player.js';

/** Steps a second where the frames are not known. */
const STEPS = 25;
const CLIP = 'clip';

export const keys = KEYS;

export class Video extends HTMLElement {
  source = '';
  naming = '';
  /** @type {Partial<Media>} */
  media = {};
  /** @type {Segment[]} */
  segments = [];

  #player = el('video', { playsinline: true, preload: 'auto' });
  #seeker = new Seeker(this.#player);
  playback = new Playback(this.#player);
  #bar = el('input', { type: 'range', min: 0, max: 1, value: 0, 'aria-label': t('rate.video.place'), 'aria-valuetext': t('rate.loading') });
  #map = svg('svg', { 'aria-hidden': 'true', class: 'spans' });
  #playing = iconButton(ICONS.play, 'rate.video.play', () => this.toggle());
  #number = field('rate.video.frame', 'numeric', (text) => this.#go(parseInt(text, 10) - 1));
  #count = el('span');
  #frames = el('label', { class: 'frames' }, el('span', { text: t('rate.video.frame') }), this.#number, this.#count);
  #time = field('rate.video.time', 'decimal', (text) => this.#go(this.#times?.nearest(secondsOf(text)) ?? NaN));
  #loop = select('rate.video.loop', () => this.#setLoop(this.#loop.value), [['', t('rate.video.loop_off')], [CLIP, t('rate.video.loop_clip')]]);
  #note = el('p', { class: 'note' });

  /** @type {Span[]} */
  #spans = [];
  /** The segment that is played once. @type {Span | null} */
  #once = null;
  /** The segment that was last said to be played. @type {number | null} */
  #told = null;

  constructor() {
    super();
    const listeners = {
      click: () => this.toggle(),
      play: () => this.#showPlaying(),
      pause: () => this.#showPlaying(),
      ended: () => this.#turnBack(true),
      error: () => this.#fail(),
    };
    for (const [type, listener] of Object.entries(listeners)) this.#player.addEventListener(type, listener);
    this.#seeker.addEventListener('show', () => this.#show());
    this.#seeker.addEventListener('walked', () => this.playback.apply());
    this.#seeker.addEventListener('see', () => {
      this.#show();
      this.#turnBack(false);
    });
    this.#bar.addEventListener('input', () => this.#go(Number(this.#bar.value)));
  }

  /** Null until the clip is known. */
  get #times() {
    return this.#seeker.times;
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.#build();
    addEventListener('keydown', this.#onKey);
    this.addEventListener('change', stop); // nothing here is an answer
  }

  /** Lets go of the file, so that a browser does not keep loading clips that nobody sees. */
  disconnectedCallback() {
    removeEventListener('keydown', this.#onKey);
    this.replaceChildren();
    this.#player.removeAttribute('src');
    this.#player.load();
  }

  // --- what it is made of

  #build() {
    const { width = '', height = '' } = this.media;
    for (const [name, value] of Object.entries({ src: this.source, width, height, 'aria-label': this.naming })) this.#player.setAttribute(name, String(value));
    const timed = this.segments.filter(({ start }) => start !== null);
    const jumps = timed.map(({ number, start }) =>
      el('button', { type: 'button', class: 'button quiet', 'data-segment': number, on: { click: () => this.#turnTo(number) } },
        t('rate.segment', { n: number }), ' ', el('span', { class: 'time', text: clock(start ?? 0, 1) })));
    this.#loop.replaceChildren(this.#loop.options[0],
      ...timed.map(({ number: n }) => el('option', { value: n, text: t('rate.video.loop_segment', { n }) })), /** @type {Node} */ (this.#loop.lastChild));
    this.#loop.value = '';
    const steps = [
      iconButton(PLAYER_ICONS.back, 'rate.video.back', () => this.step(-1)), iconButton(PLAYER_ICONS.forward, 'rate.video.forward', () => this.step(1)),
    ];
    const time = el('label', { class: 'clock' }, el('span', { text: t('rate.video.time') }), this.#time);
    this.append(
      el('div', { class: 'screen' }, this.#player,
        el('div', { class: 'steer' }, this.#playing, el('div', { class: 'timeline', dir: 'ltr' }, this.#map, this.#bar))),
      el('div', { class: 'jumps', role: 'group', 'aria-label': t('rate.jump_to'), hidden: timed.length === 0 }, ...jumps),
      el('div', { class: 'extras' }, el('div', { class: 'steps' }, ...steps, this.#frames), time,
        el('div', { class: 'wishes' }, this.playback.speedControl, this.#loop, ...this.playback.soundControls)),
      this.#note);
    this.#seeker.end();
    this.#load().catch(() => this.#fail());
  }

  // --- from the file

  async #load() {
    const player = this.#player;
    const [table] = await Promise.all([tableOf(this.media.frames), metadataOf(player)]);
    if (!this.isConnected) return;
    const { duration } = player;
    if (!table && !Number.isFinite(duration)) throw new TypeError('duration');
    const times = new FrameTimes(table ?? { end: duration, count: Math.max(1, Math.round(duration * STEPS)) });
    const isExact = this.#seeker.begin(times, table !== null);
    this.#note.textContent = isExact ? '' : t(table ? 'rate.video.not_exact' : 'rate.video.no_frames');
    this.#frames.hidden = !table;
    this.#count.textContent = t('rate.video.of', { n: times.last + 1 });
    this.#bar.max = String(times.last);
    this.#drawSpans(times);
    this.playback.apply();
    this.#go(0);
  }

  #fail() {
    if (!this.isConnected) return;
    this.#seeker.end();
    this.replaceChildren(brokenMedia(this.naming, this.source, () => (this.replaceChildren(), this.#build())));
  }

  /** @param {FrameTimes} times */
  #drawSpans(times) {
    const share = (/** @type {number} */ frame) => 100 * Math.min(1, frame / Math.max(1, times.last));
    this.#spans = this.segments.filter(({ start }) => start !== null).map(({ number, start, end }) => {
      const { first, last } = times.spanOf(start ?? 0, end);
      return { number, first, last, drawn: spanShape(number, share(first), share(last + 1) - share(first)) };
    });
    this.#map.replaceChildren(...this.#spans.map(({ drawn }) => drawn));
  }

  /** @param {number} number */
  #spanOf(number) {
    return this.#spans.find((span) => span.number === number);
  }

  /** The frame that is on the screen or on its way there. */
  get #at() {
    return this.#seeker.at;
  }

  /** @param {number} frame */
  #go(frame) {
    this.#once = null;
    this.#seeker.go(frame);
    this.#show();
    this.#showPlaying();
  }

  /** At the end of what is to be played: back to its start, or stop. @param {boolean} isEnd of the clip */
  #turnBack(isEnd) {
    const { value } = this.#loop;
    const span = this.#once ?? this.#spanOf(Number(value)) ?? (value ? { first: 0, last: this.#times?.last ?? 0 } : null);
    if (!span || (!isEnd && (this.#player.paused || this.#seeker.shown <= span.last))) return;
    if (!value) this.#player.pause();
    this.#go(value ? span.first : span.last);
    if (value) this.play();
  }

  #show() {
    if (!this.#times) return;
    const frame = this.#at;
    const time = clock(this.#times.at(frame), 3);
    this.setAttribute('aria-busy', String(this.#seeker.isBusy));
    this.#bar.value = String(frame);
    this.#bar.setAttribute('aria-valuetext', this.#frames.hidden ? time : t('rate.video.at', { n: frame + 1, time }));
    write(this.#number, String(frame + 1));
    write(this.#time, time);
    for (const { first, last, drawn } of this.#spans) drawn.classList.toggle('here', first <= frame && frame <= last);
  }

  #showPlaying() {
    const isStill = this.#player.paused || this.#seeker.isWalking;
    dress(this.#playing, isStill ? ICONS.play : ICONS.pause, isStill ? 'rate.video.play' : 'rate.video.pause');
    const played = isStill ? null : (this.#once?.number ?? null);
    if (played === this.#told) return;
    this.#told = played;
    this.dispatchEvent(new CustomEvent('segment', { detail: played, bubbles: true }));
  }

  // --- what a rater can do

  play() {
    this.#seeker.play();
  }

  toggle() {
    if (this.#seeker.isWalking) return;
    if (this.#player.paused) this.play();
    else this.#player.pause();
  }

  /** @param {number} frames */
  step(frames) {
    this.#player.pause();
    this.#go(this.#at + frames);
  }

  /** @param {number} seconds */
  skip(seconds) {
    this.#go(this.#times?.nearest(this.#times.at(this.#at) + seconds) ?? NaN);
  }

  /** @param {number} number */
  jump(number) {
    const span = this.#spanOf(number);
    if (!span || !this.#times) return this.scrollIntoView({ block: 'nearest' });
    if (this.#told === number) return this.#player.pause();
    this.#turnTo(number);
    this.#once = span;
    this.#showPlaying();
    return this.play();
  }

  /** To the first frame of a segment; a loop over another one moves here. @param {number} number */
  #turnTo(number) {
    if (Number(this.#loop.value)) this.#loop.value = String(number);
    this.#go(this.#spanOf(number)?.first ?? NaN);
  }

  /** The place of the segment that was last begun; -1 before the first. */
  get #here() {
    return this.#spans.findLastIndex(({ first }) => first <= this.#at);
  }

  /** To the segment before or after this one. @param {number} by */
  turn(by) {
    const span = this.#spans[Math.max(0, Math.min(this.#spans.length - 1, this.#here + by))];
    if (span) this.#turnTo(span.number);
  }

  toggleLoop() {
    this.#setLoop(this.#loop.value ? '' : String(this.#spans[Math.max(0, this.#here)]?.number ?? CLIP));
  }

  /** @param {string} loop */
  #setLoop(loop) {
    this.#loop.value = loop;
    const span = this.#spanOf(Number(loop));
    if (span && (this.#at < span.first || this.#at > span.last)) this.#go(span.first);
    if (loop) this.play();
  }

  /** Ask for a frame, or where they are not known for a time. */
  ask() {
    (this.#frames.hidden ? this.#time : this.#number).focus();
  }

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    const key = keyFor(event);
    if (!key || !this.#times) return;
    event.preventDefault();
    key.act(this);
  };
}

/** @param {Event} event */
const stop = (event) => event.stopPropagation();

/** A file of which a browser can only play the sound is as good as broken. @param {HTMLVideoElement} player */
async function metadataOf(player) {
  if (player.readyState === 0) await new Promise((resolve) => player.addEventListener('loadedmetadata', resolve, { once: true }));
  if (player.videoWidth === 0) throw new TypeError('video');
}

await styleSheet(new URL('../css/video.css', import.meta.url));
customElements.define('jb-video', Video);
