// Keeps the results page up to date; the page works without it.
//   #live[data-ask]      what to ask whether there are new findings; data-as-of says how old the shown ones are
// New findings replace #live as the server shows them. What was folded out stays so, and nothing is replaced under the
// reader's focus.

import { showTimes } from './times.js';

const OFTEN = 1_500;
const SELDOM = 15_000;

/** @returns {HTMLElement | null} */
const live = () => document.getElementById('live');

const wait = () => {
  const shown = live();
  const isBusy = shown?.dataset.state === 'working' || shown?.dataset.bundle === 'working';
  if (shown && (isBusy || shown.dataset.open === 'yes')) setTimeout(look, isBusy ? OFTEN : SELDOM);
};

/** Ask how the findings are, and fetch the page again when they are not those that are shown. */
async function look() {
  const shown = live();
  try {
    if (shown && !document.hidden) {
      const answer = await fetch(shown.dataset.ask ?? '', { headers: { accept: 'application/json' } });
      if (answer.ok) {
        const { state, as_of: asOf, newer } = await answer.json();
        const isOld = state !== shown.dataset.state || (asOf ?? '') !== shown.dataset.asOf || (newer > 0 && state === 'stale');
        if ((isOld || shown.dataset.bundle === 'working') && !isBeingRead(shown)) await renew(shown);
      }
    }
  } catch {
    // The server is away; the next look may find it.
  }
  wait();
}

/**
 * Whether the focus is inside: then it is not pulled away.
 * @param {HTMLElement} shown
 */
const isBeingRead = (shown) => shown.contains(document.activeElement);

/** @param {HTMLElement} shown */
async function renew(shown) {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('live');
  if (!fresh || isBeingRead(shown)) return;
  const open = new Set([...shown.querySelectorAll('details[open]')].map(nameOf));
  for (const details of fresh.querySelectorAll('details')) details.open = open.has(nameOf(details));
  showTimes(fresh);
  shown.replaceWith(document.adoptNode(fresh));
}

/**
 * What tells one folded part from the others: its section and what it says.
 * @param {Element} details
 */
const nameOf = (details) =>
  `${details.closest('section')?.getAttribute('aria-labelledby')} ${details.querySelector('summary')?.textContent}`;

wait();

