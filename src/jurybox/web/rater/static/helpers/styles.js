// Styles that are loaded when they are first needed.

import { el } from '../../../static/helpers/page.js';

/** By address. @type {Record<string, Promise<unknown>>} */
const asked = {};

/** @param {URL} href */
export function styleSheet(href) {
  asked[href.href] ??= new Promise((resolve) =>
    document.head.append(el('link', { rel: 'stylesheet', href, on: { load: resolve, error: resolve } })));
  return asked[href.href];
}
