// What was submitted before and is changed now: begun here and gone on with after a reload, submitted in two places, or
// refused by the server. Nothing is replaced before the rater has submitted it as a change. Loaded when it comes to that.

/** @import {Judgement, Packet} from '../models/wire.js' */
/** @import {RaterPage} from './rater_page.js' */

import { isPassing } from '../models/request.js';
import { keyOf } from '../models/session.js';
import { isAnswered } from '../models/stage.js';
import { correctionBanner } from '../screens/task.js';
import { troubleScreen } from '../screens/trouble.js';

/**
 * The visit goes on with the correction that was begun here.
 * @param {RaterPage} page
 * @param {Packet} kept
 */
export async function goOnCorrecting(page, kept) {
  try {
    await page.open(await reopened(page, kept));
  } catch { // it is final by now, or gone
    await page.session.leaveUnchanged(kept);
    await page.next();
  }
}

/** As the server has it now; without a network as it was kept. @param {RaterPage} page @param {Packet} kept */
async function reopened({ session }, kept) {
  try {
    return await session.reopen(kept.assignment, kept.stage);
  } catch (error) {
    if (!isPassing(error)) throw error;
    return kept;
  }
}

/**
 * The stage in hand was submitted in another tab: what was begun here becomes a correction, to be submitted or not.
 * @param {RaterPage} page
 * @param {Judgement} judgement
 */
export function submittedElsewhere(page, judgement) {
  const { drafts, inHand, task } = page;
  const packet = inHand?.packet;
  if (!packet || keyOf(packet) !== keyOf(judgement) || isAnswered(packet)) return;
  const { answers, comment, cannot } = judgement;
  Object.assign(packet, { answers, comment, cannot });
  drafts.changed();
  task?.before(correctionBanner(page, true));
}

/**
 * A judgement that was not accepted, to be mended: this one, else the first. Where another is there already, it is the
 * correction of that.
 * @param {RaterPage} page
 * @param {string} [id]
 */
export async function openRefused(page, id) {
  const { session } = page;
  const refusals = await session.outbox.refusals();
  const entry = refusals.find(({ judgement }) => judgement.id === id) ?? refusals[0];
  if (!entry) return;
  const { assignment, stage, answers, comment, cannot } = entry.judgement;
  const draft = { answers, comment, cannot };
  try {
    const packet = await session.reopen(assignment, stage);
    await session.keepDraft(packet, draft).catch(() => {});
    if (isAnswered(packet)) await session.keepCorrection(packet);
    await page.open({ ...packet, draft }, isAnswered(packet));
    await session.outbox.forget(entry);
  } catch (error) {
    troubleScreen(page, error, () => page.next());
  }
}
