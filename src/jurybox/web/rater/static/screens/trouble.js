// Something went wrong: no network, a link that is no good, another rater, a server in trouble. What may pass is tried again;
// from everything else there is a way on.

/** @import {RaterPage} from '../page/rater_page.js' */

import { faultWords } from '../helpers/fault_words.js';
import { button, knows, t } from '../../../static/helpers/page.js';
import { UnknownType } from '../models/question_types.js';
import { isPassing, Offline, OtherRater, ServerError } from '../models/request.js';
import { messageScreen } from './message.js';

/**
 * @param {RaterPage} page
 * @param {unknown} error
 * @param {() => void} again
 */
export function troubleScreen(page, error, again) {
  if (error instanceof OtherRater) {
    return page.show(() => messageScreen(page, t('rate.other_title'), t('rate.other'), button(t('rate.other_go_on'), () => location.reload())));
  }
  const reload = () => button(t('rate.try_again'), () => location.reload(), { class: 'button primary' });
  if (error instanceof UnknownType) messageScreen(page, t('rate.trouble_title'), error.message, reload());
  if (!(error instanceof Offline || error instanceof ServerError)) throw error;
  const passes = isPassing(error);
  const isDenied = error instanceof ServerError && error.status === 401;
  const isKept = page.session.outbox.waiting > 0;
  const onward = () => button(t('rate.welcome.go_on'), () => page.next(), { class: 'button primary', 'data-enter': '' });
  const tried = () => button(t('rate.try_again'), again, { class: 'button primary' });
  page.show(() => messageScreen(page, ...troubleWords(error, isKept), isDenied ? reload() : passes ? tried() : onward()));
  if (passes) page.lookAgain(again);
  return undefined;
}

/**
 * The heading and the words.
 * @param {Offline | ServerError} error
 * @param {boolean} isKept whether judgements wait on this device
 * @returns {[string, string]}
 */
function troubleWords(error, isKept) {
  if (!(error instanceof ServerError)) return [t('rate.offline_title'), t(isKept ? 'rate.offline_kept' : 'rate.offline')];
  const { faults: [fault], status } = error;
  if (status === 401) return [t('rate.denied_title'), t(fault?.code === 'link.revoked' ? 'rate.revoked' : 'rate.denied')];
  const isTold = fault && (knows(`error.${fault.code}`) || fault.message);
  return [t('rate.trouble_title'), isTold ? faultWords(fault) : t('rate.trouble', { code: String(status) })];
}
