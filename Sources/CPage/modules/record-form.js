// A form that says what is wrong while one types, in the words of the server, and asks before it throws typed text away.

import { fetchPage } from './html.js';
import { morph } from './morph.js';

class RecordForm extends HTMLElement {
  #waiting = 0;
  #asked = 0;
  #isTouched = false;
  #isSent = false;

  connectedCallback() {
    const form = this.querySelector('form');
    this.#isTouched = Boolean(form.querySelector('.msg'));
    form.addEventListener('input', () => {
      this.#isTouched = true;
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => this.#check(form), 250);
    });
    form.addEventListener('submit', () => { this.#isSent = true; });
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
    try {
      const { document: part } = await fetchPage(address, { form: new URLSearchParams(new FormData(form)) });
      if (number !== this.#asked) return;
      // Only what is said is taken from the answer: what is typed is the person's.
      for (const field of form.querySelectorAll('.field')) {
        const [said, wanted] = [field.querySelector('.msgs'), part.getElementById(field.id)?.querySelector('.msgs')];
        if (!said || !wanted) continue;
        morph(said, wanted);
        const input = field.querySelector('.input');
        if (input && said.childElementCount) input.setAttribute('aria-invalid', 'true');
        else input?.removeAttribute('aria-invalid');
      }
    } catch { /* Saving says the same. */ }
  }
}

/** A list of maps: another one is always there to be filled in. */
class ItemList extends HTMLElement {
  connectedCallback() {
    this.addEventListener('input', (event) => {
      const items = this.querySelectorAll('.item');
      const last = items[items.length - 1];
      if (!last?.contains(event.target)) return;
      const next = last.cloneNode(true);
      last.classList.remove('new');
      const [old, number] = [last.dataset.item, Number(last.dataset.item) + 1];
      next.dataset.item = String(number);
      for (const input of next.querySelectorAll('[name]')) {
        input.name = input.name.replace(`/${old}/`, `/${number}/`);
        if (input.type === 'checkbox' || input.type === 'radio') input.checked = false;
        else input.value = '';
      }
      for (const element of next.querySelectorAll('[id]')) element.id = element.id.replace(`%2F${old}%2F`, `%2F${number}%2F`);
      for (const label of next.querySelectorAll('label[for]')) label.htmlFor = label.htmlFor.replace(`%2F${old}%2F`, `%2F${number}%2F`);
      last.after(next);
    });
  }
}

customElements.define('record-form', RecordForm);
customElements.define('item-list', ItemList);
