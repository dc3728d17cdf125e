// A shared result: posts the token of the address and shows what comes back in the place of #shared.
//   #shared[data-away]   what to say where the server does not answer

import { showTimes } from './times.js';

const token = location.hash.slice(1);

async function show() {
  const shown = document.getElementById('shared');
  if (!shown) return;
  try {
    const body = new URLSearchParams({ token });
    const headers = { accept: 'text/html' };
    const answer = await fetch(`/shared/result${location.search}`, { method: 'POST', body, headers });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.getElementById('shared');
    if (!fresh) throw new Error(`${answer.status}`);
    for (const input of fresh.querySelectorAll('input')) if (input.name === 'token') input.value = token;
    showTimes(fresh, { dateStyle: 'long' });
    document.title = fresh.querySelector('h1')?.textContent ?? document.title;
    shown.replaceWith(document.adoptNode(fresh));
  } catch {
    const said = shown.querySelector('[role=status]');
    if (said) said.textContent = shown.dataset.away ?? '';
    shown.removeAttribute('aria-busy');
  }
}

addEventListener('hashchange', () => location.reload());
show();

