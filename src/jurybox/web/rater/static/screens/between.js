// Between two stages: what is shown from now on, and what is asked. Loaded when a rater first comes to another stage.

/** @import {Packet, Protocol} from '../models/wire.js' */
/** @import {RaterPage} from '../page/rater_page.js' */

import { button, el, say, t } from '../../../static/helpers/page.js';

/**
 * @param {RaterPage} page
 * @param {string} before the id of the stage that the rater comes from
 * @param {Packet} packet what comes after this screen
 */
export function betweenScreen(page, before, packet) {
  const { protocol } = /** @type {{protocol: Protocol}} */ (page.session.study);
  const number = protocol.stages.findIndex(({ id }) => id === packet.stage);
  const stage = protocol.stages[number];
  const known = protocol.stages.find(({ id }) => id === before)?.show ?? [];
  const isNew = (/** @type {string} */ name) => !known.includes(name);
  const shown = labels(protocol, stage.show.filter(isNew));
  const gone = labels(protocol, known.filter((name) => !stage.show.includes(name)));
  const title = el('h1', { tabindex: -1 }, t('rate.between.title', { number: number + 1, of: protocol.stages.length }),
    stage.title && ': ', stage.title && say('span', stage.title));
  page.put(el('section', { class: 'between card' }, title,
    part('rate.between.shown', shown), part('rate.between.gone', gone), part('rate.between.asked', stage.ask.map(({ prompt }) => say('li', prompt))),
    shown.length > 0 && el('p', { class: 'note', text: t('rate.between.final') }),
    button(t('rate.welcome.go_on'), () => page.open(packet), { class: 'button primary', 'data-enter': '' })));
  title.focus();
}

/** What fields are called, each as an entry of a list. @param {Protocol} protocol @param {string[]} names */
const labels = ({ fields }, names) => names.flatMap((name) => (fields[name]?.label ? [say('li', fields[name].label)] : []));

/** @param {string} heading @param {Node[]} entries */
const part = (heading, entries) => entries.length > 0
  && el('div', { class: 'between-part' }, el('h2', { text: t(heading) }), el('ul', {}, ...entries));
