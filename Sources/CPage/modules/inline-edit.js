// One field of a record changed where it stands: the pen puts its input into the row; it is saved alone.

import { drafts, dropDraft, identity, isChanged, rebase } from './form-state.js';
import { announce, fetchPage, send } from './html.js';
import { show as warn } from './live.js';
import { morph } from './morph.js';
import { follow } from './page-follower.js';

async function open(pen) {
  const [address, anchor] = pen.href.split('#');
  const row = pen.closest('.row');
  let page;
  try {
    ({ document: page } = await fetchPage(address));
  } catch { location.assign(pen.href); return; }
  const [field, form] = [page.getElementById(anchor), page.querySelector('form.edit')];
  if (!field || !form) { location.assign(pen.href); return; }
  close(document.querySelector('.row:has(record-form)'));
  const own = document.createElement('form');
  own.className = 'edit inline';
  own.method = 'post';
  own.action = form.action;
  own.noValidate = true;
  own.append(form.querySelector('.default'), ...identity(form), field, ...form.querySelectorAll('#form-messages, .actions'));
  own.querySelector('.actions a')?.addEventListener('click', (event) => { event.preventDefault(); dropDraft(); close(row); follow(); });
  let next;
  own.addEventListener('submit', (event) => { event.preventDefault(); save(own, event.submitter, anchor, next); next = null; });
  own.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (key === 'Escape') own.querySelector('.actions a').click();
    else if (key === 'Tab' && !event.shiftKey && isLast(target, field)) {
      // Saved, and on to the next row.
      const pens = [...document.querySelectorAll('a.pen')];
      next = pens[pens.indexOf(pen) + 1];
      // What is typed in a list of chips becomes one first.
      target.blur();
      setTimeout(() => own.requestSubmit());
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const frame = document.createElement('record-form');
  Object.assign(frame.dataset, form.closest('record-form').dataset);
  frame.append(own);
  // The list of fields has only names and values in it.
  const value = row.querySelector('dd');
  value.dataset.own = '';
  value.append(frame);
  const input = field.querySelector('input:checked') ?? field.querySelector('.adding input, input:not([type=hidden], [hidden]), select, textarea:not([hidden])');
  input?.focus();
  // One key more in a long text adds to it, and does not wipe it.
  if (input?.localName === 'textarea') input.setSelectionRange(input.value.length, input.value.length);
  else if (input?.select && input.type !== 'checkbox' && input.type !== 'radio') input.select();
}

/** Whether Tab leads out of a field from here; of the buttons of a choice one stands for all. */
function isLast(input, field) {
  const last = [...field.querySelectorAll('input, select, textarea, button')].filter((one) => one.checkVisibility() && one.tabIndex >= 0).pop();
  return input === last || (input.type === 'radio' && input.name === last.name);
}

function close(row) {
  row?.querySelector('record-form')?.remove();
  delete row?.querySelector('dd').dataset.own;
  row?.querySelector('.pen')?.focus();
}

/** Shows the record as a change left it, with what is seen where it is. */
export function show(page, address) {
  const hadFocus = document.querySelector('main > toast-bar:focus-within') !== null;
  history.replaceState(null, '', address);
  document.querySelectorAll('main > toast-bar').forEach((old) => old.remove());
  morph(document.querySelector('main'), page.querySelector('main'));
  if (hadFocus) document.querySelector('.toast button')?.focus({ preventScroll: true });
  announce(document.querySelector('.toast span')?.textContent ?? '');
}

const penOf = (hash) => document.querySelector(`a.pen[href$="${hash}"]`);

async function save(form, button, anchor, next) {
  const frame = form.closest('record-form');
  try {
    await frame.rest();
    if (frame.dataset.saves !== undefined && !isChanged(form)) {
      dropDraft();
      close(form.closest('.row'));
      await follow();
      const other = next && penOf(next.hash);
      if (other) open(other);
      return;
    }
    const { document: page, address, isDone, status } = await send(form.action, new FormData(form, button));
    if (isDone && page.querySelector('main #record')) {
      dropDraft();
      close(form.closest('.row'));
      show(page, address);
      const [pen, other] = [`#${anchor}`, next?.hash].map(penOf);
      pen?.focus();
      if (other) open(other);
      return;
    }
    frame.refuse();
    if (status === 401) { warn(document.body.dataset.generationLocked); return; }
    // The form of a new record, in place of one that is gone, is not this one.
    const field = status !== 404 && page.getElementById(anchor);
    const said = form.querySelector('#form-messages');
    if (!field) {
      // What was typed stays where it is; of the page that came its message is said, or all of a short one.
      const main = page.querySelector('main');
      const text = (main.querySelector('.msg, [role=alert] > p') ?? main).textContent.trim();
      said.replaceChildren(Object.assign(document.createElement('p'), { className: 'msg', textContent: text }));
      announce(said.textContent);
      return;
    }
    const sentence = page.querySelector('#form-messages');
    if (sentence) morph(said, sentence);
    form.querySelector('.field').replaceWith(field);
    // Under the name that the record has by now.
    form.action = page.querySelector('form.edit').action;
    rebase(form, page);
    field.querySelector('input:not([type=hidden], [hidden]), select, textarea:not([hidden])')?.focus();
    announce(form.querySelector('.msg')?.textContent ?? '');
  } catch {
    frame.refuse();
    warn(document.body.dataset.generationUnsent);
  }
}

/** The pen of the row that is clicked where nothing else answers, and nothing is selected. */
const rowPen = (target) => (target.closest('a, button, input, label, form, summary') || String(getSelection()) ? null
  : target.closest('.row:not(:has(record-form))')?.querySelector('a.pen'));

document.addEventListener('click', (event) => {
  const pen = event.target.closest('a.pen') ?? rowPen(event.target);
  if (!pen || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  open(pen);
});

// A stage that is reached, words about a photo: the record stays where it is.
document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.matches('#record form.track, #record .captioning form') || form.dataset.refused !== undefined) return;
  event.preventDefault();
  if (form.dataset.sent !== undefined) return;
  form.dataset.sent = '';
  try {
    const { document: page, address, status } = await send(form.action, new FormData(form, submitter));
    if (status === 401) { warn(document.body.dataset.generationLocked); return; }
    if (page.querySelector('main #record')) {
      const around = form.closest('details');
      around?.querySelector('summary').focus();
      around?.removeAttribute('open');
      form.reset();
      show(page, address);
      return;
    }
    // The server's own page says why not.
    form.dataset.refused = '';
    form.requestSubmit(submitter);
  } catch { /* That the connection is lost is said elsewhere. */ } finally { delete form.dataset.sent; }
});

// What was typed in a row before the page was left or read anew is there again.
const kept = drafts().map((name) => document.querySelector(`a.pen[href$="#in-${CSS.escape(encodeURIComponent(name))}"]`)).find(Boolean);
if (kept && !document.querySelector('record-form')) open(kept);
