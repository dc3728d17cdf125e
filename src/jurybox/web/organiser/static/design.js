// Asks what the design would mean at every change; without it the line answers when the design is saved.
//   form[data-estimate]   the form of the design, and where it is posted for the line
//   #estimate             the line, which is replaced as the server shows it
//   #share                how many units a rater may have, likewise
//   #examples             the worked examples, replaced when another language is said ([data-languages])

import { isChanged } from './changed.js';

const PAUSE = 200;
const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-estimate]'));
let asked = 0;
let otherLanguages = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** Only the newest answer is shown. */
async function ask() {
  if (!form?.checkValidity()) return;
  const mine = ++asked;
  try {
    const answer = await fetch(form.dataset.estimate ?? '', { method: 'POST', body: new FormData(form) });
    if (!answer.ok || mine !== asked) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.getElementById('estimate');
    const line = document.getElementById('estimate');
    if (!fresh || !line) return;
    line.replaceChildren(...fresh.childNodes);
    const share = page.getElementById('share');
    const shared = document.getElementById('share');
    if (share && shared) {
      shared.className = share.className;
      shared.replaceChildren(...share.childNodes);
    }
    const examples = page.getElementById('examples');
    if (otherLanguages && examples) document.getElementById('examples')?.replaceWith(examples);
    otherLanguages = false;
    const raters = form.elements.namedItem('raters');
    if (raters instanceof HTMLInputElement) raters.placeholder = fresh.dataset.raters ?? '';
  } catch {
    // The server is away; the next change asks again.
  }
}

form?.addEventListener('input', ({ target }) => {
  otherLanguages ||= target instanceof HTMLElement && 'languages' in target.dataset;
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
});
if (form && isChanged(form)) ask();

export {};
