// The guideline beside its preview: what is written is shown as raters will read it. Without this, the preview follows
// when the changes are looked at.
//   textarea[data-preview]   posts its text to that address a moment after it was changed; the answer goes to #preview

import { isFieldChanged } from './changed.js';

const WAIT_MS = 400;
const written = document.querySelector('textarea[data-preview]');
const shown = document.getElementById('preview');

if (written instanceof HTMLTextAreaElement && shown) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Only the last answer is shown. */
  let asked = 0;
  const show = async () => {
    const number = ++asked;
    const body = new FormData();
    body.set('prose', written.value);
    const answer = await fetch(written.dataset.preview ?? '', { method: 'POST', body }).catch(() => null);
    if (!answer?.ok || number !== asked) return;
    const html = await answer.text(); // sanitised by the server, and scripts of a parsed document never run
    if (number === asked) shown.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
  };
  written.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, WAIT_MS);
  });
  if (isFieldChanged(written)) show();
}
