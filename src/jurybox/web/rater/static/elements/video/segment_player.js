// The button of a segment that plays it in the clip beside it, and shows while it is played.

/** @import {Segment} from '../../models/wire.js' */
/** @import {Task} from '../task.js' */

import { icon, ICONS } from '../../helpers/icons.js';
import { button, hiddenWords, t } from '../../../../static/helpers/page.js';
import { SEGMENTS } from '../task.js';

/**
 * Plays a segment, and pauses it while it plays; null where it has no time in a clip.
 * @param {Task} task
 * @param {Segment} segment
 * @param {string} heading
 */
SEGMENTS.player = (task, { number, start }, heading) => {
  const isFilm = task.inHand.stage.show.some((name) => task.protocol.fields[name]?.type === 'video');
  if (start === null || !isFilm) return null;
  const play = button('', () => /** @type {any} */ (task.querySelector('jb-video'))?.jump(number), { class: 'button quiet play' });
  const show = (/** @type {number | null} */ playing) => {
    const [sign, key] = playing === number ? [ICONS.pause, 'rate.video.pause'] : [ICONS.play, 'rate.video.play'];
    play.replaceChildren(icon(sign), t(key), hiddenWords(heading));
  };
  task.addEventListener('segment', (event) => show(/** @type {CustomEvent} */ (event).detail));
  show(null);
  return play;
};
