// The language of the page: that of the study, until the rater chooses another, which then holds for the next visit.

/** @import {RaterPage} from './rater_page.js' */

import { byId, speak, spoken } from '../../../static/helpers/page.js';
import { attempt } from '../models/device.js';

const REMEMBERED = 'jurybox.language';

export class Languages {
  #choice = byId('language', HTMLSelectElement);

  /** @param {RaterPage} page */
  constructor(page) {
    this.page = page;
    this.#choice.addEventListener('change', async () => {
      attempt(() => localStorage.setItem(REMEMBERED, this.#choice.value));
      await this.#change(this.#choice.value);
      page.showAgain();
    });
  }

  /** @param {string} ofStudy */
  begin(ofStudy) {
    return this.#change(attempt(() => localStorage.getItem(REMEMBERED)) ?? ofStudy);
  }

  /** @param {string} wanted */
  async #change(wanted) {
    const offered = Array.from(this.#choice.options, (option) => option.value);
    const lang = [wanted, wanted.split('-')[0]].find((tag) => offered.includes(tag)) ?? spoken();
    if (lang !== spoken()) {
      const answer = await fetch(new URL(`./texts/${lang}.json`, this.page.address)).catch(() => null);
      if (answer?.ok) speak(lang, await answer.json());
    }
    this.#choice.value = spoken();
    this.page.panel.showWords();
    this.page.header.showWords();
  }
}
