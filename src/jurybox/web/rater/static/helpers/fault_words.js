// What is wrong with an answer, in words.

import { knows, t } from '../../../static/helpers/page.js';

/** @typedef {{code: string, message?: string, where?: string | null, question?: string, target?: string, allowed?: any}} Shortcoming */

/**
 * A fault in the rater's words, else in the server's.
 * @param {Shortcoming} fault
 */
export function faultWords({ code, message, allowed }) {
  if (!knows(`error.${code}`)) return message ?? code;
  const isRange = allowed !== null && typeof allowed === 'object' && !Array.isArray(allowed);
  return t(`error.${code}`, isRange ? { ...allowed } : { allowed: [allowed].flat().join(', ') });
}
