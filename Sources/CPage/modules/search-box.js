// The search box: results while typing, completion below, the error where it stands.

import { fetchPage, painted } from './html.js';

class SearchBox extends HTMLElement {
  #input = this.querySelector('input[type=search]');
  #list = this.querySelector('.completion');
  #asked = 0;
  #isBusy = false;
  #wanted = false;

  connectedCallback() {
    const input = this.#input;
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-controls', this.#list.id);
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-autocomplete', 'list');
    input.addEventListener('input', () => this.#typed());
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('blur', () => setTimeout(() => this.#close(), 150));
    this.#list.addEventListener('pointerdown', (event) => {
      const option = event.target.closest('[role=option]');
      if (option && !event.button) { event.preventDefault(); this.#take(option); }
    });
    this.querySelector('form').addEventListener('submit', (event) => {
      if (!this.#results) return;
      event.preventDefault();
      this.#close();
      this.#search({ isFinal: true });
    });
    // The tab that searches names the box.
    const enter = () => {
      if (location.hash !== `#${input.id}`) return;
      input.focus();
      input.select();
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    addEventListener('hashchange', enter);
    enter();
    // Chips and the way back change the search as well.
    document.addEventListener('results', ({ target }) => {
      const error = document.getElementById('q-error');
      if (error) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
      if (document.activeElement !== input) input.value = target.address.searchParams.get('q') ?? '';
    });
  }

  get #results() { return this.dataset.action === location.pathname ? document.querySelector('record-list[data-kind]') : null; }

  #address() {
    const parameters = new URLSearchParams(location.search);
    parameters.delete('from');
    if (this.#input.value.trim()) parameters.set('q', this.#input.value.trim());
    else parameters.delete('q');
    const query = parameters.toString();
    return this.dataset.action + (query ? `?${query}` : '');
  }

  /** What is found is on the screen before what could be typed next is asked for. */
  async #typed() {
    const number = ++this.#asked;
    await this.#search();
    await painted();
    if (number === this.#asked) this.#complete();
  }

  /** Asks for what is typed at once; of what is typed meanwhile only the last is asked for. */
  async #search({ isFinal = false } = {}) {
    const list = this.#results;
    if (!list) return;
    this.#wanted = true;
    if (this.#isBusy && !isFinal) return;
    this.#isBusy = true;
    while (this.#wanted) {
      this.#wanted = false;
      await list.go(this.#address(), { replace: true, isTyped: !isFinal });
    }
    this.#isBusy = false;
    if (isFinal) list.querySelector('#rows a')?.focus();
  }

  // MARK: completion

  async #complete() {
    const number = ++this.#asked;
    const { value, selectionStart } = this.#input;
    if (!value || selectionStart !== value.length) return this.#close();
    const kind = document.querySelector('record-list[data-kind]')?.dataset.kind ?? '';
    try {
      const { document: part } = await fetchPage(`/complete?${new URLSearchParams({ q: value, kind })}`);
      if (number !== this.#asked || document.activeElement !== this.#input) return;
      const options = part.querySelectorAll('[role=option]');
      this.#list.replaceChildren(...options);
      this.#list.hidden = options.length === 0;
      this.#input.setAttribute('aria-expanded', String(options.length > 0));
      this.#input.removeAttribute('aria-activedescendant');
    } catch { this.#close(); }
  }

  #close() {
    this.#asked += 1;
    this.#list.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#input.removeAttribute('aria-activedescendant');
  }

  #take(option) {
    this.#close();
    const link = option.querySelector('a');
    if (link) return link.click();
    this.#input.value = option.dataset.value;
    this.#search();
    if (option.dataset.value.endsWith(':')) this.#complete();
  }

  #key(event) {
    const options = [...this.#list.children];
    const place = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    const isOpen = !this.#list.hidden && options.length > 0;
    if (event.key === 'Escape') {
      if (isOpen) this.#close();
      else { this.#input.value = ''; this.#search(); }
      event.preventDefault();
    } else if (event.key === 'ArrowDown' && !isOpen) {
      this.#results?.querySelector('#rows a')?.focus();
      event.preventDefault();
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const next = options[(place + (event.key === 'ArrowDown' ? 1 : options.length - 1) + (place < 0 && event.key === 'ArrowUp' ? 1 : 0)) % options.length];
      for (const option of options) option.setAttribute('aria-selected', String(option === next));
      this.#input.setAttribute('aria-activedescendant', next.id);
      event.preventDefault();
    } else if (isOpen && place >= 0 && (event.key === 'Enter' || event.key === 'Tab')) {
      this.#take(options[place]);
      event.preventDefault();
    }
  }
}

customElements.define('search-box', SearchBox);
