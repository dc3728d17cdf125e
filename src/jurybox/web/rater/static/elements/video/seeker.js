// Brings a clip to a frame, and knows which one is on the screen.
//
// To show a frame, the clip is sent to the middle of the time it stands; which one is seen is taken from the time that the
// browser says of the picture (requestVideoFrameCallback). Where that is another one, as with some files whose frames are
// stored in another order, the clip is sent to the beginning of that time; and where this fails too, it is played up to
// the frame from a few frames before it.
//
// Events   show     the frame that was asked for has come, or is given up
//          see      a frame came on the screen while none was asked for
//          walked   the clip was played up to a frame; sound and speed are to be set again

/** @import {FrameTimes} from './frames.js' */

/** Where in the time of a frame the clip is sent, try after try; then it is walked up to, at these speeds. */
const PLACES = [0.5, 0.1];
const WALKS = [0.5, 0.125];
const RUN_UP = 5;
/** How long the right picture may take after the browser says it is there, and a walk, in milliseconds. */
const PATIENCE = 250;
const LONGEST_WALK = 4000;

export class Seeker extends EventTarget {
  /** Null until the clip is known. @type {FrameTimes | null} */
  times = null;
  /** Whether the browser says which frame is on the screen. */
  #isExact = false;
  #shown = 0;
  /** The frame that was asked for and is not on the screen yet. @type {number | null} */
  #wanted = null;
  /** The frame that the browser is on its way to. */
  #target = 0;
  #isSeeking = false;
  #try = 0;
  #timer = 0;
  isWalking = false;

  /** @param {HTMLVideoElement} player */
  constructor(player) {
    super();
    this.player = player;
    player.addEventListener('seeked', () => this.#arrived());
    player.addEventListener('timeupdate', () => {
      if (!this.#isExact && !this.#isSeeking && this.times) this.#see(this.times.standing(player.currentTime));
    });
    this.#watch();
  }

  /** Each picture that the browser puts on the screen comes with its time. */
  #watch() {
    this.player.requestVideoFrameCallback?.((_, { mediaTime }) => {
      if (this.#isExact && this.times) this.#see(this.times.nearest(mediaTime));
      this.#watch();
    });
  }

  /** Whether the picture is not yet the one that was asked for. */
  get isBusy() {
    return this.#wanted !== null;
  }

  /** The frame that is on the screen. */
  get shown() {
    return this.#shown;
  }

  /** The frame that is on the screen or on its way there. */
  get at() {
    return this.#wanted ?? this.#shown;
  }

  /**
   * A clip is there.
   * @param {FrameTimes} times
   * @param {boolean} isKnown whether these are its real frames
   * @returns {boolean} whether each frame can be shown exactly
   */
  begin(times, isKnown) {
    this.times = times;
    this.#isExact = isKnown && 'requestVideoFrameCallback' in this.player;
    return this.#isExact;
  }

  /** No clip is there. */
  end() {
    this.times = null;
    this.#isSeeking = false;
  }

  /** The last frame that is asked for is shown, those in between may be left out. @param {number} frame */
  go(frame) {
    if (Number.isNaN(frame) || !this.times) return;
    this.#wanted = Math.max(0, Math.min(this.times.last, frame));
    if (!this.#isSeeking || this.isWalking) this.#seek(this.#wanted);
  }

  play() {
    this.player.play().catch(() => {}); // a browser may refuse to play by itself; the picture is there all the same
  }

  /**
   * @param {number} frame
   * @param {number} [attempt]
   */
  #seek(frame, attempt = 0) {
    if (!this.times) return;
    this.#endWalk();
    this.#target = frame;
    this.#try = attempt;
    this.#isSeeking = true;
    this.isWalking = attempt >= PLACES.length;
    const from = this.isWalking ? Math.max(0, frame - RUN_UP) : frame;
    if (this.isWalking) Object.assign(this.player, { muted: true, playbackRate: WALKS[attempt - PLACES.length] });
    this.player.currentTime = this.times.within(from, PLACES[attempt] ?? 0.5);
  }

  /** The browser has arrived; the picture may still be on its way. */
  #arrived() {
    if (!this.#isSeeking) return;
    this.#isSeeking = false;
    if (!this.#isExact) this.#shown = this.#target;
    if (this.isWalking) this.play();
    else if (this.#shown === this.#target || !this.player.paused) return this.#settle();
    this.#settleIn(this.isWalking ? LONGEST_WALK : PATIENCE);
  }

  /** @param {number} wait */
  #settleIn(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), wait);
  }

  /** As right as it gets by this try. */
  #settle() {
    clearTimeout(this.#timer);
    const isWrong = this.#shown !== this.#target && this.#try < PLACES.length + WALKS.length - 1 && this.player.paused && !document.hidden;
    this.#endWalk();
    if (this.#wanted !== null && this.#wanted !== this.#target) this.#seek(this.#wanted);
    else if (isWrong) this.#seek(this.#target, this.#try + 1);
    else this.#wanted = null;
    this.dispatchEvent(new Event('show'));
  }

  #endWalk() {
    if (!this.isWalking) return;
    this.isWalking = false;
    this.player.pause();
    this.dispatchEvent(new Event('walked'));
  }

  /** This frame is on the screen. @param {number} frame */
  #see(frame) {
    this.#shown = frame;
    if (this.#wanted === null) this.dispatchEvent(new Event('see'));
    else if (!this.#isSeeking && this.isWalking && frame >= this.#target) {
      this.player.pause(); // which one more picture may follow
      this.#settleIn(PATIENCE);
    } else if (!this.#isSeeking && frame === this.#target) this.#settle();
  }
}
