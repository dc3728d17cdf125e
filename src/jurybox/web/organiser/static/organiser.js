// Small helps on the organiser's pages; every page works without them, but for the one-time sign-in link.
//   #by-link              posts the token of /sign-in/#TOKEN
//   button[data-copy]     copies the field before it; data-copied is shown when it is done
//   form[data-confirm]    asks before it posts
//   time[datetime]        is shown in the reader's own time, and as their country writes it; one with data-day is a day alone

import { showTimes } from './times.js';

const byLink = document.getElementById('by-link');
if (byLink instanceof HTMLFormElement && location.hash.length > 1) {
  const token = byLink.querySelector('input');
  if (token) token.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  byLink.submit();
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('button[data-copy]'))) {
  const field = button.previousElementSibling;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
  button.hidden = false;
  field.addEventListener('focus', () => field.select());
  button.addEventListener('click', () => copy(field, button));
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-confirm]'))) {
  form.addEventListener('submit', (event) => {
    if (!confirm(form.dataset.confirm)) event.preventDefault();
  });
}

showTimes(document);

/**
 * The clipboard is not there on plain http; then the text is selected and copied the old way.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {HTMLButtonElement} button
 */
async function copy(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    const isHidden = field.hidden;
    field.hidden = false;
    field.classList.add('copied');
    field.select();
    document.execCommand('copy');
    field.classList.remove('copied');
    field.hidden = isHidden;
  }
  const before = button.textContent;
  button.textContent = button.dataset.copied ?? before;
  setTimeout(() => (button.textContent = before), 2_000);
}
