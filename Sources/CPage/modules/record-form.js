// A form that says what is wrong while one types, in the words of the server, and asks before it throws typed text away.

import { fetchPage } from './html.js';
import { morph } from './morph.js';
import { send } from './upload.js';

class RecordForm extends HTMLElement {
  #waiting = 0;
  #asked = 0;
  #isTouched = false;
  #isSent = false;
  /** Whether saving was tried, so that all that is missing is told. */
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
