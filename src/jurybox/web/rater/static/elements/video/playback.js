// How fast and how loud clips are played. What the rater chose for one clip holds for the next.

import { el, t } from '../../../../static/helpers/page.js';
import { dress, iconButton, PLAYER_ICONS, select } from './controls.js';

const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];
const wishes = { speed: 1, volume: 1, muted: false };

export class Playback {
  #speed = select('rate.video.speed', () => this.#wish({ speed: Number(this.#speed.value) }),
    SPEEDS.map((speed) => [speed, t('rate.video.times', { n: speed })]));
  #sound = iconButton(PLAYER_ICONS.sound, 'rate.video.mute', () => this.toggleSound());
  #volume = el('input', { type: 'range', class: 'volume', min: 0, max: 1, step: 0.05, 'aria-label': t('rate.video.volume') });

  /** @param {HTMLVideoElement} player */
  constructor(player) {
    this.player = player;
    this.#volume.addEventListener('input', () => {
      const volume = Number(this.#volume.value);
      this.#wish(volume > 0 ? { volume, muted: false } : { muted: true });
    });
    this.apply();
  }

  get speedControl() {
    return this.#speed;
  }

  get soundControls() {
    return [this.#sound, this.#volume];
  }

  /** Bring player and controls to what the rater wishes. */
  apply() {
    this.#wish({});
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
    Object.assign(this.player, { playbackRate: speed, volume, muted });
    this.#speed.value = String(speed);
    this.#volume.value = String(muted ? 0 : volume);
    this.#volume.setAttribute('aria-valuetext', t('rate.video.percent', { n: Math.round(muted ? 0 : 100 * volume) }));
    dress(this.#sound, muted ? PLAYER_ICONS.silent : PLAYER_ICONS.sound, muted ? 'rate.video.unmute' : 'rate.video.mute');
  }
}
