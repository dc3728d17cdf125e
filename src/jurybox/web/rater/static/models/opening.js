// How a session begins, and how a link is known again.

import { answerTo, request } from './request.js';

/**
 * How a session begins: by the request that early.js has on its way, else by one of its own.
 * @param {string} token
 * @param {number} ahead how many units come with it
 */
export function askFirst(token, ahead) {
  const { early } = /** @type {{early?: Promise<Response>}} */ (globalThis);
  Object.assign(globalThis, { early: undefined });
  if (early) return answerTo(early);
  return token ? request('POST', 'api/session', { token, ahead }) : request('GET', 'api/study');
}

/** Enough to know a link again, too little to make one: 32 bits (FNV-1a). @param {string} text */
export function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193);
  return hash >>> 0;
}
