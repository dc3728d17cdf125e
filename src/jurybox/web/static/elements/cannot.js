// <jb-cannot>: "I cannot judge this", with the reason.
//
// Properties   label   the words of the button; set before the element is connected
//              value   the reason, "" while it is still to be written, or null where the target can be judged
//              fault   words of what is wrong, or null
// Events       change  the rater changed the value (bubbles)

import { button, el, freshId, t } from '../helpers/page.js';

const LONGEST_REASON = 2_000;

export class Cannot extends HTMLElement {
  label = '';
  /** @type {string | null} */
  #value = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const id = freshId();
    this.toggle = button(this.label, () => this.#tell(this.value === null ? '' : null), { class: 'button quiet' });
    this.reason = el('textarea', { id, rows: 2, dir: 'auto', maxlength: LONGEST_REASON });
    this.reason.addEventListener('input', () => this.#tell(this.reason?.value ?? ''));
    this.reason.addEventListener('change', (event) => event.stopPropagation());
    this.words = el('p', { class: 'fault', hidden: true, id: freshId() });
    this.panel = el('div', { class: 'reason' }, el('label', { for: id, text: t('rate.cannot_reason') }), this.reason, this.words);
    this.append(this.toggle, this.panel);
    this.#show();
  }

  get value() {
    return this.#value;
  }

  set value(value) {
    this.#value = value;
    this.#show();
  }

  /** @param {string | null} words */
  set fault(words) {
    if (!this.words || !this.reason) return;
    this.words.hidden = words === null;
    this.words.textContent = words ?? '';
    if (words === null) this.reason.removeAttribute('aria-describedby');
    else this.reason.setAttribute('aria-describedby', this.words.id);
  }

  focus() {
    (this.value === null ? this.toggle : this.reason)?.focus();
  }

  /** @param {string | null} value */
  #tell(value) {
    const isOpening = value !== null && this.value === null;
    this.value = value;
    this.fault = null;
    if (isOpening) this.reason?.focus();
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #show() {
    const { toggle, reason, panel } = this;
    if (!toggle || !reason || !panel) return;
    toggle.textContent = this.value === null ? this.label : t('rate.cannot_undo');
    toggle.setAttribute('aria-expanded', String(this.value !== null));
    panel.hidden = this.value === null;
    if (reason.value !== (this.value ?? '')) reason.value = this.value ?? '';
    this.classList.toggle('is-on', this.value !== null);
  }
}

customElements.define('jb-cannot', Cannot);
