// The keys of a clip, which work wherever the focus is.

/** @import {Video} from '../video.js' */

import { isWriting } from '../../../../static/helpers/page.js';

/** @type {{keys: string[], textKey: string, act: (video: Video) => void}[]} */
export const KEYS = [
  { keys: ['Space', 'k'], textKey: 'rate.video.key_play', act: (video) => video.toggle() },
  { keys: [','], textKey: 'rate.video.back', act: (video) => video.step(-1) },
  { keys: ['.'], textKey: 'rate.video.forward', act: (video) => video.step(1) },
  { keys: ['j'], textKey: 'rate.video.key_second_back', act: (video) => video.skip(-1) },
  { keys: ['l'], textKey: 'rate.video.key_second_forward', act: (video) => video.skip(1) },
  { keys: ['b'], textKey: 'rate.video.key_previous', act: (video) => video.turn(-1) },
  { keys: ['n'], textKey: 'rate.video.key_next', act: (video) => video.turn(1) },
  { keys: ['r'], textKey: 'rate.video.key_loop', act: (video) => video.toggleLoop() },
  { keys: ['-'], textKey: 'rate.video.key_slower', act: (video) => video.playback.changeSpeed(-1) },
  { keys: ['+', '='], textKey: 'rate.video.key_faster', act: (video) => video.playback.changeSpeed(1) },
  { keys: ['m'], textKey: 'rate.video.key_mute', act: (video) => video.playback.toggleSound() },
  { keys: ['g'], textKey: 'rate.video.key_go', act: (video) => video.ask() },
];

/** What Space presses. */
const PRESSED = 'button, input, select, summary, a[href], dialog, [tabindex="0"]';

/**
 * What a key press asks of the clip: nothing while something is written, and Space is left to what has the focus and takes it.
 * @param {KeyboardEvent} event
 */
export function keyFor(event) {
  const { target } = event;
  const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)
    || target !== document.activeElement; // the key has just moved the focus, to a search for instance
  const isPressing = event.key === ' ' && target instanceof Element && target.closest(PRESSED) !== null;
  const name = event.key === ' ' ? 'Space' : event.key.toLowerCase();
  return isTaken || isPressing ? null : KEYS.find(({ keys }) => keys.includes(name));
}
