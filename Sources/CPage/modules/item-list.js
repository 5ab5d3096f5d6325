// <item-list>: a list of maps in a form.

/** A list of maps: an empty one is always there, and each is moved by its buttons, by Alt and an arrow, or by its handle. */
class ItemList extends HTMLElement {
  connectedCallback() {
    for (const item of this.#items) this.#dress(item);
    this.addEventListener('input', (event) => {
      const last = this.#items.at(-1);
      if (!last?.contains(event.target)) return;
      const next = last.cloneNode(true);
      last.classList.remove('new');
      for (const own of next.querySelectorAll('.movers, .offered')) own.remove();
      for (const input of next.querySelectorAll('[name]')) {
        if (input.type === 'checkbox' || input.type === 'radio') input.checked = false;
        else input.value = '';
        input.removeAttribute('aria-invalid');
      }
      for (const said of next.querySelectorAll('.msgs, .spelled')) said.replaceChildren();
      this.#number(next, this.#items.length);
      last.after(next);
      this.#dress(next);
    });
    this.addEventListener('keydown', (event) => {
      const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : 0;
      const item = event.target.closest('.item');
      if (!by || !item) return;
      event.preventDefault();
      this.#move(item, by, event.target);
    });
    this.addEventListener('dragover', (event) => {
      const over = event.target.closest?.('.item:not(.new)');
      if (!this.dragged || !over || over === this.dragged) return;
      event.preventDefault();
      const isBelow = this.#items.indexOf(over) > this.#items.indexOf(this.dragged);
      if (isBelow) over.after(this.dragged);
      else over.before(this.dragged);
    });
    this.addEventListener('dragend', () => {
      this.dragged?.classList.remove('dragged');
      if (this.dragged) this.dragged.draggable = false;
      this.dragged = null;
      this.#renumber();
    });
  }

  get #items() { return [...this.querySelectorAll(':scope > .items > .item')]; }

  #dress(item) {
    if (item.querySelector('.movers')) return;
    const movers = document.createElement('div');
    movers.className = 'movers';
    const handle = Object.assign(document.createElement('span'), { className: 'handle', textContent: '⠿' });
    handle.setAttribute('aria-hidden', 'true');
    handle.addEventListener('pointerdown', () => { item.draggable = true; });
    item.addEventListener('dragstart', () => { this.dragged = item; item.classList.add('dragged'); });
    const button = (sign, name, by) => {
      const made = Object.assign(document.createElement('button'), { type: 'button', textContent: sign });
      made.setAttribute('aria-label', name);
      made.addEventListener('click', () => this.#move(item, by, made));
      return made;
    };
    movers.append(handle, button('↑', this.dataset.up, -1), button('↓', this.dataset.down, 1));
    item.prepend(movers);
  }

  #move(item, by, focus) {
    const items = this.#items;
    const other = items[items.indexOf(item) + by];
    if (!other || other.classList.contains('new') || item.classList.contains('new')) return;
    if (by < 0) other.before(item);
    else other.after(item);
    this.#renumber();
    focus.focus();
  }

  /** Numbers the items in the order of the page. Radio buttons get other names meanwhile, so that no two groups are one. */
  #renumber() {
    const items = this.#items;
    items.forEach((item, place) => this.#number(item, `m${place}`));
    items.forEach((item, place) => this.#number(item, place));
    this.dispatchEvent(new Event('input', { bubbles: true }));
  }

  #number(item, number) {
    const old = item.dataset.item;
    item.dataset.item = String(number);
    for (const input of item.querySelectorAll('[name]')) {
      const isChecked = input.checked;
      input.name = input.name.replace(`/${old}/`, `/${number}/`);
      if (isChecked) input.checked = true;
    }
    for (const name of ['id', 'for', 'aria-describedby']) {
      for (const element of item.querySelectorAll(`[${name}]`)) element.setAttribute(name, element.getAttribute(name).replace(`%2F${old}%2F`, `%2F${number}%2F`));
    }
  }
}

customElements.define('item-list', ItemList);
