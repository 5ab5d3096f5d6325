// <chip-list>: a list of words, or of records by their titles, as chips, added by typing, moved by dragging or Alt and an arrow; the text area in it, one
// word a line, is what is sent. With an input of one line in it there is one chip, and another takes its place.

import { announce } from './html.js';
import { lookUp, sayHow } from './known-words.js';
import { listen } from './live.js';
import { suggest } from './suggestions.js';

/** What is known of a record that was chosen among those that are offered: its link. */
function item({ dataset, children: [cover, title] }) {
  const link = Object.assign(document.createElement('a'), { href: dataset.address, target: '_blank', rel: 'noopener' });
  link.append(cover.cloneNode(true), Object.assign(document.createElement('bdi'), { textContent: title.textContent }));
  const made = document.createElement('li');
  made.append(link);
  return made;
}

class ChipList extends HTMLElement {
  #isOwn = false;
  /** The place of the word that was taken back into the line, until it is written; null for a new one. */
  #place = null;
  /** Of records what is known of each word; null for one that leads nowhere. */
  #known = new Map();
  /** The words that were typed here: they are written as they are known. */
  #typed = new Set();
  /** Of one line the value whose chip is seen while another is typed. */
  #held = null;

  connectedCallback() {
    // What a copy of the element brought along is made anew.
    this.querySelector('.chips')?.remove();
    this.querySelector('.adding')?.remove();
    this.text = this.querySelector('textarea, input');
    this.isOne = this.text.localName === 'input';
    this.isOfRecords = this.dataset.records !== undefined;
    for (const known of this.querySelectorAll('.named > li')) this.#known.set(known.dataset.word, known);
    this.querySelector('.named')?.remove();
    this.text.hidden = true;
    this.name = this.#label();
    this.list = Object.assign(document.createElement('ul'), { className: 'chips' });
    this.list.setAttribute('aria-label', this.name);
    const frame = Object.assign(document.createElement('span'), { className: 'adding' });
    this.input = Object.assign(document.createElement('input'), { autocomplete: 'off', placeholder: this.dataset.add });
    this.input.setAttribute('aria-label', `${this.name}: ${this.dataset.add}`);
    for (const name of ['aria-describedby', 'aria-invalid']) {
      if (this.text.hasAttribute(name)) this.input.setAttribute(name, this.text.getAttribute(name));
    }
    frame.append(this.input);
    this.append(this.list, frame);
    if (this.text.dataset.suggest) {
      this.input.dataset.suggest = this.text.dataset.suggest;
      suggest(this.input, (value, option) => {
        if (option.dataset.address) this.#known.set(value, item(option));
        this.#add([value]);
      });
    }
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.text.addEventListener('input', () => { if (!this.#isOwn) this.#draw(); }, { signal });
    this.input.addEventListener('keydown', (event) => this.#key(event), { signal });
    this.input.addEventListener('input', (event) => { event.stopPropagation(); this.#mirror(); }, { signal });
    this.input.addEventListener('blur', () => this.#add([this.input.value], { isQuiet: true }), { signal });
    this.input.addEventListener('paste', (event) => {
      const words = event.clipboardData.getData('text').split('\n');
      if (words.length < 2) return;
      event.preventDefault();
      this.#add(words);
    }, { signal });
    // A click on a chip is still one where the line had the focus: the chips are drawn anew when it loses that.
    this.list.addEventListener('mousedown', (event) => { if (this.input.value) event.preventDefault(); }, { signal });
    this.#draggable(signal);
    this.closest('.field, .member')?.querySelector('label')?.addEventListener('click', () => this.input.focus(), { signal });
    this.#draw();
  }

  disconnectedCallback() { this.stop?.abort(); }

  get words() { return this.text.value.split('\n').map((word) => word.trim()).filter(Boolean); }

  focus() { this.input.focus(); }

  #label() {
    const label = this.closest('.member')?.querySelector('label') ?? this.closest('.field')?.querySelector('label');
    return label?.firstChild?.textContent.trim() ?? '';
  }

  #send(value) {
    this.text.value = value;
    this.#isOwn = true;
    this.text.dispatchEvent(new Event('input', { bubbles: true }));
    this.#isOwn = false;
  }

  #write(words) {
    this.#send(words.join('\n'));
    this.#draw();
  }

  /** Of one line what is typed counts at once, as in any other input. */
  #mirror() {
    if (!this.isOne) return;
    this.#held ??= this.text.value;
    this.#send(this.input.value.trim() || this.#held);
  }

  #add(typed, { isQuiet = false } = {}) {
    if (this.#held !== null) this.text.value = this.#held;
    this.#held = null;
    const words = this.words;
    const added = typed.map((word) => word.trim()).filter((word) => word && !words.includes(word));
    const place = this.#place ?? words.length;
    this.#place = null;
    this.input.value = '';
    if (!added.length) return;
    for (const word of added) this.#typed.add(word);
    this.#write(this.isOne ? added.slice(-1) : words.toSpliced(place, 0, ...new Set(added)));
    announce(added.join(', '));
    if (!isQuiet) this.input.focus();
    if (this.dataset.spelled) this.#lookUp(added);
  }

  /** Looks up words, and writes those that were typed as they are known. */
  async #lookUp(asked) {
    const beside = this.dataset.spelled ? this.words.filter((word) => !asked.includes(word)) : [];
    const found = await lookUp(this.text.dataset.suggest, asked, beside);
    if (!found || !this.isConnected) return;
    const before = this.#held === null ? this.words : [];
    let words = before;
    for (const word of asked) {
      const value = found.get(word)?.dataset.value ?? word;
      if (this.isOfRecords) for (const name of [word, value]) this.#known.set(name, found.get(word) ?? null);
      if (value === word || !this.#typed.has(word) || !words.includes(word)) continue;
      const place = words.indexOf(word);
      words = words.includes(value) ? words.toSpliced(place, 1) : words.with(place, value);
      if (this.dataset.spelled) sayHow(this, this.dataset.spelled, value);
    }
    if (words !== before) this.#write(words);
    else if (this.isOfRecords && this.#held === null) this.#draw();
  }

  /** Looks anew for what led nowhere: it may be there by now. */
  refresh() {
    const lost = this.words.filter((word) => this.#known.get(word) === null);
    if (lost.length) this.#lookUp(lost);
  }

  #remove(place) {
    const words = this.words;
    const gone = this.list.children[place].querySelector('.off').getAttribute('aria-label');
    words.splice(place, 1);
    this.#write(words);
    announce(gone);
    const next = this.list.children[Math.min(place, words.length - 1)];
    (next?.querySelector('.word') ?? this.input).focus();
  }

  #move(place, by) {
    const words = this.words;
    const goal = place + by;
    if (goal < 0 || goal >= words.length) return;
    words.splice(goal, 0, ...words.splice(place, 1));
    this.#write(words);
    this.list.children[goal].querySelector('.word').focus();
  }

  #draw() {
    const { words } = this;
    if (this.isOne) this.input.placeholder = words.length ? '' : this.dataset.add;
    const focused = [...this.list.children].findIndex((chip) => chip.contains(document.activeElement));
    this.list.replaceChildren(...words.map((word, place) => this.#chip(word, place)));
    if (focused >= 0) this.list.children[focused]?.querySelector('.word').focus();
    const unknown = this.isOfRecords ? words.filter((word) => !this.#known.has(word)) : [];
    if (unknown.length) this.#lookUp(unknown);
  }

  #chip(word, place) {
    const known = this.#known.get(word);
    const chip = Object.assign(document.createElement('li'), { className: known === null ? 'tag dangling' : 'tag', draggable: true });
    chip.dataset.word = word;
    const link = known?.querySelector('a').cloneNode(true);
    const name = link ?? Object.assign(document.createElement('button'), { type: 'button', textContent: word });
    Object.assign(name, { className: 'word', draggable: false });
    name.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (by && event.altKey) this.#move(place, by);
      else if (by) (this.list.children[place + by]?.querySelector('.word') ?? (by > 0 ? this.input : name)).focus();
      else if (event.key === 'Delete' || event.key === 'Backspace') this.#remove(place);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    // A click takes the word back into the line, to be written otherwise.
    if (!link) name.addEventListener('click', () => {
      this.#add([this.input.value], { isQuiet: true });
      this.#place = this.words.indexOf(word);
      this.#write(this.words.toSpliced(this.#place, 1));
      this.input.value = word;
      this.input.focus();
    });
    const away = Object.assign(document.createElement('button'), { type: 'button', className: 'off', textContent: '✕' });
    away.setAttribute('aria-label', `${this.dataset.remove}: ${name.textContent}`);
    away.addEventListener('click', () => this.#remove(place));
    chip.append(name, away);
    return chip;
  }

  #key(event) {
    // What sends the form from anywhere takes along what is typed here.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#add([this.input.value], { isQuiet: true });
    else if (event.key === 'Enter') {
      // An empty line sends the form, as any other does.
      if (!this.input.value.trim()) return;
      event.preventDefault();
      this.#add([this.input.value]);
    } else if (event.key === 'Backspace' && !this.input.value && this.words.length) {
      event.preventDefault();
      this.list.lastElementChild.querySelector('.word').focus();
    } else if (event.key === 'ArrowLeft' && !this.input.value) {
      this.list.lastElementChild?.querySelector('.word').focus();
    }
  }

  #draggable(signal) {
    let dragged = null;
    this.list.addEventListener('dragstart', (event) => {
      dragged = event.target.closest('.tag');
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', dragged.textContent);
    }, { signal });
    this.list.addEventListener('dragover', (event) => {
      const over = event.target.closest?.('.tag');
      if (!dragged || !over) return;
      event.preventDefault();
      if (over === dragged) return;
      const chips = [...this.list.children];
      if (chips.indexOf(over) > chips.indexOf(dragged)) over.after(dragged);
      else over.before(dragged);
    }, { signal });
    this.list.addEventListener('dragend', () => {
      if (!dragged) return;
      dragged = null;
      this.#write([...this.list.children].map((chip) => chip.dataset.word));
    }, { signal });
  }
}

customElements.define('chip-list', ChipList);

listen(() => { for (const list of document.querySelectorAll('chip-list[data-records]')) list.refresh(); });
