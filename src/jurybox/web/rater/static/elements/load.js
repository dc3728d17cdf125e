// Fetches the elements that a stage needs and that are not there from the start, with their styles.

/** @import {Protocol, Stage} from '../models/wire.js' */

import { styleSheet } from '../helpers/styles.js';
import { isScore, typeOf } from '../models/question_types.js';

/** The files of what is shown and is not there from the start, by the type of the field; of texts that have a form, one. @type {Record<string, string>} */
const SHOWN_LATER = { image: 'picture', people: 'people', audio: 'sound', video: 'video', text: '' };

/**
 * @param {Stage} stage
 * @param {Protocol} protocol
 * @param {string} address of the page's script
 * @param {boolean} [hasSuggestions]
 */
export async function loadElements({ ask, show }, protocol, address, hasSuggestions = false) {
  const fields = show.map((name) => protocol.fields[name]);
  const asked = ask.filter((question) => typeOf(question).comesLater).map(({ type }) => `questions/${type}`);
  const shown = fields.map(({ type, difference }) => (difference ? 'formed' : SHOWN_LATER[type] ?? 'formed')).filter(Boolean);
  const isLater = { conditions: ask.some((question) => question.only_if), 'formed/difference': fields.some(({ difference }) => difference), suggestions: hasSuggestions, same_as: ask.filter((question) => question.about === 'candidate' && isScore(question)).length > 1, segments: protocol.unit.segments !== 0 };
  const later = Object.entries(isLater).filter(([, is]) => is).map(([name]) => name);
  if (shown.length) later.push('../helpers/broken_media'); // beside what may need it, and not after
  const styles = ask.map((question) => typeOf(question).sheet).filter(Boolean).map((name) => styleSheet(new URL(`css/${name}.css`, address)));
  await Promise.all([...styles, ...Array.from(new Set([...asked, ...shown, ...later]), (name) => import(`./${name}.js`))]);
}
