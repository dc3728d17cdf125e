// Times in the page's language, written as in the reader's country where the browser knows it: `en` alone would be American.

/**
 * The page's language as the reader has it.
 * @param {string} lang
 * @param {readonly string[]} known what the reader's browser asks for, first the dearest
 */
export const languageOf = (lang, known) => known.find((one) => one.split('-')[0] === lang) ?? lang;

/** @typedef {Intl.DateTimeFormatOptions} Style */
/** @type {Style} */
const MOMENT = { dateStyle: 'medium', timeStyle: 'short' };
/** @type {Style} */
const DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' };

/**
 * Show every <time datetime> in the reader's own time; one with data-day is a day alone.
 * @param {ParentNode} within
 * @param {Style} [style]
 */
export function showTimes(within, style = MOMENT) {
  const language = languageOf(document.documentElement.lang, navigator.languages);
  const moments = new Intl.DateTimeFormat(language, style);
  const days = new Intl.DateTimeFormat(language, DAY);
  for (const time of within.querySelectorAll('time')) {
    time.textContent = ('day' in time.dataset ? days : moments).format(new Date(time.dateTime));
  }
}
