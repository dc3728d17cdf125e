// The people of a film, with their pictures.

/** @import {Media, Person} from '../models/wire.js' */
/** @import {Shown} from '../helpers/fields.js' */

import { LATER_VIEWS } from '../helpers/fields.js';
import { styleSheet } from '../helpers/styles.js';
import { el, present, t, wordsOf } from '../../../static/helpers/page.js';

/**
 * @param {Shown} shown
 * @param {Person[]} people
 */
function peopleView({ spec, hasLabel }, people) {
  const label = spec.label && hasLabel ? wordsOf(spec.label) : t('rate.people');
  const list = people.map(({ role, name, picture }) => el('li', {}, headshot(picture, role),
    el('span', { class: 'person' }, ...present([
      el('b', { dir: 'auto', text: role }), name ? el('span', { dir: 'auto', text: name }) : null]))));
  const isWide = matchMedia('(min-width: 64rem)').matches;
  return el('details', { class: 'field is-people', 'aria-label': label, open: isWide }, el('summary', { text: label }), el('ul', {}, ...list));
}

/**
 * A picture of the person, or the first letter of the role.
 * @param {Media | null} picture
 * @param {string} role
 */
function headshot(picture, role) {
  const letter = el('span', { class: 'headshot', 'aria-hidden': 'true', text: Array.from(role)[0] ?? '' });
  if (!picture) return letter;
  const src = new URL((picture.small ?? picture).url, document.baseURI).href;
  const image = el('img', { class: 'headshot', src, alt: '', width: 48, height: 48, loading: 'lazy' });
  image.addEventListener('error', () => image.replaceWith(letter), { once: true });
  return image;
}

await styleSheet(new URL('../css/people.css', import.meta.url));
LATER_VIEWS.people = peopleView;
