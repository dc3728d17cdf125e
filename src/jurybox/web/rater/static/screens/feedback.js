// What the guideline says to an example that was just rated, answer by answer.
//
// Module   showFeedback(page, rated, feedback)

/** @import {Feedback, Packet} from '../models/wire.js' */
/** @import {StageInHand} from '../models/stage.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

import { button, el, say, t } from '../../../static/helpers/page.js';
import { exampleView } from '../elements/guideline.js';
import { request } from '../models/request.js';
import { resultScreen } from './result.js';
import { styled } from './states.js';
import { troubleScreen } from './trouble.js';
import { welcome } from './welcome.js';

/**
 * @param {RaterPage} page
 * @param {StageInHand} rated
 * @param {Feedback} feedback
 */
export async function showFeedback(page, rated, { title, note, answers }) {
  await styled(page);
  const counted = answers.filter(({ verdict }) => verdict !== 'left');
  const good = counted.filter(({ verdict }) => verdict !== 'off').length;
  welcome(page, t('rate.welcome.says_title'),
    counted.length > 0 && el('p', { class: 'notice', text: t('rate.welcome.result', { good, of: counted.length }) }),
    title && say('h2', title), ...exampleView(page.session, rated.packet, answers), note && say('p', note, { class: 'note' }),
    button(t('rate.welcome.go_on'), () => goOn(page, rated.packet), { class: 'button primary' }));
}

/**
 * On to the next example or, after the last one, to how the round went.
 * @param {RaterPage} page
 * @param {Packet} packet
 */
async function goOn(page, packet) {
  const { number, of } = packet.example ?? { number: 0, of: 0 };
  if (number !== of) return page.next();
  try {
    const [before, study] = await Promise.all([request('GET', 'api/before'), request('GET', 'api/study')]);
    page.session.study = study; // what was held back until the examples were rated may be read now
    if (!before.calibration?.result) return await page.next();
    return await resultScreen(page, before.calibration);
  } catch (error) {
    return troubleScreen(page, error, () => goOn(page, packet));
  }
}
