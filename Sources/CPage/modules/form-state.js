// What a person did to a form: which fields they changed, what they typed kept for this tab, and what others changed meanwhile taken over.

import { fetchPage } from './html.js';

const controls = (field) => [...field.querySelectorAll('input:not([type=hidden], [type=file]), select, textarea')].filter((control) => control.name);
const was = (field) => field.querySelector(':scope > input[name^="was:"]');
/** What says in which order the values of a field count; null where that is the order of the form. */
const order = (field) => field.querySelector('[name^="order:"]');

function isDifferent(control) {
  if (control.type === 'checkbox' || control.type === 'radio') return control.checked !== control.defaultChecked;
  if (control.localName === 'select') {
    const isChosen = [...control.options].some((option) => option.defaultSelected);
    return [...control.options].some((option, place) => option.selected !== (isChosen ? option.defaultSelected : place === 0));
  }
  return control.value !== control.defaultValue;
}

/** Whether a person changed a field, in this form or in the one before it that was sent back: of that one the server says so. */
export function isTouched(field) {
  if (field.dataset.changed !== undefined || controls(field).some(isDifferent)) return true;
  return Boolean(order(field) && was(field)) && chosen(field).map((control) => control.value).join('\n') !== was(field).value;
}

/** The controls whose values are sent, in the order in which these count. */
function chosen(field) {
  const all = controls(field).filter((control) => control.checked || (control.type !== 'checkbox' && control.type !== 'radio'));
  const places = order(field)?.value.split('\n');
  return places ? all.sort((one, other) => places.indexOf(one.value) - places.indexOf(other.value)) : all;
}

const fields = (form) => [...form.querySelectorAll('.field[data-name]')];

/** Whether a person changed anything. */
export function isChanged(form) {
  return fields(form).some(isTouched) || [...form.querySelectorAll('input[type=file]')].some((input) => input.files.length);
}

// MARK: drafts

const prefix = 'draft:';
/** A sheet over a page has a draft of its own. */
const key = (form) => prefix + location.pathname + location.search + (form?.closest('dialog') ? '#' : '');

/** Keeps what was typed in a form for this tab, across reloads. */
export function keepDraft(form, { isSent = false } = {}) {
  const kept = fields(form).filter(isTouched).map((field) => ({
    name: field.dataset.name,
    was: was(field)?.value ?? '',
    values: chosen(field).map((control) => [control.name, control.value]),
  }));
  try {
    if (kept.length) sessionStorage.setItem(key(form), JSON.stringify({ kept, isSent }));
    else dropDraft(form);
  } catch { /* A browser that keeps nothing keeps no drafts. */ }
}

/** The names of the fields that something is kept of for this page. */
export const drafts = () => read(key())?.kept?.map(({ name }) => name) ?? [];

/** Forgets what was typed. */
export function dropDraft(form) { sessionStorage.removeItem(key(form)); }

/** Forgets the drafts that were sent: a page without a form came, so they arrived. */
export function dropSentDrafts() {
  for (const name of Object.keys(sessionStorage).filter((other) => other.startsWith(prefix))) {
    if (read(name)?.isSent) sessionStorage.removeItem(name);
  }
}

function read(name) {
  try { return JSON.parse(sessionStorage.getItem(name)); } catch { return null; }
}

/** Puts what was typed before back into a form, with what it was typed over; gives whether there was any. */
export function restoreDraft(form) {
  const kept = read(key(form))?.kept;
  if (!Array.isArray(kept) || !kept.length) return false;
  for (const { name, was: before, values } of kept) {
    const field = fields(form).find((other) => other.dataset.name === name);
    if (!field) continue;
    if (was(field)) was(field).value = before;
    if (order(field)) order(field).value = values.map(([, value]) => value).join('\n');
    for (const control of controls(field)) {
      if (control.type === 'checkbox' || control.type === 'radio') control.checked = values.some(([other, value]) => other === control.name && value === control.value);
    }
    // One after the other: an item that is filled in makes room for the next one.
    for (const [inner, value] of values) {
      const control = controls(field).find((other) => other.name === inner && other.type !== 'checkbox' && other.type !== 'radio');
      if (!control || control.value === value) continue;
      control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
    field.querySelector('input:not([type=hidden])')?.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return true;
}

// Forms that are sent as they stand.
for (const form of document.querySelectorAll('form[data-draft]')) {
  (document.body.dataset.posted === undefined ? restoreDraft : keepDraft)(form);
  for (const type of ['input', 'submit']) form.addEventListener(type, () => keepDraft(form, { isSent: type === 'submit' }));
}

// MARK: others

/** What says which record a form is of, and in which state: not what it changes. */
export const identity = (form) => [...form.querySelectorAll('.edit > [name=digest], .edit > [name^="held:"]')];

/** Makes a form one of the record as a fresh form has it. */
export const rebase = (form, page) => identity(page).forEach((fresh, place) => identity(form)[place]?.replaceWith(fresh));

/** What the changed fields hold, as it is sent. */
export const contents = (form) => new Map(fields(form).filter(isTouched).map((field) => [field, held(field)]));
const held = (field) => JSON.stringify(chosen(field).map(({ name, value }) => [name, value]));

/** Makes what was sent the state that a form begins with, and takes over what else a fresh form has; what was typed meanwhile is a change of that. */
export function settle(form, page, sent) {
  rebase(form, page);
  form.action = page.querySelector('form.edit').action;
  form.querySelector('h1')?.replaceWith(page.querySelector('form.edit h1'));
  for (const [field, values] of sent) {
    const fresh = page.getElementById(field.id);
    if (!fresh || !field.isConnected) continue;
    if (was(field)) was(field).value = was(fresh).value;
    if (held(field) !== values) continue;
    delete field.dataset.changed;
    for (const control of controls(field)) {
      if (control.type === 'checkbox' || control.type === 'radio') control.defaultChecked = control.checked;
      else if (control.localName === 'select') for (const option of control.options) option.defaultSelected = option.selected;
      else control.defaultValue = control.value;
    }
    // As it was written; but for who is still in it.
    if (held(fresh) !== values && !field.contains(document.activeElement)) field.replaceWith(fresh);
  }
  takeOver(form, page);
}

/** Takes over what others changed in fields that were not touched here. Gives their labels, whether the record is gone, and whether anything is new. */
export async function mergeForm(form) {
  const digest = form.querySelector('[name=digest]');
  if (!digest?.value) return { isNew: false };
  const { document: page, status } = await fetchPage(form.action);
  if (status === 404) return { isGone: true, isNew: true, labels: [] };
  const fresh = page.querySelector('form.edit [name=digest]')?.value;
  if (!fresh || fresh === digest.value) return { isNew: false };
  rebase(form, page);
  return { isNew: true, labels: takeOver(form, page) };
}

function takeOver(form, page) {
  const labels = [];
  for (const field of fields(form)) {
    const other = page.getElementById(field.id);
    if (!other || was(field)?.value === was(other)?.value || isTouched(field)) continue;
    const focused = field.contains(document.activeElement) ? document.activeElement.id : null;
    labels.push(other.querySelector('label, legend')?.firstChild?.textContent.trim() ?? field.dataset.name);
    field.replaceWith(other);
    if (focused) document.getElementById(focused)?.focus();
  }
  return labels;
}
