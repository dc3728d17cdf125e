// <jb-slider>: a number in a range. Properties and events: see question.js; `value` is a number. It starts without a thumb:
// the first touch or key sets it. Keys are those of a range input; Delete takes it back.

import { el, formatNumber, freshId, say, t } from '../../../../static/helpers/page.js';
import { QuestionElement } from './question.js';

class Slider extends QuestionElement {
  get isClearable() {
    return true;
  }

  build() {
    const { min = 0, max = 100, step = 1, anchors = [] } = this.question;
    const range = el('input', { type: 'range', min, max, step, id: freshId(), 'aria-labelledby': this.promptId });
    this.output = el('output', { for: range.id });
    range.addEventListener('input', () => this.tell(Number(range.value)));
    // Where the first touch hits the middle, the input sees no change.
    range.addEventListener('pointerup', () => this.value === null && this.tell(Number(range.value)));
    range.addEventListener('keydown', (event) => {
      if (event.key === 'Delete' || event.key === 'Backspace') this.tell(null);
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === ' ') this.tell(Number(range.value));
    });
    this.range = range;
    const ends = anchors.map(({ value, label }) => el('li', {}, el('b', { text: formatNumber(value) }), ' ', say('span', label)));
    return [el('div', { class: 'slider' }, range, this.output), el('ul', { class: 'anchors' }, ...ends)];
  }

  show() {
    const { range, output } = this;
    if (!range || !output) return;
    const { min = 0, max } = this.question;
    range.disabled = this.disabled;
    range.classList.toggle('unset', this.value === null);
    range.value = String(this.value ?? (min + (max ?? 100)) / 2);
    output.textContent = this.value === null ? '–' : formatNumber(this.value);
    range.setAttribute('aria-valuetext', this.value === null ? t('rate.unanswered')
      : t('rate.number_of', { value: formatNumber(this.value), max: max ?? 100 }));
  }
}

customElements.define('jb-slider', Slider);
