// What stands in the place of a picture or a sound that cannot be shown. It stops nobody.

import { el, t } from '../../../static/helpers/page.js';

/**
 * @param {string} name
 * @param {Node | null} [retry]
 */
export const brokenMedia = (name, retry = null) => el('div', { class: 'broken', role: 'alert' },
  el('p', {}, el('b', { text: `${name}: ` }), t('rate.broken_media')), retry);
