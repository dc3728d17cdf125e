// Questions to the organiser: those of this rater with their replies, those that were published, and a field for a new one.

/** @import {Packet} from '../../models/wire.js' */

import { button, el, freshId, spoken, t } from '../../../../static/helpers/page.js';
import { request } from '../../models/request.js';
import { uuid } from '../../models/uuid.js';

/** The question that is being written, kept while the panel is filled anew; its id is made once, so it arrives once. */
const asking = { id: uuid(), text: '', isOpen: false };

/**
 * @param {any} asked
 * @param {() => Packet | null} inHand
 * @param {() => Promise<void>} again
 */
export function enquiriesView({ enquiries, published, replies, unread }, inHand, again) {
  const id = freshId();
  const field = el('textarea', { id, maxlength: 4000, rows: 3, dir: 'auto' });
  field.value = asking.text;
  field.addEventListener('input', () => (asking.text = field.value));
  const trouble = el('p', { class: 'trouble', role: 'alert' });
  const send = button(t('rate.ask.send'), async () => {
    if (!field.value.trim()) return field.focus();
    const packet = inHand();
    try {
      const about = packet ? { assignment: packet.assignment, stage: packet.stage } : {};
      await request('POST', 'api/enquiries', { id: asking.id, text: field.value, lang: spoken(), ...about });
      Object.assign(asking, { id: uuid(), text: '' });
      await again();
    } catch {
      trouble.textContent = t('rate.ask.trouble');
    }
    return undefined;
  }, { class: 'button' });
  const one = (/** @type {string} */ said, /** @type {string[]} */ answers) => el('li', {}, el('p', { class: 'said', dir: 'auto', text: said }),
    ...answers.map((text) => el('p', { class: 'reply', dir: 'auto', text })),
    answers.length === 0 && el('p', { class: 'note', text: t('rate.ask.waiting') }));
  const own = enquiries.map((/** @type {any} */ each) => one(each.text, each.replies.map((/** @type {{text: string}} */ { text }) => text)));
  const others = published.map((/** @type {any} */ each) => one(each.question, [each.text]));
  const view = el('details', { class: 'enquiries', 'aria-label': t('rate.ask.title'), open: unread > 0 || asking.isOpen },
    el('summary', { text: t('rate.ask.title') }),
    el('label', { for: id, text: t('rate.ask.label') }), field, trouble, send,
    own.length > 0 && el('section', {}, el('h3', { text: t('rate.ask.own') }), el('ul', {}, ...own)),
    others.length > 0 && el('section', {}, el('h3', { text: t('rate.ask.published') }), el('ul', {}, ...others)));
  view.addEventListener('toggle', async () => {
    asking.isOpen = view.open;
    if (!view.open || unread === 0) return;
    unread = 0;
    await request('POST', 'api/acknowledgements', { replies }).catch(() => {});
    view.dispatchEvent(new Event('read', { bubbles: true }));
  });
  return view;
}
