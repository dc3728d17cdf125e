// The styles of marks: loaded once, with the first text that has any.

import { el } from '../../../static/helpers/page.js';

/** @param {string} address of the module that asks, two folders below css/ or one */
export async function markStyles(address) {
  const [root] = address.split('/elements/');
  const href = `${root}/css/marks.css`;
  if (document.querySelector(`link[href="${href}"]`)) return;
  await new Promise((resolve) => document.head.append(el('link', { rel: 'stylesheet', href, on: { load: resolve, error: resolve } })));
}
