// A form of a kind whose fields are saved by themselves, a moment after they were changed; what is typed meanwhile follows.

import { contents, isChanged, keepDraft, settle } from './form-state.js';
import { fetchPage, send } from './html.js';
import { showToast } from './toast-bar.js';

export class SelfSaving {
  #form;
  #told;
  /** What is under way, each after the one before. */
  #running = Promise.resolve();

  /** `told` gets the page that says what is wrong; after a save, the form that has nothing wrong in it. */
  constructor(form, told) {
    this.#form = form;
    this.#told = told;
  }

  /** Comes once nothing is under way any more. */
  get rest() { return this.#running; }

  /** Saves what was changed, if anything was. */
  save() {
    this.#running = this.#running.then(() => this.#save());
    return this.#running;
  }

  async #save() {
    const form = this.#form;
    if (!form.isConnected || !isChanged(form)) return;
    const sent = contents(form);
    try {
      const answer = await send(form.action, new FormData(form, form.querySelector('[name=save]')));
      if (!answer.isDone) return void this.#told(answer);
      const { document: page, status } = await fetchPage(form.action);
      // Somebody may have taken it away, or made it unreadable, meanwhile; the page says so by itself.
      if (status !== 200 || !page.querySelector('form.edit h1')) return;
      settle(form, page, sent);
      this.#told({ document: page, status });
      keepDraft(form);
      const toast = answer.document.querySelector('toast-bar');
      if (toast) showToast(toast);
    } catch {
      this.#told({ status: 0 });
    }
  }
}
