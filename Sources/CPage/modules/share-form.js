// <share-form>: what goes out is shown anew with each choice, so that it is never that of another one.

import { announce, fetchPage } from './html.js';

class ShareForm extends HTMLElement {
  #request = null;

  connectedCallback() {
    this.addEventListener('change', (event) => { if (event.target.form?.id === 'share') this.#show(event.target.form); });
  }

  async #show(form) {
    this.#request?.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    const said = new URLSearchParams(new FormData(form));
    const isPosted = form.method === 'post';
    const address = isPosted ? form.action : `${form.action.split('?')[0]}?${said}`;
    try {
      const { document: page } = await fetchPage(address, { signal, form: isPosted ? said : undefined });
      const fresh = page.querySelector('share-form');
      for (const place of ['.preview', '.msg', '.actions']) this.#swap(place, form, fresh?.querySelector(place));
      if (!isPosted) history.replaceState(history.state, '', address);
      announce(this.querySelector('.msg, .preview .sub')?.textContent ?? '');
    } catch { /* The button still shows it. */ }
  }

  /** Puts what the server made in place of what is there; what is gone goes. */
  #swap(place, form, fresh) {
    const old = this.querySelector(place);
    if (old && fresh) old.replaceWith(fresh);
    else if (fresh) form.before(fresh);
    else old?.remove();
  }
}

customElements.define('share-form', ShareForm);
