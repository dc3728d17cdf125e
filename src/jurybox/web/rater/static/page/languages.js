// The language of the page: the rater's own, which they chose here or the organiser set for them; else the browser's, where
// the protocol has it; else the study's. What is chosen here holds for the next visit.

/** @import {Study} from '../models/wire.js' */
/** @import {RaterPage} from './rater_page.js' */

import { byId, speak, spoken } from '../../../static/helpers/page.js';
import { attempt } from '../models/device.js';
import { languageFor } from '../models/language.js';

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

  /** @param {Study} study */
  begin(study) {
    const offered = Array.from(this.#choice.options, (option) => option.value);
    const chosen = attempt(() => localStorage.getItem(REMEMBERED));
    return this.#change(languageFor(study, { chosen, browser: navigator.languages ?? [navigator.language], offered }) ?? spoken());
  }

  /** @param {string} lang */
  async #change(lang) {
    if (lang !== spoken()) {
      const answer = await fetch(new URL(`./texts/${lang}.json`, this.page.address)).catch(() => null);
      if (answer?.ok) speak(lang, await answer.json());
    }
    this.#choice.value = spoken();
    this.page.panel.showWords();
    this.page.header.showWords();
  }
}
