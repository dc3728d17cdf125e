// A length of time in words.

import { t } from '../../../static/helpers/page.js';

/** To the second below two minutes, then to the minute. @param {number} milliseconds */
export function timeWords(milliseconds) {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 120) return t('rate.time_seconds', { n: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('rate.time_minutes', { n: minutes });
  return t('rate.time_hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
