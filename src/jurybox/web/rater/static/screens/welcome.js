// The card that everything before the first task stands on.
//
// Module   welcome(page, heading, ...parts)

/** @import {Child} from '../../../static/helpers/page.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

import { el } from '../../../static/helpers/page.js';

/**
 * @param {RaterPage} page
 * @param {string} heading
 * @param {...Child} parts
 */
export function welcome(page, heading, ...parts) {
  const title = el('h1', { tabindex: -1, text: heading });
  page.put(el('section', { class: 'welcome card' }, title, ...parts));
  title.focus();
}
