// The rater's page begins: the session is opened with the link's token, and what happens to the window is handed on.

import { byId, speak } from '../../static/helpers/page.js';
import { Device } from './models/device.js';
import { Session } from './models/session.js';
import { pressKey } from './page/keys.js';
import { RaterPage } from './page/rater_page.js';

/** The link's token, which leaves the address bar at once. */
function tokenOf() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

speak(document.documentElement.lang, JSON.parse(byId('texts', HTMLScriptElement).textContent ?? '{}'));
const session = new Session(new Device(location.pathname));
const page = new RaterPage(session, import.meta.url);

addEventListener('online', () => page.resume());
addEventListener('keydown', (event) => pressKey(page, event));
addEventListener('hashchange', () => location.hash.length > 1 && page.start(tokenOf()));
addEventListener('pagehide', () => page.drafts.isDue && page.drafts.send());
addEventListener('beforeunload', (event) => {
  if (session.outbox.loose > 0 || (session.outbox.waiting > 0 && !session.device.lasts)) event.preventDefault();
});
page.start(tokenOf());
