// <jb-comment>: free text. Properties and events: see question.js; `value` is the text, or null where it is empty. `change`
// comes with every key, so that a draft misses nothing.

import { el, t } from '../../../../static/helpers/page.js';
import { QuestionElement } from './question.js';

const LONGEST = 10_000;

class Comment extends QuestionElement {
  build() {
    const maxlength = this.question.longest ?? LONGEST;
    this.area = el('textarea', { rows: 2, dir: 'auto', maxlength, 'aria-labelledby': this.promptId });
    this.area.addEventListener('input', () => this.tell(this.area?.value || null));
    this.room = el('p', { class: 'room', 'aria-live': 'polite' });
    return [this.area, this.room];
  }

  show() {
    const { area, room } = this;
    if (!area || !room) return;
    if (area.value !== (this.value ?? '')) area.value = this.value ?? '';
    area.disabled = this.disabled;
    const left = (this.question.longest ?? LONGEST) - area.value.length;
    room.textContent = left > 100 ? '' : t('rate.room', { n: left });
  }
}

customElements.define('jb-comment', Comment);
