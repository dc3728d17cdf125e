// A picture, a sound or a clip that cannot be shown. Loaded with what shows one.

import { button, el, t } from '../../../static/helpers/page.js';

/**
 * What stands in the place of a picture, a sound or a clip that cannot be shown. It stops nobody. What is only not here
 * yet, because there is no network, comes by itself when there is one.
 * @param {string} name
 * @param {string} url
 * @param {() => void} retry
 */
export function brokenMedia(name, url, retry) {
  const words = el('span', { text: t(navigator.onLine ? 'rate.broken_media' : 'rate.offline_media') });
  const box = el('div', { class: 'broken', role: 'alert' }, el('p', {}, el('b', { text: `${name}: ` }), words), button(t('rate.try_again'), retry));
  isReachable(url).then((isThere) => {
    if (isThere) return;
    words.textContent = t('rate.offline_media');
    addEventListener('online', () => box.isConnected && retry(), { once: true });
  });
  return box;
}

/** Whether the server answers at all, whatever it says. @param {string} url */
const isReachable = (url) => fetch(url, { method: 'HEAD' }).then(() => true, () => false);
