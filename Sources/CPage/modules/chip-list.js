// <chip-list>: a list of words as chips, added by typing, moved by dragging or Alt and an arrow; the text area in it, one word a line, is what is sent.

import { announce } from './html.js';
import { suggest } from './suggestions.js';

class ChipList extends HTMLElement {
  #isOwn = false;
  /** The place of the word that was taken back into the line, until it is written; null for a new one. */
  #place = null;

  connectedCallback() {
    this.text = this.querySelector('textarea');
    // What a copy of the element brought along is made anew.
    this.querySelector('.chips')?.remove();
    this.querySelector('.adding')?.remove();
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
      suggest(this.input, (value) => this.#add([value]));
    }
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.text.addEventListener('input', () => { if (!this.#isOwn) this.#draw(); }, { signal });
    this.input.addEventListener('keydown', (event) => this.#key(event), { signal });
    this.input.addEventListener('input', (event) => event.stopPropagation(), { signal });
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

  #write(words) {
    this.text.value = words.join('\n');
    this.#isOwn = true;
    this.text.dispatchEvent(new Event('input', { bubbles: true }));
    this.#isOwn = false;
    this.#draw();
  }

  #add(typed, { isQuiet = false } = {}) {
    const words = this.words;
    const added = typed.map((word) => word.trim()).filter((word) => word && !words.includes(word));
    const place = this.#place ?? words.length;
    this.#place = null;
    this.input.value = '';
    if (!added.length) return;
    this.#write(words.toSpliced(place, 0, ...new Set(added)));
    announce(added.join(', '));
    if (!isQuiet) this.input.focus();
  }

  #remove(place) {
    const words = this.words;
    const [gone] = words.splice(place, 1);
    this.#write(words);
    announce(`${this.dataset.remove}: ${gone}`);
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
    this.list.replaceChildren(...this.words.map((word, place) => this.#chip(word, place)));
  }

  #chip(word, place) {
    const chip = Object.assign(document.createElement('li'), { className: 'tag', draggable: true });
    const name = Object.assign(document.createElement('button'), { type: 'button', className: 'word', textContent: word });
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
    name.addEventListener('click', () => {
      this.#add([this.input.value], { isQuiet: true });
      this.#place = this.words.indexOf(word);
      this.#write(this.words.toSpliced(this.#place, 1));
      this.input.value = word;
      this.input.focus();
    });
    const away = Object.assign(document.createElement('button'), { type: 'button', className: 'off', textContent: '✕' });
    away.setAttribute('aria-label', `${this.dataset.remove}: ${word}`);
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
      this.#write([...this.list.children].map((chip) => chip.querySelector('.word').textContent));
    }, { signal });
  }
}

customElements.define('chip-list', ChipList);
