// <jb-video>: a clip with one button per segment that jumps to its start.
//
// Properties   source    the clip's URL; set before the element is connected
//              naming    what the clip is called, for screen readers
//              size      {width, height} where known, so that nothing moves when the clip arrives
//              segments  [{number, start, end}]; start in seconds, or null
// Methods      jump(n)   go to the start of segment n and play it
// Events       error     the clip cannot be shown

/** @import {Media, Segment} from '../models/wire.js' */

import { el, t } from '../helpers/page.js';

class Video extends HTMLElement {
  source = '';
  naming = '';
  /** @type {Partial<Media>} */
  size = {};
  /** @type {Segment[]} */
  segments = [];

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const { width, height } = this.size;
    const kind = { controls: true, playsinline: true, preload: 'metadata' };
    this.player = el('video', { ...kind, src: this.source, width, height, 'aria-label': this.naming });
    this.player.addEventListener('error', () => this.dispatchEvent(new Event('error')));
    const timed = this.segments.filter((segment) => segment.start !== null);
    const jumps = timed.map(({ number, start }) =>
      el('button', { type: 'button', class: 'button quiet', on: { click: () => this.jump(number) } },
        t('rate.segment', { n: number }), el('span', { class: 'time', text: clock(start ?? 0) })));
    this.append(this.player, el('div', { class: 'jumps', role: 'group', 'aria-label': t('rate.jump_to') }, ...jumps));
  }

  /** @param {number} number */
  jump(number) {
    const start = this.segments.find((segment) => segment.number === number)?.start ?? null;
    if (!this.player || start === null) return;
    this.player.currentTime = start;
    this.player.play().catch(() => {}); // a browser may refuse to play by itself; the picture is there all the same
  }
}

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const tenths = Math.floor((seconds - whole) * 10);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}.${tenths}`;
}

customElements.define('jb-video', Video);
