// Fetches the elements that a stage needs and that are not there from the start, with their styles.

/** @import {Protocol, Stage} from '../models/wire.js' */

import { styleSheet } from '../helpers/styles.js';
import { typeOf } from '../models/question_types.js';

/** The files of what is shown and is not there from the start, by the type of the field. @type {Record<string, string>} */
const SHOWN_LATER = { image: 'picture', people: 'people', audio: 'sound', video: 'video' };

/**
 * @param {Stage} stage
 * @param {Protocol} protocol
 * @param {string} address of the page's script
 */
export async function loadElements({ ask, show }, protocol, address) {
  const asked = ask.filter((question) => typeOf(question).comesLater).map(({ type }) => `questions/${type}`);
  const shown = show.map((name) => SHOWN_LATER[protocol.fields[name]?.type]).filter(Boolean);
  const later = ask.some((question) => question.only_if) ? ['conditions'] : [];
  const style = ask.some((question) => typeOf(question).isStyledLater) && styleSheet(new URL('css/asked_later.css', address));
  await Promise.all([style, ...Array.from(new Set([...asked, ...shown, ...later]), (name) => import(`./${name}.js`))]);
}
