// A form that says what is wrong while one types, in the words of the server, keeps what is typed, and asks before it throws it away.

import { dropDraft, dropSentDrafts, isChanged, keepDraft, mergeForm, restoreDraft } from './form-state.js';
import { announce, fetchPage, send } from './html.js';
import './item-list.js';
import { ask } from './leave-dialog.js';
import { listen } from './live.js';
import { morph } from './morph.js';

class RecordForm extends HTMLElement {
  #waiting = 0;
  #asked = 0;
  #isSent = false;
  /** Whether saving was tried, so that all that is missing is reported. */
  #isTried = false;
  /** What saves fields by themselves, where the kind says so. */
  #saving = null;
  /** The ids of fields, and the members of lists of maps, that were typed in: others are not reported to be missing before somebody came to them. */
  #visited = new Set();

  connectedCallback() {
    const form = this.querySelector('form');
    this.#isTried = Boolean(form.querySelector('.msg'));
    this.stop = new AbortController();
    const { signal } = this.stop;
    form.addEventListener('input', (event) => {
      this.#visited.add(event.target.closest('.field')?.id).add(event.target.closest('.member'));
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => {
        keepDraft(form);
        if (this.#saving) this.#saving.save(); else this.#check(form);
      }, this.#saving ? 300 : 250);
    });
    if (this.dataset.saves !== undefined) this.#saveItself(form);
    form.addEventListener('submit', (event) => {
      this.#isSent = true;
      clearTimeout(this.#waiting);
      keepDraft(form, { isSent: true });
      const files = form.querySelector('input[type=file]')?.files;
      // Sent by the script, files stay chosen where something else is wrong, and the page below a sheet stays.
      if (!files?.length && !this.closest('dialog')) return;
      event.preventDefault();
      this.#send(form, event.submitter);
    });
    addEventListener('beforeunload', (event) => {
      if (!this.#isSent && isChanged(form)) { keepDraft(form); event.preventDefault(); }
    }, { signal });
    document.addEventListener('click', (event) => this.#leave(event, form), { capture: true, signal });
    form.addEventListener('keydown', (event) => {
      // What is sent while the key is held opens in another tab.
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) setTimeout(() => form.querySelector('[name=save]').click());
    });
    this.#focus(form);
    if (document.body.dataset.posted === undefined) queueMicrotask(() => this.#restore(form));
    else keepDraft(form);
  }

  disconnectedCallback() {
    clearTimeout(this.#waiting);
    this.stop?.abort();
  }

  async #saveItself(form) {
    // Only forms of such kinds need it; without it a button saves.
    const { SelfSaving } = await import('./self-saving.js');
    this.#saving = new SelfSaving(form, (answer) => this.#hear(form, answer));
    this.#saving.save();
    if (form.matches('.inline')) return;
    form.querySelector('h1').after(Object.assign(document.createElement('p'), { className: 'sub', textContent: this.dataset.saves }));
  }

  /** Waits no longer for more to be typed; comes once nothing is under way. */
  rest() {
    clearTimeout(this.#waiting);
    return this.#saving?.rest;
  }

  #focus(form) {
    const wanted = location.hash.startsWith('#in-') && document.getElementById(location.hash.slice(1));
    const first = wanted || form.querySelector('[aria-invalid]')?.closest('.member, .field');
    // A record begins with its name; on a phone the keyboard would hide what else there is.
    if (!first && !matchMedia('(pointer: coarse)').matches) {
      const input = form.querySelector('.field .input:not([hidden])');
      input?.focus({ preventScroll: true });
      // One key more adds to what stands there.
      input?.setSelectionRange?.(input.value.length, input.value.length);
    }
    first?.querySelector('input:checked, input:not([type=hidden], [type=radio], [hidden]), select, textarea:not([hidden])')?.focus();
  }

  // MARK: what was typed stays

  #restore(form) {
    if (!restoreDraft(form)) return;
    const note = document.createElement('p');
    note.className = 'notice restored';
    note.setAttribute('role', 'status');
    const away = Object.assign(document.createElement('button'), { type: 'button', className: 'link', textContent: this.dataset.wordDiscard });
    away.addEventListener('click', () => {
      this.#isSent = true;
      dropDraft(form);
      location.reload();
    });
    note.append(`${this.dataset.wordRestored} `, away);
    form.querySelector('h1')?.after(note);
  }

  /** A link that leads away is followed at once where nothing would be lost, and else after a question. */
  async #leave(event, form) {
    const link = event.target.closest?.('a[href]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || link.target === '_blank') return;
    if (link.getAttribute('href').startsWith('#') || this.#isSent || !isChanged(form)) return;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(this.#waiting);
    await this.#saving?.save();
    if (this.#saving && !isChanged(form)) return void link.click();
    const { wordLeave, wordUnsaved, wordStay, wordDiscard } = this.dataset;
    if (!await ask({ title: wordLeave, text: wordUnsaved, no: wordStay, yes: wordDiscard })) return keepDraft(form);
    this.#isSent = true;
    dropDraft(form);
    link.click();
  }

  /** What was sent came back and is not on the disk: whoever leaves is asked again, and all that is wrong is reported. */
  refuse() {
    this.#isSent = false;
    this.#isTried = true;
    keepDraft(this.querySelector('form'));
  }

  /** What others changed: taken over where this person did nothing, both sides shown where they did. */
  async merge() {
    const form = this.querySelector('form');
    if (this.#isSent) return;
    await this.#saving?.rest;
    try {
      const { isNew, isGone, labels } = await mergeForm(form);
      if (!isNew) return;
      if (isGone) {
        // Where the record went, if that is known.
        const said = (await this.#check(form))?.getElementById('form-messages')?.textContent;
        if (said) this.#say(form, said, 'notice');
        else this.#say(form, this.dataset.wordGone ?? '');
        return;
      }
      if (labels.length && this.dataset.wordMerged) this.#say(form, this.dataset.wordMerged.replace('{}', labels.join(', ')), 'notice');
      await this.#check(form);
    } catch { /* The next change tries again, and saving says the same. */ }
  }

  #say(form, text, look = 'msg') {
    const said = Object.assign(document.createElement('p'), { className: look, textContent: text });
    const place = form.querySelector('#form-messages');
    if (place) place.replaceChildren(said);
    announce(text);
  }

  // MARK: what is wrong

  async #check(form) {
    const number = ++this.#asked;
    const address = new URL(form.action);
    address.searchParams.set('check', '1');
    const data = new FormData(form);
    for (const input of form.querySelectorAll('input[type=file]')) data.delete(input.name);
    try {
      const { document: part } = await fetchPage(address, { form: new URLSearchParams(data) });
      if (number === this.#asked) this.#tell(form, part);
      return part;
    } catch { return null; /* Saving says the same. */ }
  }

  /** Takes over what is said below inputs, and nothing else: what is typed is the person's. */
  #tell(form, part) {
    for (const field of form.querySelectorAll('.field, .member')) {
      const isMember = field.matches('.member');
      if (!this.#isTried && !this.#visited.has(isMember ? field : field.id)) continue;
      const [said, wanted] = [field, part.getElementById(field.id)].map((one) => one?.querySelector(':scope > .msgs'));
      if (!said || !(wanted || isMember)) continue;
      // An item in which nothing is left has nothing wrong.
      if (wanted) morph(said, wanted);
      else said.replaceChildren();
      const input = field.querySelector(':scope > item-list') ? null : field.querySelector('.input:not([hidden]), .adding input');
      if (input && said.childElementCount) input.setAttribute('aria-invalid', 'true');
      else input?.removeAttribute('aria-invalid');
    }
  }

  async #send(form, button) {
    if (form.dataset.sent !== undefined) return;
    form.dataset.sent = '';
    const data = new FormData(form, button);
    const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
    const actions = form.querySelector('.actions');
    actions.append(bar);
    try {
      const answer = await send(form.action, data, (share) => { bar.value = share; });
      if (answer.isDone) {
        dropDraft(form);
        if (this.dispatchEvent(new CustomEvent('saved', { bubbles: true, cancelable: true, detail: answer }))) location.assign(answer.address);
        return;
      }
      this.refuse();
      this.#hear(form, answer);
      form.querySelector('photo-drop')?.mark();
      if (['fix', 'keep', 'take'].includes(button?.name)) this.#replace(form, answer.document, button.value.split('=')[0]);
      const said = form.querySelector('#form-messages');
      (said?.querySelector('a') ?? form.querySelector('.msg'))?.scrollIntoView({ block: 'center' });
    } catch {
      this.refuse();
      this.#say(form, form.querySelector('photo-drop')?.dataset.failed ?? document.body.dataset.generationUnsent);
    }
    delete form.dataset.sent;
    bar.remove();
  }

  /** Says what a page says that came in answer; a status of 0 stands for no answer. */
  #hear(form, { document: page, status }) {
    if (page) this.#tell(form, page);
    const [said, wanted] = [form, page].map((one) => one?.querySelector('#form-messages'));
    if (said && wanted) morph(said, wanted);
    else if (status === 401) this.#say(form, document.body.dataset.generationLocked);
    else this.#say(form, page?.querySelector('main')?.textContent.trim() || document.body.dataset.generationUnsent);
  }

  /** Takes over a field whose value a button of its message changed. */
  #replace(form, page, name) {
    const field = [...form.querySelectorAll('.field[data-name]')].find((one) => one.dataset.name === name);
    const wanted = field && page.getElementById(field.id);
    if (!wanted) return;
    field.replaceWith(wanted);
    wanted.querySelector('input:not([type=hidden], [hidden]), select, textarea:not([hidden])')?.focus();
  }
}

customElements.define('record-form', RecordForm);

listen(() => { for (const form of document.querySelectorAll('record-form')) form.merge(); });
// What was refused by a page of its own is still to be had, by going back.
if (!document.querySelector('record-form, [data-draft]') && document.body.dataset.failed === undefined) dropSentDrafts();
