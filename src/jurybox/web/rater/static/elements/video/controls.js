// The small controls of a clip: buttons with a sign, fields for a place, choosers.

import { button, el, t } from '../../../../static/helpers/page.js';
import { icon, svg } from '../../helpers/icons.js';

/** Beside those of the whole page. */
export const PLAYER_ICONS = {
  back: 'M4 5h3v14H4zM20 5v14L9 12z',
  forward: 'M17 5h3v14h-3zM4 5v14l11-7z',
  sound: 'M3 9v6h4l5 4V5L7 9zM15 8v8q4-4 0-8zM16 4v2q6 6 0 12v2q10-8 0-16z',
  silent: 'M3 9v6h4l5 4V5L7 9zM15 8l7 7-1 1-7-7zM21 8l1 1-7 7-1-1z',
};

/**
 * A field to write a place into. What is being written is not overwritten; Escape gives up.
 * @param {string} key
 * @param {string} inputmode
 * @param {(text: string) => void} take
 */
export function field(key, inputmode, take) {
  const done = () => {
    if (input.classList.contains('written')) take((input.classList.remove('written'), input.value));
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing || !['Enter', 'Escape'].includes(event.key)) return;
    if (event.key === 'Escape') input.value = input.classList.contains('written') ? '' : input.value;
    done();
  };
  const on = { keydown, change: done, input: () => input.classList.add('written'), focus: () => input.select() };
  const input = el('input', { type: 'text', inputmode, autocomplete: 'off', 'aria-label': t(key), on });
  return input;
}

/**
 * @param {HTMLInputElement} input
 * @param {string} text
 */
export function write(input, text) {
  if (!input.classList.contains('written')) input.value = text;
}

/**
 * @param {string} key
 * @param {() => void} change
 * @param {[string | number, string][]} options
 */
export function select(key, change, options) {
  return el('select', { 'aria-label': t(key), on: { change } }, ...options.map(([value, text]) => el('option', { value, text })));
}

/**
 * @param {string} d
 * @param {string} key
 * @param {() => void} click
 */
export function iconButton(d, key, click) {
  const made = button('', click, { class: 'button icon' });
  made.append(icon(d));
  return dress(made, d, key);
}

/**
 * @param {HTMLButtonElement} control
 * @param {string} d
 * @param {string} key
 */
export function dress(control, d, key) {
  control.ariaLabel = control.title = t(key);
  control.querySelector('path')?.setAttribute('d', d);
  return control;
}

/**
 * A segment on the timeline; x and width in percent.
 * @param {number} number
 * @param {number} x
 * @param {number} width
 */
export function spanShape(number, x, width) {
  return svg('g', { 'data-span': number }, svg('rect', { x: `${x}%`, width: `${width}%`, height: '100%', rx: 4 }),
    svg('text', { x: `${x + width / 2}%`, y: '50%', 'text-anchor': 'middle', 'dominant-baseline': 'central' }, String(number)));
}
