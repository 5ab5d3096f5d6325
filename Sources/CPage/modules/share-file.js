// <share-file>: a file that was made goes straight to another program of the device, where the browser can do that.

import { announce } from './html.js';

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
