// <share-form>: what goes out, or is exported, is shown anew with each choice, so that it is never that of another one. <share-file>: what was made goes straight to another program of the device, where the browser can do that.

import { announce, fetchPage } from './html.js';

class ShareForm extends HTMLElement {
  #request = null;
  #isLeft = false;

  connectedCallback() {
    this.addEventListener('change', (event) => { if (event.target.form) this.#show(event.target.form); });
    this.addEventListener('submit', (event) => {
      if (event.submitter?.dataset.preview === undefined || this.#isLeft) return;
      event.preventDefault();
      this.#show(event.target, event.submitter);
    });
  }

  /** `asked` is the button that was pressed, where one was: without an answer here, the browser itself goes for it. */
  async #show(form, asked) {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    const { signal } = request;
    const said = new URLSearchParams(new FormData(form, form.querySelector('button')));
    // Who waits sees that something is under way.
    const waiting = setTimeout(() => this.#wait(true), 150);
    const isPosted = form.method === 'post';
    const address = isPosted ? form.action : `${form.action.split('?')[0]}?${said}`;
    try {
      const { document: page } = await fetchPage(address, { signal, form: isPosted ? said : undefined });
      const fresh = page.querySelector('share-form');
      // A page that is another one says why, and leaves these questions as they are.
      if (!fresh) throw new Error('no answer');
      this.#wait(false);
      for (const place of ['.preview', '.msg', '.actions']) this.#swap(place, form, fresh.querySelector(place));
      if (!isPosted) history.replaceState(history.state, '', address);
      announce(this.querySelector('.msg, .preview .sub')?.textContent ?? '');
      // Where there is no room beside the questions it stands below them.
      if (asked) this.querySelector('.msg, .preview:not([hidden])')?.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      // Of a choice the button still shows it.
      if (error.name === 'AbortError' || !asked) return;
      this.#isLeft = true;
      form.requestSubmit(asked);
    } finally {
      clearTimeout(waiting);
      if (this.#request === request) this.#wait(false);
    }
  }

  #wait(isWaiting) {
    this.classList.toggle('waiting', isWaiting);
    const doing = this.querySelector('.doing');
    if (isWaiting) announce(doing.textContent);
    doing.hidden = !isWaiting;
  }

  /** Puts what the server made in place of what is there; what is gone goes. */
  #swap(place, form, fresh) {
    const old = this.querySelector(place);
    // A button stays below the pointer that presses it, and keeps the focus.
    if (old && fresh) {
      if (old.isEqualNode(fresh)) return;
      const hadFocus = old.contains(document.activeElement);
      old.replaceWith(fresh);
      if (hadFocus) fresh.querySelector('button')?.focus();
    } else if (fresh) form.before(fresh);
    else old?.remove();
  }
}

customElements.define('share-form', ShareForm);

/** The most bytes that are fetched before somebody asks: a browser shares only shortly after a tap. */
const mostAhead = 32 << 20;
const types = { html: 'text/html', zip: 'application/zip', gz: 'application/gzip' };

class ShareFile extends HTMLElement {
  #file = null;

  connectedCallback() {
    const { file: name, size, word } = this.dataset;
    const type = types[name.split('.').pop()] ?? 'application/octet-stream';
    if (!navigator.canShare?.({ files: [new File(['x'], name, { type })] })) return;
    this.#file = () => (this.loaded ??= fetch(this.querySelector('a').href)
      .then((reply) => (reply.ok ? reply.blob() : Promise.reject(new Error(reply.statusText))))
      .then((blob) => new File([blob], name, { type })));
    if (Number(size) <= mostAhead) this.#file().catch(() => { this.loaded = null; });
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'btn first', textContent: word });
    button.addEventListener('click', () => this.#share(button));
    this.querySelector('a').classList.remove('first');
    this.prepend(button);
  }

  async #share(button) {
    button.disabled = true;
    try {
      await navigator.share({ files: [await this.#file()] });
    } catch (error) {
      // Closing the list of programs needs no message. After a long fetch the next tap works.
      if (error.name !== 'AbortError') announce(this.dataset.failed);
    }
    button.disabled = false;
  }
}

customElements.define('share-file', ShareFile);
