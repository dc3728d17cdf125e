// The buttons below the text: labels, those of the open category, weights; something is missing, nothing to mark, undo.

/** @import {MarkLabel} from '../../../models/wire.js' */
/** @import {Marks} from '../marks.js' */

import { button, el, say, t } from '../../../../../static/helpers/page.js';
import { keysOf, laneOf, leavesOf, weightsOf } from './labels.js';

export class MarkPanel {
  /** The category whose labels are shown. @type {MarkLabel | null} */
  open = null;
  /** @type {MarkLabel | null} */
  #shown = null;

  /** @param {Marks} marks the element that it belongs to */
  constructor(marks) {
    this.marks = marks;
    const { question } = marks;
    const { labels = [], weights = [], allow_missing, none, required } = question;
    const keys = keysOf(labels, weights);
    const isAsked = leavesOf(question).length > 1 || weights.length === 0;
    this.labels = el('div', { class: 'labels', role: 'group', 'aria-label': t('rate.mark_as'), hidden: !isAsked },
      ...labels.map((label, i) => this.#label(label, keys.labels[i])));
    this.inner = el('div', { class: 'labels inner', role: 'group', hidden: true });
    this.weights = el('div', { class: 'labels weights', role: 'group', 'aria-label': t('rate.mark_weights'), hidden: weights.length === 0 },
      ...weights.map((weight, i) => keyed(button('', () => marks.say({ weight: weight.id }), {
        class: `button weight ${isAsked ? '' : laneOf(question, { weight: weight.id })}`, 'data-id': weight.id,
      }), isAsked ? null : el('span', { class: 'swatch' }), say('span', weight.label), keys.weights[i].toUpperCase())));
    this.missing = button(t('rate.mark_missing'), () => marks.chooseMissing(), { class: 'button quiet missing', hidden: !allow_missing });
    this.none = button('', () => marks.sayNone(), { class: 'button none', hidden: !none && !required });
    this.none.append(none ? say('span', none) : t('rate.mark_none'));
    this.undo = button(t('rate.mark_undo'), () => marks.undo(), { class: 'button quiet undo' });
    const more = el('div', { class: 'mark-tools' }, this.missing, this.none, this.undo);
    this.element = el('div', { class: 'marking' }, this.labels, this.inner, this.weights, more);
  }

  /**
   * @param {MarkLabel} label
   * @param {string} key
   */
  #label(label, key) {
    const { marks } = this;
    const inner = label.labels ?? [];
    const lane = laneOf(marks.question, { label: inner[0]?.id ?? label.id });
    const made = button('', () => this.press(label), { class: `button ${lane}`, 'data-id': label.id });
    return keyed(made, el('span', { class: 'swatch' }), say('span', label.label), key.toUpperCase());
  }

  /** A category opens or closes, a label is given. @param {MarkLabel} label */
  press(label) {
    if (!label.labels?.length) return this.marks.say({ label: label.id });
    this.open = this.open === label ? null : label;
    this.marks.show();
  }

  /** What the keys mean just now. @param {string} key */
  pressKey(key) {
    const { labels = [], weights = [] } = this.marks.question;
    const now = this.open?.labels ?? labels;
    const keys = keysOf(now, weights);
    const label = now[keys.labels.indexOf(key)];
    const weight = weights[keys.weights.indexOf(key)];
    const pressed = label && this.#buttonOf(label.id) || weight && this.#buttonOf(weight.id, this.weights);
    if (!pressed || pressed.disabled) return false;
    pressed.click();
    return true;
  }

  /**
   * @param {string} id
   * @param {HTMLElement} [group]
   * @returns {HTMLButtonElement | null}
   */
  #buttonOf(id, group = this.open ? this.inner : this.labels) {
    return group.querySelector(`[data-id="${id}"]`);
  }

  /**
   * @param {{isChoosing: boolean, isMissing: boolean, canUndo: boolean}} now
   */
  show({ isChoosing, isMissing, canUndo }) {
    const { question, inHand, disabled, value } = this.marks;
    this.#showInner();
    const allowed = weightsOf(question, inHand?.label ?? '').map(({ id }) => id);
    for (const made of /** @type {NodeListOf<HTMLButtonElement>} */ (this.element.querySelectorAll('[data-id]'))) {
      const id = made.dataset.id ?? '';
      const isWeight = made.classList.contains('weight');
      const category = question.labels?.find((label) => label.id === id && label.labels?.length);
      made.disabled = disabled || !isChoosing || (isWeight && !allowed.includes(id));
      const isOn = category ? category.labels.some((label) => label.id === inHand?.label) : id === (isWeight ? inHand?.weight : inHand?.label);
      made.setAttribute('aria-pressed', String(isOn && !made.disabled));
      if (category) made.setAttribute('aria-expanded', String(category === this.open));
    }
    this.element.classList.toggle('choosing', isChoosing);
    this.missing.setAttribute('aria-pressed', String(isMissing));
    this.none.setAttribute('aria-pressed', String(value?.length === 0));
    this.missing.disabled = disabled;
    this.none.disabled = disabled || (value ?? []).length > 0;
    this.undo.disabled = disabled || !canUndo;
  }

  #showInner() {
    if (this.open === this.#shown) return;
    this.#shown = this.open;
    const { labels = [], label } = this.open ?? {};
    const keys = keysOf(labels, this.marks.question.weights ?? []);
    this.inner.hidden = labels.length === 0;
    this.labels.classList.toggle('opened', labels.length > 0);
    this.inner.replaceChildren(...labels.map((one, i) => this.#label(one, keys.labels[i])));
    if (label) this.inner.setAttribute('aria-label', say('span', label).textContent ?? '');
  }
}

/**
 * @param {HTMLButtonElement} made
 * @param {Node | null} sign
 * @param {Node} words
 * @param {string} key
 */
function keyed(made, sign, words, key) {
  made.append(...[sign, words, key ? el('kbd', { 'aria-hidden': 'true', text: key }) : null].filter((node) => node !== null));
  return made;
}
