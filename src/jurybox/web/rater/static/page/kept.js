// The page, its modules and styles are kept on the device, so that it starts without a network. Plain http has no such thing.

/** @import {RaterPage} from './rater_page.js' */

import { BEHIND } from '../models/device.js';
import { keepFiles } from '../models/kept_files.js';

/** Loaded when first asked for, and kept all the same, so that they are there without a network. */
const LATER = ['css/later.css', 'page/corrections.js', 'screens/dialogs.js', 'screens/tasks.js', 'screens/between.js', 'screens/done.js', 'screens/closed.js', 'elements/guideline.js', 'elements/open.js'];

/** @param {RaterPage} page */
export async function keepPage({ session, address }) {
  if (session.isFromDevice || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register('/rate/worker.js').catch(() => {});
  await Promise.allSettled(BEHIND);
  const files = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/static/'));
  const later = LATER.map((name) => new URL(name, address).href);
  keepFiles('jurybox page', [location.pathname, ...new Set([...files, ...later])]);
}
