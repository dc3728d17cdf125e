// A sound, with the browser's own controls.

import { brokenMedia } from '../helpers/broken_media.js';
import { LATER_VIEWS } from '../helpers/fields.js';
import { styleSheet } from '../helpers/styles.js';
import { el } from '../../../static/helpers/page.js';

/**
 * @param {string} url
 * @param {string} name
 */
function soundView(url, name) {
  const sound = el('div', { class: 'sound' });
  const build = () => {
    const player = el('audio', { controls: true, preload: 'metadata', src: url, 'aria-label': name });
    player.addEventListener('error', () => sound.replaceChildren(brokenMedia(name, url, build)), { once: true });
    sound.replaceChildren(player);
  };
  build();
  return sound;
}

LATER_VIEWS.sound = soundView;
await styleSheet(new URL('../css/pictures.css', import.meta.url));
