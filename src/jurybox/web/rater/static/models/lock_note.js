// A note in the local store in place of a lock, where the browser has none (plain http). It goes stale by itself and keeps
// other pages out well enough.

import { attempt } from './device.js';

const STALE = 4_000;

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withNote(name, work) {
  const mine = String(Math.random());
  while (!taken(name, mine)) await new Promise((resolve) => setTimeout(resolve, 200));
  const renewal = setInterval(() => taken(name, mine), 1_000);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    attempt(() => localStorage.removeItem(name));
  }
}

/**
 * @param {string} name
 * @param {string} mine
 */
function taken(name, mine) {
  return attempt(() => {
    const [owner, until] = (localStorage.getItem(name) ?? ' 0').split(' ');
    if (owner && owner !== mine && Number(until) > Date.now()) return false;
    localStorage.setItem(name, `${mine} ${Date.now() + STALE}`);
    return true;
  }) ?? true;
}
