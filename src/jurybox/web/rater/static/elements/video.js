// <jb-video>: a clip, exact to the frame, with the spans of its segments.
//
// Properties   source    the clip's URL; all properties are set before the element is connected
//              naming    what the clip is called, for screen readers
//              media     {width, height, frames} where known: when each frame is shown, or the URL of a file that says it
//              segments  [{number, start, end}] in seconds, or null
// Methods      jump(n)   play segment n once, from its first frame to its last
// Attributes   aria-busy  while the picture is not yet the one that number and bar already show
// Module       keys      what each key does: [{keys, textKey}], silent while something is written
//
// Frames are counted from 0 here and from 1 on the page. To show one, the clip is sent to the middle of the time it
// stands; which one is seen is taken from the time that the browser says of the picture (requestVideoFrameCallback).
// Where that is another one, as with some files whose frames are stored in another order, the clip is sent to the
// beginning of that time; and where this fails too, it is played up to the frame from a few frames before it.

/** @import {Frames, Media, Segment} from '../models/wire.js' */
/** @typedef {{number: number, first: number, last: number, drawn?: Element}} Span frames of a segment */

import { button, el, isWriting, t } from '../../../static/helpers/page.js';

const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];
/** Steps a second where the frames are not known. */
const STEPS = 25;
/** Where in the time of a frame the clip is sent, try after try; then it is walked up to, at these speeds. */
const PLACES = [0.5, 0.1];
const WALKS = [0.5, 0.125];
const RUN_UP = 5;
/** How long the right picture may take after the browser says it is there, and a walk, in milliseconds. */
const PATIENCE = 250;
const LONGEST_WALK = 4000;
const CLIP = 'clip';
const ICONS = {
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  back: 'M4 5h3v14H4zM20 5v14L9 12z',
  forward: 'M17 5h3v14h-3zM4 5v14l11-7z',
  sound: 'M3 9v6h4l5 4V5L7 9zM15 8v8q4-4 0-8zM16 4v2q6 6 0 12v2q10-8 0-16z',
  silent: 'M3 9v6h4l5 4V5L7 9zM15 8l7 7-1 1-7-7zM21 8l1 1-7 7-1-1z',
};

/** What the rater chose for one clip holds for the next. */
const wishes = { speed: 1, volume: 1, muted: false };

/** @type {{keys: string[], textKey: string, act: (video: Video) => void}[]} */
export const keys = [
  { keys: ['k'], textKey: 'rate.video.key_play', act: (video) => video.toggle() },
  { keys: [','], textKey: 'rate.video.back', act: (video) => video.step(-1) },
  { keys: ['.'], textKey: 'rate.video.forward', act: (video) => video.step(1) },
  { keys: ['j'], textKey: 'rate.video.key_second_back', act: (video) => video.skip(-1) },
  { keys: ['l'], textKey: 'rate.video.key_second_forward', act: (video) => video.skip(1) },
  { keys: ['b'], textKey: 'rate.video.key_previous', act: (video) => video.turn(-1) },
  { keys: ['n'], textKey: 'rate.video.key_next', act: (video) => video.turn(1) },
  { keys: ['r'], textKey: 'rate.video.key_loop', act: (video) => video.toggleLoop() },
  { keys: ['-'], textKey: 'rate.video.key_slower', act: (video) => video.changeSpeed(-1) },
  { keys: ['+', '='], textKey: 'rate.video.key_faster', act: (video) => video.changeSpeed(1) },
  { keys: ['m'], textKey: 'rate.video.key_mute', act: (video) => video.toggleSound() },
  { keys: ['g'], textKey: 'rate.video.key_go', act: (video) => video.ask() },
];

export class Video extends HTMLElement {
  source = '';
  naming = '';
  /** @type {Partial<Media>} */
  media = {};
  /** @type {Segment[]} */
  segments = [];

  #player = el('video', { playsinline: true, preload: 'auto' });
  #bar = el('input', { type: 'range', min: 0, max: 1, value: 0, 'aria-label': t('rate.video.place') });
  #map = svg('svg', { 'aria-hidden': 'true', class: 'spans' });
  #playing = iconButton(ICONS.play, 'rate.video.play', () => this.toggle());
  #number = field('rate.video.frame', 'numeric', (text) => this.#go(parseInt(text, 10) - 1));
  #count = el('span');
  #frames = el('label', { class: 'frames' }, el('span', { text: t('rate.video.frame') }), this.#number, this.#count);
  #time = field('rate.video.time', 'decimal', (text) => this.#go(this.#nearest(secondsOf(text))));
  #speed = select('rate.video.speed', () => this.#wish({ speed: Number(this.#speed.value) }),
    SPEEDS.map((speed) => [speed, t('rate.video.times', { n: speed })]));
  #loop = select('rate.video.loop', () => this.#setLoop(this.#loop.value), [['', t('rate.video.loop_off')], [CLIP, t('rate.video.loop_clip')]]);
  #sound = iconButton(ICONS.sound, 'rate.video.mute', () => this.toggleSound());
  #volume = el('input', { type: 'range', class: 'volume', min: 0, max: 1, step: 0.05, 'aria-label': t('rate.video.volume') });
  #note = el('p', { class: 'note' });

  /** The start of each frame in seconds, and the end of the last one. */
  #times = new Float64Array(0);
  #last = 0;
  /** @type {Span[]} */
  #spans = [];
  #shown = 0;
  /** The frame that was asked for and is not on the screen yet. @type {number | null} */
  #wanted = null;
  /** The frame that the browser is on its way to. */
  #target = 0;
  #isSeeking = false;
  #isWalking = false;
  #try = 0;
  #timer = 0;
  #isExact = false;
  /** The segment that is played once. @type {Span | null} */
  #once = null;

  constructor() {
    super();
    const player = this.#player;
    const listeners = {
      click: () => this.toggle(),
      play: () => this.#showPlaying(),
      pause: () => this.#showPlaying(),
      seeked: () => this.#arrived(),
      ended: () => this.#turnBack(true),
      error: () => this.#fail(),
      timeupdate: () => !this.#isExact && !this.#isSeeking && this.#see(this.#standing(player.currentTime)),
    };
    for (const [type, listener] of Object.entries(listeners)) player.addEventListener(type, listener);
    this.#bar.addEventListener('input', () => this.#go(Number(this.#bar.value)));
    this.#volume.addEventListener('input', () => {
      const volume = Number(this.#volume.value);
      this.#wish(volume > 0 ? { volume, muted: false } : { muted: true });
    });
    this.#watch();
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
        t('rate.segment', { n: number }), el('span', { class: 'time', text: clock(start ?? 0, 1) })));
    this.#loop.replaceChildren(this.#loop.options[0],
      ...timed.map(({ number: n }) => el('option', { value: n, text: t('rate.video.loop_segment', { n }) })), /** @type {Node} */ (this.#loop.lastChild));
    this.#loop.value = '';
    const steps = [
      iconButton(ICONS.back, 'rate.video.back', () => this.step(-1)), iconButton(ICONS.forward, 'rate.video.forward', () => this.step(1)),
    ];
    const time = el('label', { class: 'clock' }, el('span', { text: t('rate.video.time') }), this.#time);
    this.append(
      el('div', { class: 'screen' }, this.#player,
        el('div', { class: 'timeline', dir: 'ltr' }, this.#map, this.#bar),
        el('div', { class: 'steer' }, this.#playing, ...steps, this.#frames)),
      el('div', { class: 'jumps', role: 'group', 'aria-label': t('rate.jump_to'), hidden: timed.length === 0 }, ...jumps),
      el('div', { class: 'extras' }, time, this.#speed, this.#loop, this.#sound, this.#volume),
      this.#note);
    this.#isSeeking = false;
    this.#load().catch(() => this.#fail());
  }

  // --- from the file

  async #load() {
    const player = this.#player;
    const [table] = await Promise.all([tableOf(this.media.frames), metadataOf(player)]);
    if (!this.isConnected) return;
    const { duration } = player;
    if (!table && !Number.isFinite(duration)) throw new TypeError('duration');
    const saysTimes = 'requestVideoFrameCallback' in player;
    this.#isExact = !!table && saysTimes;
    this.#note.textContent = this.#isExact ? '' : t(table ? 'rate.video.not_exact' : 'rate.video.no_frames');
    this.#times = timesOf(table ?? { end: duration, count: Math.max(1, Math.round(duration * STEPS)) });
    this.#last = this.#times.length - 2;
    this.#frames.hidden = !table;
    this.#count.textContent = t('rate.video.of', { n: this.#last + 1 });
    this.#bar.max = String(this.#last);
    this.#drawSpans();
    this.#wish({});
    this.#go(0);
  }

  /** Each picture that the browser puts on the screen comes with its time. */
  #watch() {
    this.#player.requestVideoFrameCallback?.((_, { mediaTime }) => {
      if (this.#isExact) this.#see(this.#nearest(mediaTime));
      this.#watch();
    });
  }

  #fail() {
    if (!this.isConnected) return;
    this.#times = new Float64Array(0);
    const again = button(t('rate.try_again'), () => (this.replaceChildren(), this.#build()));
    this.replaceChildren(el('div', { class: 'broken', role: 'alert' }, el('p', { text: t('rate.broken_media') }), again));
  }

  #drawSpans() {
    const end = this.#times[this.#last + 1];
    const share = (/** @type {number} */ frame) => 100 * Math.min(1, frame / Math.max(1, this.#last));
    this.#spans = this.segments.filter(({ start }) => start !== null).map((segment) => {
      const first = this.#nearest(segment.start ?? 0);
      const last = Math.max(first, segment.end === null || segment.end >= end ? this.#last : this.#nearest(segment.end) - 1);
      const [x, width] = [share(first), share(last + 1) - share(first)];
      const drawn = svg('g', { 'data-span': segment.number }, svg('rect', { x: `${x}%`, width: `${width}%`, height: '100%', rx: 4 }),
        svg('text', { x: `${x + width / 2}%`, y: '50%', 'text-anchor': 'middle', 'dominant-baseline': 'central' }, String(segment.number)));
      return { number: segment.number, first, last, drawn };
    });
    this.#map.replaceChildren(...this.#spans.map(({ drawn }) => /** @type {Element} */ (drawn)));
  }

  // --- frames and times

  /** The frame that stands at this time. @param {number} time */
  #standing(time) {
    let [low, high] = [0, this.#last];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#times[middle] <= time + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The frame that begins nearest to this time. @param {number} time */
  #nearest(time) {
    const frame = this.#standing(time);
    const isNext = frame < this.#last && this.#times[frame + 1] - time <= time - this.#times[frame] + 1e-6;
    return Number.isNaN(time) ? NaN : frame + Number(isNext);
  }

  /** @param {number} number */
  #spanOf(number) {
    return this.#spans.find((span) => span.number === number);
  }

  // --- going to a frame: the last one asked for is shown, those in between may be left out

  /** The frame that is on the screen or on its way there. */
  get #at() {
    return this.#wanted ?? this.#shown;
  }

  /** @param {number} frame */
  #go(frame) {
    this.#once = null;
    if (!Number.isNaN(frame) && this.#times.length > 0) {
      this.#wanted = Math.max(0, Math.min(this.#last, frame));
      if (!this.#isSeeking || this.#isWalking) this.#seek(this.#wanted);
    }
    this.#show();
  }

  /**
   * @param {number} frame
   * @param {number} [attempt]
   */
  #seek(frame, attempt = 0) {
    this.#endWalk();
    this.#target = frame;
    this.#try = attempt;
    this.#isSeeking = true;
    this.#isWalking = attempt >= PLACES.length;
    const from = this.#isWalking ? Math.max(0, frame - RUN_UP) : frame;
    if (this.#isWalking) Object.assign(this.#player, { muted: true, playbackRate: WALKS[attempt - PLACES.length] });
    this.#player.currentTime = this.#times[from] + (PLACES[attempt] ?? 0.5) * (this.#times[from + 1] - this.#times[from]);
  }

  /** The browser has arrived; the picture may still be on its way. */
  #arrived() {
    if (!this.#isSeeking) return;
    this.#isSeeking = false;
    if (!this.#isExact) this.#shown = this.#target;
    if (this.#isWalking) this.play();
    else if (this.#shown === this.#target || !this.#player.paused) return this.#settle();
    this.#settleIn(this.#isWalking ? LONGEST_WALK : PATIENCE);
  }

  /** @param {number} wait */
  #settleIn(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), wait);
  }

  /** As right as it gets by this try. */
  #settle() {
    clearTimeout(this.#timer);
    const isWrong = this.#shown !== this.#target && this.#try < PLACES.length + WALKS.length - 1 && this.#player.paused && !document.hidden;
    this.#endWalk();
    if (this.#wanted !== null && this.#wanted !== this.#target) this.#seek(this.#wanted);
    else if (isWrong) this.#seek(this.#target, this.#try + 1);
    else this.#wanted = null;
    this.#show();
  }

  #endWalk() {
    if (!this.#isWalking) return;
    this.#isWalking = false;
    this.#player.pause();
    this.#wish({});
  }

  /** This frame is on the screen. @param {number} frame */
  #see(frame) {
    this.#shown = frame;
    if (this.#wanted === null) {
      this.#show();
      this.#turnBack(false);
    } else if (!this.#isSeeking && this.#isWalking && frame >= this.#target) {
      this.#player.pause(); // which one more picture may follow
      this.#settleIn(PATIENCE);
    } else if (!this.#isSeeking && frame === this.#target) this.#settle();
  }

  /** At the end of what is to be played: back to its start, or stop. @param {boolean} isEnd of the clip */
  #turnBack(isEnd) {
    const { value } = this.#loop;
    const span = this.#once ?? this.#spanOf(Number(value)) ?? (value ? { first: 0, last: this.#last } : null);
    if (!span || (!isEnd && (this.#player.paused || this.#shown <= span.last))) return;
    if (!value) this.#player.pause();
    this.#go(value ? span.first : span.last);
    if (value) this.play();
  }

  #show() {
    if (this.#times.length === 0) return;
    const frame = this.#at;
    const time = clock(this.#times[frame], 3);
    this.setAttribute('aria-busy', String(this.#wanted !== null));
    this.#bar.value = String(frame);
    this.#bar.setAttribute('aria-valuetext', this.#frames.hidden ? time : t('rate.video.at', { n: frame + 1, time }));
    write(this.#number, String(frame + 1));
    write(this.#time, time);
    for (const { first, last, drawn } of this.#spans) drawn?.classList.toggle('here', first <= frame && frame <= last);
  }

  #showPlaying() {
    const isStill = this.#player.paused || this.#isWalking;
    dress(this.#playing, isStill ? ICONS.play : ICONS.pause, isStill ? 'rate.video.play' : 'rate.video.pause');
  }

  // --- what a rater can do

  play() {
    this.#player.play().catch(() => {}); // a browser may refuse to play by itself; the picture is there all the same
  }

  toggle() {
    if (this.#isWalking) return;
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
    this.#go(this.#nearest(this.#times[this.#at] + seconds));
  }

  /** @param {number} number */
  jump(number) {
    const span = this.#spanOf(number);
    if (!span || this.#times.length === 0) return this.scrollIntoView({ block: 'nearest' });
    this.#turnTo(number);
    this.#once = span;
    this.play();
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

  /** @param {number} by */
  changeSpeed(by) {
    this.#wish({ speed: SPEEDS[SPEEDS.indexOf(wishes.speed) + by] ?? wishes.speed });
  }

  toggleSound() {
    this.#wish({ muted: !wishes.muted });
  }

  /** @param {Partial<typeof wishes>} change */
  #wish(change) {
    const { speed, volume, muted } = Object.assign(wishes, change);
    Object.assign(this.#player, { playbackRate: speed, volume, muted });
    this.#speed.value = String(speed);
    this.#volume.value = String(muted ? 0 : volume);
    dress(this.#sound, muted ? ICONS.silent : ICONS.sound, muted ? 'rate.video.unmute' : 'rate.video.mute');
  }

  /** Ask for a frame, or where they are not known for a time. */
  ask() {
    (this.#frames.hidden ? this.#time : this.#number).focus();
  }

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)
      || event.target !== document.activeElement; // the key has just moved the focus, to a search for instance
    const key = isTaken ? null : keys.find((other) => other.keys.includes(event.key.toLowerCase()));
    if (!key || this.#times.length === 0) return;
    event.preventDefault();
    key.act(this);
  };
}

// --- helpers

/** @param {Event} event */
const stop = (event) => event.stopPropagation();

/**
 * @param {Frames | undefined} frames
 * @returns {Promise<Frames | null>}
 */
async function tableOf(frames) {
  if (!frames?.url) return frames ?? null;
  const answer = await fetch(new URL(frames.url, document.baseURI)).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

/** A file of which a browser can only play the sound is as good as broken. @param {HTMLVideoElement} player */
async function metadataOf(player) {
  if (player.readyState === 0) await new Promise((resolve) => player.addEventListener('loadedmetadata', resolve, { once: true }));
  if (player.videoWidth === 0) throw new TypeError('video');
}

/** @param {Frames} frames */
function timesOf({ start = 0, end = 0, count = 1, scale = 1, steps }) {
  if (!steps) return Float64Array.from({ length: count + 1 }, (_, n) => start + ((end - start) * n) / count);
  let ticks = 0;
  return Float64Array.from([0, ...steps], (step) => start + (ticks += step) / scale);
}

/**
 * @param {number} seconds
 * @param {number} digits after the point
 */
function clock(seconds, digits) {
  const rounded = Number(seconds.toFixed(digits));
  return `${Math.floor(rounded / 60)}:${(rounded % 60).toFixed(digits).padStart(digits + 3, '0')}`;
}

/** Seconds of "1:02.5", "62,5" or "62.5"; NaN where it is none of these. @param {string} text */
function secondsOf(text) {
  return text.replace(',', '.').split(':').reduce((sum, part) => sum * 60 + parseFloat(part), 0);
}

/**
 * A field to write a place into. What is being written is not overwritten; Escape gives up.
 * @param {string} key
 * @param {string} inputmode
 * @param {(text: string) => void} take
 */
function field(key, inputmode, take) {
  const done = () => {
    if (input.classList.contains('written')) take((input.classList.remove('written'), input.value));
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing || !['Enter', 'Escape'].includes(event.key)) return;
    if (event.key === 'Escape') input.value = input.classList.contains('written') ? '' : input.value;
    done();
  };
  const on = { keydown, change: done, input: () => input.classList.add('written'), focus: () => input.select() };
  const input = el('input', { type: 'text', inputmode, autocomplete: 'off', 'aria-label': t(key), on });
  return input;
}

/**
 * @param {HTMLInputElement} input
 * @param {string} text
 */
function write(input, text) {
  if (!input.classList.contains('written')) input.value = text;
}

/**
 * @param {string} key
 * @param {() => void} change
 * @param {[string | number, string][]} options
 */
function select(key, change, options) {
  return el('select', { 'aria-label': t(key), on: { change } }, ...options.map(([value, text]) => el('option', { value, text })));
}

/**
 * @param {string} d
 * @param {string} key
 * @param {() => void} click
 */
function iconButton(d, key, click) {
  const made = button('', click, { class: 'button icon' });
  made.append(svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { fill: 'currentColor' })));
  return dress(made, d, key);
}

/**
 * @param {HTMLButtonElement} control
 * @param {string} d
 * @param {string} key
 */
function dress(control, d, key) {
  control.ariaLabel = control.title = t(key);
  control.querySelector('path')?.setAttribute('d', d);
  return control;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function svg(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

customElements.define('jb-video', Video);
