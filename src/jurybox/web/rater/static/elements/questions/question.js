// What all question elements share: prompt, help, explanations one tap away, the place of a fault, a rule's reason.
//
// Properties   question   the question as the protocol writes it; set before the element is connected
//              target     "unit", a segment number or a letter
//              naming     what the target is called, for screen readers ("Caption B")
//              isRepeated whether the same question stands above for another target; its help is then folded away
//              letters    the candidates that can be compared (preference, ranking)
//              value      the answer as it is sent, or null; starts as null
//              inPlace    (own) a part that shows explanations itself while it has the class "explained"
//              disabled   shown, but not to be changed
//              because    why a rule has filled it in, or null
//              fault      words of what is wrong, or null
// Events       change     the rater changed the value (bubbles; never sent when a property is set)

/** @import {Question, Target, Text, Value} from '../../models/wire.js' */

import { button, el, freshId, isWriting, say, t } from '../../../../static/helpers/page.js';
import { icon, ICONS } from '../../helpers/icons.js';

/** @typedef {{label: Text, definition?: Text | null, examples?: Text[], value?: number}} Explained */

export class QuestionElement extends HTMLElement {
  /** @type {Question} */
  question = /** @type {any} */ (null);
  /** @type {Target} */
  target = 'unit';
  naming = '';
  isRepeated = false;
  /** @type {string[]} */
  letters = [];
  /** @type {Value | null} */
  _value = null;
  _disabled = false;
  /** @type {Text | null} */
  because = null;
  /** The prompt's id, which names an answering input. */
  promptId = freshId();
  /** @type {HTMLElement | null} */
  inPlace = null;
  /** @type {HTMLElement | null} */
  #fault = null;
  /** @type {HTMLButtonElement | null} */
  #clear = null;

  constructor() {
    super();
    // The change events of the inputs inside stay inside.
    this.addEventListener('change', (event) => event.target !== this && event.stopImmediatePropagation());
    this.addEventListener('keydown', (event) => {
      const isRadio = event.target instanceof HTMLInputElement && event.target.type === 'radio';
      if (isRadio && this.isClearable && (event.key === 'Delete' || event.key === 'Backspace') && !isWriting(event)) this.tell(null);
    });
  }

  /** Whether there is a button (and the Delete key) that takes the answer back. */
  get isClearable() {
    return false;
  }

  /** Whether Delete takes the answer back wherever the focus is: then Tab passes over the button. */
  get hasKeyToClear() {
    return this.kind === 'radiogroup';
  }

  /** What the controls are together, for screen readers. @returns {'group' | 'radiogroup'} */
  get kind() {
    return 'group';
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.#fault = el('p', { class: 'fault', id: freshId(), hidden: true });
    this.classList.toggle('repeated', this.isRepeated);
    this.append(this.frame(...this.build()));
    this.#render();
  }

  #render() {
    this.show();
    if (this.#clear) this.#clear.disabled = this.value === null || this.disabled;
  }

  get value() {
    return this._value;
  }

  set value(value) {
    this._value = value;
    if (this.childElementCount > 0) this.#render();
  }

  get disabled() {
    return this._disabled;
  }

  set disabled(disabled) {
    this._disabled = disabled;
    if (this.childElementCount > 0) this.#render();
  }

  /** @param {string | null} words */
  set fault(words) {
    if (!this.#fault) return;
    this.#fault.hidden = words === null;
    this.#fault.textContent = words ?? '';
    const group = this.querySelector('.question');
    if (words === null) group?.removeAttribute('aria-describedby');
    else group?.setAttribute('aria-describedby', this.#fault.id);
    this.classList.toggle('has-fault', words !== null);
  }

  /**
   * The rater says this.
   * @param {Value | null} value
   */
  tell(value) {
    if (this.disabled) return;
    this.value = value;
    this.fault = null;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Focus the first thing that can be answered with: a field before the buttons around it. */
  focus() {
    /** @type {HTMLElement | null} */
    const first = this.querySelector('.answer :is(input, textarea, [tabindex="0"]):not(:disabled)') ?? this.querySelector('.answer button');
    first?.focus();
  }

  /**
   * Render anew without losing the keyboard's place: what had the focus is found again by its data-key.
   * @param {() => void} render
   * @param {string} otherwise what takes the focus where it is gone
   */
  keepingFocus(render, otherwise) {
    const held = document.activeElement;
    const key = held instanceof HTMLElement && this.contains(held) ? held.dataset.key : undefined;
    render();
    if (key === undefined) return;
    /** @type {HTMLElement | null} */
    const next = this.querySelector(`[data-key="${key}"]:not(:disabled)`) ?? this.querySelector(otherwise);
    next?.focus({ preventScroll: true });
  }

  /** The controls that answer. @returns {Node[]} */
  build() {
    return [];
  }

  /** Bring the controls to `value` and `disabled`. */
  show() {}

  /** What can be looked up. @returns {{heading: Text | null, entries: Explained[]}[]} */
  explained() {
    return [];
  }

  /** @param {...Node} controls */
  frame(...controls) {
    const { prompt, help, required } = this.question;
    const optional = required ? [] : [' ', el('span', { class: 'optional', text: t('rate.optional') })];
    const target = this.naming ? el('span', { class: 'hidden', text: `${this.naming}: ` }) : null;
    return el(
      'div',
      { class: 'question', role: this.kind, 'aria-labelledby': this.promptId },
      el('p', { class: 'prompt', id: this.promptId }, target, say('span', prompt), ...optional),
      help && !this.isRepeated ? say('p', help, { class: 'help' }) : null,
      el('div', { class: 'answer' }, ...controls),
      ...this.#aids(),
      this.because ? this.#reason(this.because) : null,
      this.#fault,
    );
  }

  /** @param {Text} because */
  #reason(because) {
    return el('p', { class: 'rule' }, el('strong', { text: `${t('rate.by_rule')} ` }), say('span', because));
  }

  /** What can be looked up, and the way back to no answer. */
  #aids() {
    const [toggle, panel] = this.#explanation();
    if (this.isClearable && !this.because) {
      this.#clear = this.#aid('rate.clear', ICONS.close, 'plain clear', () => {
        this.tell(null);
        this.focus();
      });
      if (this.hasKeyToClear) this.#clear.tabIndex = -1;
    }
    return toggle || this.#clear ? [el('div', { class: 'aids' }, toggle, this.#clear), panel] : [];
  }

  /**
   * A button that is a sign where there is little room; its name says which question it is about.
   * @param {string} key
   * @param {string} sign
   * @param {string} kind
   * @param {() => void} click
   */
  #aid(key, sign, kind, click) {
    const id = freshId();
    const made = button('', click, { class: kind, 'aria-labelledby': `${id} ${this.promptId}` });
    made.append(icon(sign), el('span', { class: 'words', id, text: t(key) }));
    return made;
  }

  /** @returns {[HTMLElement | null, HTMLElement | null]} */
  #explanation() {
    const parts = this.explained().filter(({ entries }) => entries.some((entry) => entry.definition || entry.examples?.length));
    const { help } = this.question;
    if (parts.length === 0 && !help && !this.inPlace) return [null, null];
    const panel = el('div', { class: 'explanation', id: freshId(), hidden: true });
    const toggle = this.#aid('rate.explain', ICONS.info, 'plain explain', () => {
      const isOpen = toggle.getAttribute('aria-expanded') !== 'true';
      if (panel.childElementCount === 0) panel.append(...(help ? [say('p', help, { class: 'whole-help' })] : []), ...parts.map(explanationOf));
      panel.hidden = !isOpen || panel.childElementCount === 0;
      this.inPlace?.classList.toggle('explained', isOpen);
      toggle.setAttribute('aria-expanded', String(isOpen));
    });
    toggle.setAttribute('aria-expanded', 'false');
    toggle.setAttribute('aria-controls', this.inPlace?.id ?? panel.id);
    if (parts.length === 0 && !this.isRepeated && !this.inPlace) toggle.classList.add('only-help');
    return [toggle, panel];
  }
}

/** @param {{heading: Text | null, entries: Explained[]}} part */
function explanationOf({ heading, entries }) {
  const list = el('dl', {});
  for (const entry of entries) {
    list.append(el('dt', {}, entry.value === undefined ? null : `${entry.value} `, say('span', entry.label)));
    list.append(...meaningOf(entry, 'dd'));
  }
  return el('section', {}, heading ? say('p', heading, { class: 'heading' }) : null, list);
}

/**
 * The definition of a level or tag and its worked examples; those that are being rated are withheld by the server.
 * @param {Pick<Explained, 'definition' | 'examples'>} entry
 * @param {'dd' | 'p'} tag
 */
export function meaningOf({ definition, examples = [] }, tag) {
  const shown = examples.map((example) => say(tag, example, { class: 'example' }));
  return [...(definition ? [say(tag, definition)] : []), ...shown];
}

/**
 * An input with its label as one large target.
 * @param {'radio' | 'checkbox'} type
 * @param {{name: string, value: string, class: string, described?: string | null}} of
 * @param {...Node | string | null} label
 */
export function option(type, of, ...label) {
  const input = el('input', { type, name: of.name, value: of.value, 'aria-describedby': of.described });
  return el('label', { class: of.class }, input, ...label);
}
