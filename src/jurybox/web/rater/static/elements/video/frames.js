// When the frames of a clip are shown, and times as they are written. Frames are counted from 0.

/** @import {Frames} from '../../models/wire.js' */

/**
 * What is known of the frames of a clip; null where nothing is.
 * @param {Frames | undefined} frames
 * @returns {Promise<Frames | null>}
 */
export async function tableOf(frames) {
  if (!frames?.url) return frames ?? null;
  const answer = await fetch(new URL(frames.url, document.baseURI)).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

export class FrameTimes {
  /** The start of each frame in seconds, and the end of the last one. */
  #times = new Float64Array(0);

  /** @param {Frames} frames */
  constructor({ start = 0, end = 0, count = 1, scale = 1, steps }) {
    let ticks = 0;
    this.#times = steps ? Float64Array.from([0, ...steps], (step) => start + (ticks += step) / scale)
      : Float64Array.from({ length: count + 1 }, (_, n) => start + ((end - start) * n) / count);
  }

  /** The last frame. */
  get last() {
    return this.#times.length - 2;
  }

  /** When a frame begins; of the one after the last, when the clip ends. @param {number} frame */
  at(frame) {
    return this.#times[frame];
  }

  /**
   * A time while a frame is shown.
   * @param {number} frame
   * @param {number} part of its time, 0.5 for the middle
   */
  within(frame, part) {
    return this.at(frame) + part * (this.at(frame + 1) - this.at(frame));
  }

  /** The frame that stands at this time. @param {number} time */
  standing(time) {
    let [low, high] = [0, this.last];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.at(middle) <= time + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The frame that begins nearest to this time. @param {number} time */
  nearest(time) {
    const frame = this.standing(time);
    const isNext = frame < this.last && this.at(frame + 1) - time <= time - this.at(frame) + 1e-6;
    return Number.isNaN(time) ? NaN : frame + Number(isNext);
  }

  /**
   * The frames of a segment: at least one, and up to the last where it has no end.
   * @param {number} start
   * @param {number | null} end
   */
  spanOf(start, end) {
    const first = this.nearest(start);
    const isToEnd = end === null || end >= this.at(this.last + 1);
    return { first, last: Math.max(first, isToEnd ? this.last : this.nearest(end) - 1) };
  }
}

/**
 * @param {number} seconds
 * @param {number} digits after the point
 */
export function clock(seconds, digits) {
  const rounded = Number(seconds.toFixed(digits));
  return `${Math.floor(rounded / 60)}:${(rounded % 60).toFixed(digits).padStart(digits + 3, '0')}`;
}

/** Seconds of "1:02.5", "62,5" or "62.5"; NaN where it is none of these. @param {string} text */
export function secondsOf(text) {
  return text.replace(',', '.').split(':').reduce((sum, part) => sum * 60 + parseFloat(part), 0);
}
