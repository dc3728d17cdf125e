// A screen with a few words on it, of which most others are made.

/** @import {RaterPage} from '../page/rater_page.js' */

import { el } from '../../../static/helpers/page.js';

/**
 * @param {RaterPage} page
 * @param {string} heading
 * @param {string} words
 * @param {...(Node | null)} more
 */
export function messageScreen(page, heading, words, ...more) {
  const title = el('h1', { tabindex: -1, text: heading });
  page.put(el('section', { class: 'message card' }, title, el('p', { text: words }), ...more));
  title.focus();
}
