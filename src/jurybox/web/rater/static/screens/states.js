// Screens for the states in which there is nothing to rate. Those that few raters see, or only once, are loaded when needed.

/** @import {RaterPage} from '../page/rater_page.js' */

import { styleSheet } from '../helpers/styles.js';
import { Offline } from '../models/request.js';
import { troubleScreen } from './trouble.js';
import { waitScreen } from './wait.js';

/** @type {Record<string, (page: RaterPage) => void>} */
export const SCREENS = {
  done: (page) => loaded(page, async () => (await import('./done.js')).doneScreen(page)),
  before: (page) => loaded(page, async () => (await import('./before.js')).showBefore(page)),
  wait: waitScreen,
  closed: (page) => loaded(page, async () => (await import('./closed.js')).closedScreen(page)),
};

/** The styles of what is loaded later. @param {RaterPage} page */
export const styled = ({ address }) => styleSheet(new URL('css/later.css', address));

/**
 * A screen whose module is fetched first. What goes wrong is said, with a way on.
 * @param {RaterPage} page
 * @param {() => Promise<unknown>} screen
 */
export async function loaded(page, screen) {
  try {
    await styled(page);
    await screen();
  } catch (error) {
    troubleScreen(page, error instanceof TypeError ? new Offline() : error, () => page.next());
  }
}
