// A list that follows the catalogue: results swapped in place, rows that come and go as one scrolls, the place in it kept for coming back.

import { announce, fetchPage, painted } from './html.js';
import { listen } from './live.js';
import { morph } from './morph.js';
import { RowWindows } from './row-windows.js';

class RecordList extends HTMLElement {
  #request = null;
  #rest = 0;
  /** How many times rows were asked for: what was asked for before is not taken any more. */
  #asked = 0;
  #windows = new RowWindows(this);
  #resting = 0;
  #steps = Promise.resolve();
  /** Whether what stands beside the rows follows once these are seen. */
  #isDue = false;
  /** What is typed and shown, until the browser's address says so; null where it does. */
  #typed = null;
  /** How many rows a page of the server has: addresses name its first row. */
  #page = Number(this.dataset.page ?? 0);

  connectedCallback() {
    history.scrollRestoration = 'manual';
    this.tabIndex = -1;
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('change', (event) => {
      if (event.target.id !== 'sort' && event.target.name !== 'show') return;
      const data = new URLSearchParams(new FormData(event.target.form));
      for (const [name, value] of [...data]) if (value) data.set(name, data.getAll(name).join()); else data.delete(name);
      const { id } = event.target.closest('label');
      // A column that is chosen goes to the others, and the focus with it.
      this.go(`${event.target.form.action}?${data}`).then(() => document.getElementById(id)?.querySelector('input').focus({ preventScroll: true }));
    });
    addEventListener('popstate', async () => {
      this.#typed = null;
      if (!this.isConnected || !this.#isOwn(location.href)) return;
      await this.#load(location.href);
      this.#restore();
    });
    const rest = () => { clearTimeout(this.#resting); this.#resting = setTimeout(() => this.#keep(), 200); };
    addEventListener('scroll', rest, { passive: true });
    this.addEventListener('rows-come', rest);
    addEventListener('pagehide', () => this.#keep());
    listen(() => this.follow());
    const { widths, wide } = history.state ?? {};
    if (widths && wide === innerWidth) this.#windows.widths = widths;
    this.#windows.adopt();
    this.#restore();
  }

  /** Shows another search, order or filter of the same list. `isTyped`: the rows first, what stands beside them when nothing more is typed. */
  go(address, { replace = false, isTyped = false } = {}) {
    if (!replace) { this.#keep(); history.pushState(null, '', address); }
    else if (!isTyped) history.replaceState(null, '', address);
    if (!isTyped) this.#typed = null;
    return this.#load(address, { isTyped });
  }

  /** The address of what is shown. */
  get address() { return new URL(this.#typed ?? location.href, location.href); }

  /** Puts the focus on the row so many rows further, wherever it is among all. */
  step(by) {
    this.#steps = this.#steps.then(async () => {
      const place = this.#windows.cursor ?? (this.#windows.seen()?.index ?? 0) - Math.sign(by);
      const next = await this.#windows.reach(place + by);
      next?.querySelector('a[href]')?.focus({ preventScroll: true });
      next?.scrollIntoView({ block: 'nearest' });
    }).catch(() => {});
    return this.#steps;
  }

  #isOwn(address) { return new URL(address, location.href).pathname === location.pathname; }

  #click(event) {
    const link = event.target.closest('a[href]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (link.closest('#rows')) { this.#keep(); return; }
    if (!this.#isOwn(link.href) || link.dataset.whole !== undefined) return;
    event.preventDefault();
    if (link.dataset.row === undefined) this.go(link.href);
    else { link.parentNode.hidePopover?.(); this.#show(Number(link.dataset.row)); }
  }

  /** Shows a row at the top. */
  async #show(index) {
    const row = await this.#windows.reach(index);
    row?.scrollIntoView({ block: 'start' });
    row?.querySelector('a[href]')?.focus({ preventScroll: true });
  }

  async #load(address, { isTyped = false } = {}) {
    this.#request?.abort();
    clearTimeout(this.#rest);
    const request = new AbortController();
    this.#request = request;
    this.#asked += 1;
    const number = this.#asked;
    // Who waits sees that something is under way.
    const waiting = setTimeout(() => this.classList.add('waiting'), 150);
    try {
      const wanted = new URL(address, location.href);
      const { shown } = this.#windows;
      // Who types on wants to see what is found at once: what the window has no room for comes later.
      if (isTyped && shown) wanted.searchParams.set('count', shown);
      const { document: part } = await fetchPage(wanted, { part: isTyped ? 'found' : 'results', signal: request.signal });
      // Half a word is often no query yet: what is wrong with it is said when nothing more is typed for a moment, above what was found before.
      const failed = isTyped && part.querySelector('.failed');
      if (failed) this.#rest = setTimeout(() => this.#takeTyped(part.body, address, failed), 300);
      else if (isTyped) {
        this.#takeTyped(part.body, address);
        this.#rest = setTimeout(() => this.#complete(address), 300);
      } else this.#take(part.body);
      // What changed while this was on its way is not in it.
      if (number !== this.#asked && this.#request === request) this.follow();
    } catch (error) {
      if (error.name !== 'AbortError') location.assign(address);
    } finally {
      clearTimeout(waiting);
      if (this.#request === request) this.classList.remove('waiting');
    }
  }

  /** What stands beside the rows and below those that are seen, after them. */
  async #complete(address) {
    this.#windows.fill();
    try {
      const { document: part } = await fetchPage(address, { part: 'aside', signal: this.#request?.signal });
      for (const id of ['filters', 'letters', 'meant']) {
        const [present, wanted] = [this.querySelector(`#${id}`), part.getElementById(id)];
        if (present && wanted) morph(present, wanted);
        else if (present) present.replaceChildren();
        else if (wanted && id === 'filters') this.querySelector('.tools')?.after(wanted);
        else if (wanted && id === 'letters') this.append(wanted);
      }
    } catch { /* The next search tries again. */ }
  }

  /** The browser's address follows what is typed once that is seen: to write it takes the browser as long as to ask for the rows. A map keeps its place in it. */
  async #takeTyped(body, address, failed) {
    this.#typed = address;
    if (failed && this.#windows.rows.length) this.#refuse(failed);
    else this.#take(body, { isPart: true });
    await painted();
    if (this.#typed !== address) return;
    history.replaceState(null, '', address + location.hash);
    this.#typed = null;
  }

  /** Says what is wrong with what is typed: what was found before stays below it, out of reach. */
  #refuse(failed) {
    // What is on its way is not taken any more.
    this.#asked += 1;
    this.querySelector('.failed')?.remove();
    for (const part of this.children) part.inert = true;
    this.prepend(failed);
    this.classList.add('stale');
    this.dispatchEvent(new CustomEvent('results', { bubbles: true }));
  }

  #take(body, { isPart = false } = {}) {
    const { top } = this.getBoundingClientRect();
    this.#swap(body, { isPart });
    if (top < 0) scrollBy(0, this.getBoundingClientRect().top - 80);
    this.dispatchEvent(new CustomEvent('results', { bubbles: true }));
  }

  #swap(body, { marks = false, isPart = false } = {}) {
    this.classList.remove('stale');
    for (const part of this.children) part.inert = false;
    const wanted = document.createElement('div');
    wanted.replaceChildren(...body.childNodes);
    for (const { name, value } of this.attributes) wanted.setAttribute(name, value);
    const order = wanted.querySelector('#sort')?.value;
    this.#windows.dress(wanted);
    morph(this, wanted, { marks });
    // A menu in which somebody chose takes no notice of its markup any more.
    if (order !== undefined) this.querySelector('#sort').value = order;
    for (const box of this.querySelectorAll('#columns input')) box.checked = box.defaultChecked;
    announce(this.querySelector('#count')?.textContent ?? '');
    this.#windows.adopt({ isPart });
    this.dispatchEvent(new CustomEvent('rows-swapped', { bubbles: true }));
  }

  // MARK: following

  /** Takes over what is different now, with what is seen where it is. */
  async follow() {
    if (!this.isConnected || this.classList.contains('stale')) return;
    this.#asked += 1;
    const number = this.#asked;
    try {
      const { address } = this;
      const { first, rows } = this.#windows;
      address.searchParams.set('from', first);
      address.searchParams.set('count', Math.max(rows.length, this.#page));
      const { document: part } = await fetchPage(address.href, { part: 'found' });
      if (number !== this.#asked) return;
      // Somebody scrolled meanwhile: what is there is fetched again.
      if (this.#windows.first !== first || this.#windows.rows.length !== rows.length) { this.follow(); return; }
      this.#windows.follow(() => this.#swap(part.body, { marks: true }));
    } catch { return; /* The next change tries again. */ }
    if (this.#isDue) return;
    this.#isDue = true;
    await painted();
    this.#isDue = false;
    await this.#complete(this.address);
  }

  // MARK: coming back

  /** The address names the page that is seen, the history the row. */
  #keep() {
    clearTimeout(this.#resting);
    const seen = this.#windows.isThere ? this.#windows.seen() : null;
    // A blank list has no place to keep.
    if (seen === undefined) return;
    const { address } = this;
    const from = seen && this.getBoundingClientRect().top < 0 ? Math.floor(seen.index / this.#page) * this.#page : 0;
    if (from) address.searchParams.set('from', from);
    else address.searchParams.delete('from');
    const focus = document.activeElement?.closest('#rows > *')?.id;
    const kept = { top: scrollY, row: seen?.row.id, at: seen?.top, focus, widths: this.#windows.widths, wide: innerWidth };
    const present = history.state;
    if (address.href === location.href && present && present.top === kept.top && present.focus === focus) return;
    history.replaceState(kept, '', address.href);
    this.#typed = null;
  }

  #restore() {
    const { top, row, at, focus } = history.state ?? {};
    const present = row && document.getElementById(row);
    if (present) scrollBy(0, present.getBoundingClientRect().top - at);
    else if (top) scrollTo(0, top);
    else if (this.#windows.first) this.querySelector('#rows > :not(.space)').scrollIntoView({ block: 'start' });
    const isBack = () => {
      const link = document.getElementById(focus)?.querySelector('a[href]');
      link?.focus({ preventScroll: true });
      return link !== undefined;
    };
    if (!focus || isBack()) return;
    // Its row comes with the next: it is seen, and on another page than the first that is.
    const look = () => { if (document.activeElement !== document.body || isBack()) this.removeEventListener('rows-come', look); };
    this.addEventListener('rows-come', look);
  }
}

customElements.define('record-list', RecordList);
