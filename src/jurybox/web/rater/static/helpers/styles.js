// Styles that are loaded when they are first needed.

import { el } from '../../../static/helpers/page.js';

/** @type {Record<string, Promise<unknown>>} */
const asked = {};

/**
 * @param {string} name of the file in css/
 * @param {string} address of the page's script
 */
export function styleSheet(name, address) {
  asked[name] ??= new Promise((resolve) => {
    const href = new URL(`css/${name}.css`, address);
    document.head.append(el('link', { rel: 'stylesheet', href, on: { load: resolve, error: resolve } }));
  });
  return asked[name];
}
