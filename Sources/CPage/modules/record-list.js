// A list that follows the catalogue: results swapped in place, more rows as one scrolls, the place in it kept for coming back.

import { announce, fetchPage } from './html.js';
import { listen } from './live.js';
import { morph } from './morph.js';

const storage = 'vitrine-lists';

class RecordList extends HTMLElement {
  #request = null;
  #windows = 1;
  #observer = null;

  connectedCallback() {
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('change', (event) => {
      if (event.target.id !== 'sort') return;
      const data = new URLSearchParams(new FormData(event.target.form));
      for (const [name, value] of [...data]) if (!value) data.delete(name);
      this.go(`${event.target.form.action}?${data}`);
    });
    addEventListener('popstate', () => { if (this.isConnected && this.#isOwn(location.href)) this.#load(location.href); });
    addEventListener('pagehide', () => this.#keep());
    listen(() => this.#follow());
    this.#watch();
    this.#restore();
  }

  /** Shows another search, order or filter of the same list. */
  go(address, { replace = false } = {}) {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    return this.#load(address);
  }

  #isOwn(address) {
    return new URL(address, location.href).pathname === location.pathname;
  }

  #click(event) {
    const link = event.target.closest('a[href]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || !this.#isOwn(link.href)) return;
    if (link.hash && link.closest('.az') || link.dataset.whole !== undefined) return;
    event.preventDefault();
    if (link.id === 'more') { this.#more(); return; }
    this.go(link.href);
  }

  async #load(address) {
    this.#request?.abort();
    this.#request = new AbortController();
    try {
      const { document: part } = await fetchPage(address, { part: 'results', signal: this.#request.signal });
      this.#windows = 1;
      this.#show(part.body);
      this.dispatchEvent(new CustomEvent('results', { bubbles: true }));
    } catch (error) {
      if (error.name !== 'AbortError') location.assign(address);
    }
  }

  #show(body, marks = false) {
    const wanted = document.createElement('record-list');
    wanted.replaceChildren(...body.childNodes);
    for (const { name, value } of this.attributes) wanted.setAttribute(name, value);
    morph(this, wanted, { marks });
    announce(this.querySelector('#count')?.textContent ?? '');
    this.#watch();
  }

  // MARK: more rows

  #watch() {
    this.#observer?.disconnect();
    const more = this.querySelector('#more');
    if (!more) return;
    this.#observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.#more();
    }, { rootMargin: '1200px' });
    this.#observer.observe(more);
  }

  async #more() {
    const more = this.querySelector('#more');
    if (!more || more.dataset.busy) return;
    more.dataset.busy = 'yes';
    try {
      const { document: page } = await fetchPage(more.href);
      const rows = page.getElementById('rows');
      if (!rows) return;
      this.#windows += 1;
      this.querySelector('#rows')?.append(...rows.children);
      const [pages, next] = [this.querySelector('#pages'), page.querySelector('#pages #more')];
      if (next) more.replaceWith(next);
      else pages?.remove();
      this.#watch();
    } catch { delete more.dataset.busy; }
  }

  // MARK: following

  async #follow() {
    if (!this.isConnected) return;
    try {
      const { document: part } = await fetchPage(location.href, { part: 'results' });
      const [rows, own] = [part.getElementById('rows'), this.querySelector('#rows')];
      // Of a longer list the first rows are compared; what was loaded below stays.
      if (rows && own && this.#windows > 1) {
        const first = new Set([...rows.children].map((row) => row.id));
        rows.append(...[...own.children].slice(rows.children.length).filter((row) => !first.has(row.id)).map((row) => row.cloneNode(true)));
        const [pages, present] = [part.getElementById('pages'), this.querySelector('#pages')];
        if (pages && present) pages.replaceWith(present.cloneNode(true));
        else pages?.remove();
      }
      this.#show(part.body, true);
    } catch { /* The next change tries again. */ }
  }

  // MARK: coming back

  #keep() {
    const kept = JSON.parse(sessionStorage.getItem(storage) ?? '{}');
    kept[location.pathname + location.search] = { windows: this.#windows, top: scrollY };
    const names = Object.keys(kept);
    if (names.length > 50) delete kept[names[0]];
    sessionStorage.setItem(storage, JSON.stringify(kept));
  }

  async #restore() {
    const [entry] = performance.getEntriesByType('navigation');
    if (!['back_forward', 'reload'].includes(entry?.type)) return;
    const kept = JSON.parse(sessionStorage.getItem(storage) ?? '{}')[location.pathname + location.search];
    if (!kept || kept.windows < 2) return;
    while (this.#windows < Math.min(kept.windows, 50) && this.querySelector('#more')) await this.#more();
    scrollTo(0, kept.top);
  }
}

customElements.define('record-list', RecordList);
