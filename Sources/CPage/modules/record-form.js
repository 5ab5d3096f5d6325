// A form that says what is wrong while one types, in the words of the server, and asks before it throws typed text away.

import { fetchPage } from './html.js';
import { morph } from './morph.js';
import { send } from './upload.js';

class RecordForm extends HTMLElement {
  #waiting = 0;
  #asked = 0;
  #isTouched = false;
  #isSent = false;
  /** Whether saving was tried, so that all that is missing is reported. */
  #isTried = false;
  /** The fields that were typed in: others are not told to be missing before somebody came to them. */
  #visited = new Set();

  connectedCallback() {
    const form = this.querySelector('form');
    this.#isTouched = Boolean(form.querySelector('.msg'));
    this.#isTried = this.#isTouched;
    form.addEventListener('input', (event) => {
      this.#isTouched = true;
      this.#visited.add(event.target.closest('.field')?.id);
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => this.#check(form), 250);
    });
    form.addEventListener('submit', (event) => {
      this.#isSent = true;
      const files = form.querySelector('input[type=file]')?.files;
      // Sent by the script, files stay chosen where something else is wrong.
      if (!files?.length) return;
      event.preventDefault();
      this.#send(form, event.submitter);
    });
    addEventListener('beforeunload', (event) => {
      if (this.#isTouched && !this.#isSent && this.#isDifferent(form)) event.preventDefault();
    });
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.querySelector('[name=save]').click();
    });
    const wanted = location.hash.startsWith('#in-') && document.getElementById(location.hash.slice(1));
    const first = wanted || form.querySelector('[aria-invalid]')?.closest('.field');
    first?.querySelector('input:not([type=hidden]), select, textarea')?.focus();
  }

  #isDifferent(form) {
    return [...form.elements].some((element) =>
      element.type === 'checkbox' || element.type === 'radio' ? element.checked !== element.defaultChecked
        : element.localName === 'select' ? [...element.options].some((option) => option.selected !== option.defaultSelected)
          : element.type !== 'hidden' && element.value !== element.defaultValue);
  }

  async #check(form) {
    const number = ++this.#asked;
    const address = new URL(form.action);
    address.searchParams.set('check', '1');
    const data = new FormData(form);
    for (const input of form.querySelectorAll('input[type=file]')) data.delete(input.name);
    try {
      const { document: part } = await fetchPage(address, { form: new URLSearchParams(data) });
      if (number === this.#asked) this.#tell(form, part);
    } catch { /* Saving says the same. */ }
  }

  /** Takes over what is said below fields, and nothing else: what is typed is the person's. */
  #tell(form, part) {
    for (const field of form.querySelectorAll('.field')) {
      if (!this.#isTried && !this.#visited.has(field.id)) continue;
      const [said, wanted] = [field.querySelector('.msgs'), part.getElementById(field.id)?.querySelector('.msgs')];
      if (!said || !wanted) continue;
      morph(said, wanted);
      const input = field.querySelector('.input');
      if (input && said.childElementCount) input.setAttribute('aria-invalid', 'true');
      else input?.removeAttribute('aria-invalid');
    }
  }

  async #send(form, button) {
    const data = new FormData(form, button);
    const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
    const actions = form.querySelector('.actions');
    actions.append(bar);
    try {
      const answer = await send(form.action, data, (share) => { bar.value = share; });
      if (answer.isDone) { location.assign(answer.address); return; }
      this.#isSent = false;
      this.#isTried = true;
      this.#tell(form, answer.document);
      const [said, wanted] = ['form-messages', 'form-messages'].map((id, place) => (place ? answer.document : document).getElementById(id));
      if (said && wanted) morph(said, wanted);
      (said?.querySelector('a') ?? form.querySelector('.msg'))?.scrollIntoView({ block: 'center' });
    } catch {
      this.#isSent = false;
      const drop = form.querySelector('photo-drop');
      const said = Object.assign(document.createElement('p'), { className: 'msg', textContent: drop?.dataset.failed ?? '' });
      said.setAttribute('role', 'alert');
      document.getElementById('form-messages')?.replaceChildren(said);
    }
    bar.remove();
  }
}

/** A list of maps: another one is always there to be filled in, and each can be moved, by its buttons, by Alt and an arrow, or by its handle. */
class ItemList extends HTMLElement {
  connectedCallback() {
    for (const item of this.#items) this.#dress(item);
    this.addEventListener('input', (event) => {
      const last = this.#items.at(-1);
      if (!last?.contains(event.target)) return;
      const next = last.cloneNode(true);
      last.classList.remove('new');
      next.querySelector('.movers')?.remove();
      for (const input of next.querySelectorAll('[name]')) {
        if (input.type === 'checkbox' || input.type === 'radio') input.checked = false;
        else input.value = '';
      }
      this.#number(next, this.#items.length);
      last.after(next);
      this.#dress(last);
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
    if (item.classList.contains('new') || item.querySelector('.movers')) return;
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

  /** The order of the page is the order that is sent. Names of radio buttons are changed by way of others, so that no two groups are one meanwhile. */
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
    for (const element of item.querySelectorAll('[id]')) element.id = element.id.replace(`%2F${old}%2F`, `%2F${number}%2F`);
    for (const label of item.querySelectorAll('label[for]')) label.htmlFor = label.htmlFor.replace(`%2F${old}%2F`, `%2F${number}%2F`);
  }
}

customElements.define('record-form', RecordForm);
customElements.define('item-list', ItemList);
