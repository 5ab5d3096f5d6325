// Long lists: of all rows some hundreds are in the document, around what is seen; above and below them is space of the size of the others.

import { fetchPage, painted } from './html.js';
import { RowSpace } from './row-space.js';

/** How many rows come at once as one scrolls, how many stay, and up to how many all stay, so that the browser finds texts in them. */
const [step, most, few] = [60, 360, 1000];
export class RowWindows {
  #list;
  #rows = null;
  #first = 0;
  #total = 0;
  #lead = 0;
  #each = 0;
  #room = new RowSpace();
  #frame = 0;
  #work = null;
  #cursor = null;

  constructor(list) {
    this.#list = list;
    document.addEventListener('focusin', () => { this.#cursor = null; });
    addEventListener('scroll', () => this.fill(), { passive: true });
    addEventListener('resize', () => { if (this.#rows) this.hold(() => this.#space({ isAnew: true })); this.fill(); });
  }

  /** The rows that are in the document. */
  get rows() { return [...this.#rows?.children ?? []].filter((row) => !row.matches('.group, .space')); }
  get first() { return this.#first; }
  get total() { return this.#total; }
  get widths() { return this.#room.widths; }
  set widths(widths) { this.#room.widths = widths; }
  get isThere() { return this.#rows !== null; }
  /** The place of the row that has the focus, or had it when it went out of the document; null where none has. */
  get cursor() {
    const row = document.activeElement?.closest('#rows > *');
    return row && this.#rows?.contains(row) ? this.indexOf(row) : this.#cursor;
  }

  /** How many rows a window shows, in whole lines of them; null where that is not known yet. */
  get shown() {
    const { columns, line } = this.#room;
    return line ? Math.max(Math.ceil(innerHeight / line), 1) * columns : null;
  }

  /** Takes the rows that the server sent, after it put them into the document. `isPart`: those that come after them wait for `fill`. */
  adopt({ isPart = false } = {}) {
    this.#rows = this.#list.querySelector('#rows');
    this.#work?.abort();
    this.#work = null;
    if (!this.#rows) return;
    const { from = 0, total = this.#rows.children.length, lead = 0 } = this.#rows.dataset;
    [this.#first, this.#total, this.#lead] = [Number(from), Number(total), Number(lead)];
    this.#list.classList.add('windowed');
    this.#space({ isAnew: true });
    if (!isPart) this.fill();
  }

  /** Gives rows that the server sent what these have besides, before they are compared. */
  dress(wanted) {
    const rows = wanted.querySelector('#rows');
    if (!rows || rows.localName !== this.#rows?.localName) return;
    this.#room.dress(rows);
  }

  /** Does something that changes heights, and keeps the first row that is seen where it is. */
  hold(change) {
    const seen = this.seen();
    change();
    const row = seen && (seen.row.isConnected ? seen.row : document.getElementById(seen.row.id));
    if (!row) return;
    const by = row.getBoundingClientRect().top - seen.top;
    if (Math.abs(by) >= 1) scrollBy(0, by);
  }

  /** Swaps the rows for those that stand in the same places now. */
  follow(swap) {
    const [before, first, isLast] = [this.rows, this.#first, this.#first + this.rows.length >= this.#total];
    this.hold(swap);
    const after = this.rows;
    const [kept, known] = [new Set(after), new Set(before)];
    const from = before.findIndex((row) => kept.has(row));
    const to = before.findLastIndex((row) => kept.has(row));
    const gone = from < 0 ? [] : [...first ? before.slice(0, from) : [], ...isLast ? [] : before.slice(to + 1)];
    this.#tell('gone', gone);
    this.#tell('come', after.filter((row) => !known.has(row)));
  }

  /** The first row that is seen below what sticks to the top, with its place; undefined where none is. */
  seen() {
    const rows = this.rows;
    const edge = Math.max(0, ...['.search', '.fits thead th'].map((top) => document.querySelector(top)?.getBoundingClientRect().bottom ?? 0));
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle].getBoundingClientRect().bottom > edge) high = middle;
      else low = middle + 1;
    }
    const row = rows[low];
    return row && { row, index: this.#first + low, top: row.getBoundingClientRect().top };
  }

  /** The row of a place, brought into the document where it is not; undefined where there is none. */
  async reach(index) {
    const wanted = Math.min(Math.max(index, 0), this.#total - 1);
    const there = () => this.rows[wanted - this.#first];
    if (there()) return there();
    this.#work?.abort();
    this.#work = null;
    const end = this.#first + this.rows.length;
    if (wanted >= end && wanted < end + step) await this.#append();
    else if (wanted < this.#first && wanted >= this.#first - step) await this.#prepend();
    else await this.#jump(wanted);
    return there();
  }

  /** The place of a row among all. */
  indexOf(row) { return this.#first + this.rows.indexOf(row); }

  #space({ isAnew } = {}) {
    const rows = this.rows;
    if (isAnew) this.#room.fitHead(this.#rows, this.#total > rows.length);
    const space = { first: this.#first, end: this.#first + rows.length, total: this.#total, lead: this.#lead };
    this.#each = this.#room.fit(this.#rows, rows, space);
  }

  // MARK: what comes and goes

  /** Has rows come where there is room for them, from the next frame on. */
  fill() {
    this.#frame ||= requestAnimationFrame(() => { this.#frame = 0; this.#update(); });
  }

  async #update() {
    const { before, after } = this.#room;
    if (this.#work || !(before || after) || !this.#rows.isConnected) return;
    const rows = this.#rows.getBoundingClientRect();
    const above = before ? before.getBoundingClientRect().bottom : -Infinity;
    const below = after ? after.getBoundingClientRect().top : Infinity;
    const view = innerHeight;
    // Who has not scrolled yet has no need of more than is seen and a little: what is there has to follow each save.
    const ahead = scrollY > 0 ? 2.5 : 1.5;
    try {
      if (above > view || below < 0) {
        await this.#jump(Math.floor(-rows.top / this.#each));
        await painted();
      } else if (below < view * ahead) await this.#append();
      else if (above > view * -1.5) await this.#prepend();
      else if (this.#total <= few && below < Infinity) {
        await new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done));
        await this.#append();
      } else return;
      this.fill();
    } catch (error) {
      // What cannot be fetched now is asked for as one scrolls on.
      if (error.name !== 'AbortError') this.#work = null;
    }
  }

  async #fetch(from, count) {
    const work = new AbortController();
    this.#work = work;
    const { address } = this.#list;
    address.searchParams.set('from', from);
    address.searchParams.set('count', count);
    const { document: page } = await fetchPage(address.href, { part: 'rows', signal: work.signal });
    if (this.#work !== work) throw new DOMException('', 'AbortError');
    this.#work = null;
    const rows = page.getElementById('rows');
    if (!rows) throw new Error('no rows');
    return rows;
  }

  async #append() {
    const end = this.#first + this.rows.length;
    const wanted = await this.#fetch(end, step);
    if (!wanted.children.length) this.#total = end;
    this.hold(() => {
      this.#note();
      const come = [...wanted.children];
      if (this.#room.after) this.#room.after.before(...come);
      else this.#rows.append(...come);
      const over = this.rows.length - this.#most;
      if (over > 0) this.#drop(over);
      this.#tell('come', come);
      this.#space();
    });
  }

  async #prepend() {
    const from = Math.max(0, this.#first - step);
    const wanted = await this.#fetch(from, this.#first - from);
    this.hold(() => {
      this.#note();
      const come = [...wanted.children];
      if (this.#room.before) this.#room.before.after(...come);
      else this.#rows.prepend(...come);
      [this.#first, this.#lead] = [from, Number(wanted.dataset.lead)];
      const last = this.rows[this.#most - 1];
      const gone = [];
      while (last?.nextElementSibling && last.nextElementSibling !== this.#room.after) {
        gone.push(last.nextElementSibling);
        last.nextElementSibling.remove();
      }
      this.#tell('gone', gone);
      this.#tell('come', come);
      this.#space();
    });
  }

  /** Shows the rows from a place on: those that the window shows, with half as many on either side. The others come when these are seen. */
  async #jump(index) {
    const shown = this.shown ?? step;
    const from = Math.max(0, index - Math.ceil(shown / 2));
    const wanted = await this.#fetch(from, 2 * shown);
    this.#note();
    const gone = [...this.#rows.children].filter((row) => !row.matches('.space'));
    const come = [...wanted.children];
    gone[0].before(...come);
    for (const row of gone) row.remove();
    [this.#first, this.#lead] = [Number(wanted.dataset.from), Number(wanted.dataset.lead)];
    this.#tell('gone', gone);
    this.#tell('come', come);
    this.#space();
  }

  get #most() { return this.#total <= few ? Infinity : most; }

  /** Takes so many rows away at the start. */
  #drop(count) {
    const gone = [];
    for (let left = count; left > 0;) {
      const row = this.#room.before?.nextElementSibling ?? this.#rows.firstElementChild;
      if (row.matches('.group')) this.#lead = 0;
      else { this.#lead += 1; left -= 1; }
      gone.push(row);
      row.remove();
    }
    this.#first += count;
    this.#tell('gone', gone);
  }

  #note() { this.#cursor = this.cursor; }

  #tell(what, rows) {
    this.#list.dispatchEvent(new CustomEvent(`rows-${what}`, { bubbles: true, detail: rows }));
  }
}
