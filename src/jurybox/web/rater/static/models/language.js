// Which language a rater reads. Knows no DOM.

/** @import {Study} from './wire.js' */

/**
 * The first that there are words for of: what the rater chose, what the organiser set for them, what the browser prefers and
 * the protocol has, what the study has.
 * @param {Pick<Study, 'language' | 'rater_language' | 'languages'>} study
 * @param {{chosen: string | null, browser: readonly string[], offered: string[]}} of
 * @returns {string | null}
 */
export function languageFor(study, { chosen, browser, offered }) {
  const own = [chosen, study.rater_language].map((tag) => tag && among(tag, offered));
  const common = browser.map((tag) => among(tag, offered)).find((tag) => tag && among(tag, study.languages));
  return [...own, common, among(study.language, offered)].find(Boolean) || null;
}

/** A language tag, or the language without its region, where it is one of those. @param {string} tag @param {string[]} known */
function among(tag, known) {
  return known.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? known.find((one) => one === tag.split('-')[0].toLowerCase()) ?? null;
}
