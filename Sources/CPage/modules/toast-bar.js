// What was done just now, with the way back: there for ten seconds, longer while it is pointed at or has the focus.

import { announce } from './html.js';
import { send } from './upload.js';

class ToastBar extends HTMLElement {
  connectedCallback() {
    // The address stays clean: a reload says nothing again. What the history knows of the place in a list stays.
    const address = new URL(location.href);
    address.searchParams.delete('done');
    address.searchParams.delete('undone');
    history.replaceState(history.state, '', address);
    const form = this.querySelector('form');
    if (form && !form.elements.back) form.append(backTo(address));
    const wait = () => setTimeout(() => {
      if (this.matches(':hover, :focus-within')) wait();
      else this.remove();
    }, 10_000);
    wait();
  }
}

function backTo({ pathname, search }) {
  return Object.assign(document.createElement('input'), { type: 'hidden', name: 'back', value: pathname + search });
}

/** Shows what was done, in place of what was done before it. */
export function showToast(toast) {
  const hadFocus = document.querySelector('main > toast-bar:focus-within') !== null;
  document.querySelectorAll('main > toast-bar').forEach((old) => old.remove());
  document.querySelector('main').prepend(toast);
  if (hadFocus) toast.querySelector('button')?.focus({ preventScroll: true });
  announce(toast.querySelector('span')?.textContent ?? '');
}

/** Takes back the change of the toast, or else the last one that is not taken back yet. */
export const undo = () => turn('/undo');

/** Does again what was taken back last. */
export const redo = () => turn('/redo');

function turn(action) {
  let form = document.querySelector(`toast-bar form[action="${action}"]`);
  if (!form) {
    form = Object.assign(document.createElement('form'), { className: 'turn', method: 'post', action, hidden: true });
    form.append(backTo(location));
    document.body.append(form);
  }
  form.requestSubmit();
}

// A list stays where it is: it is not loaded again, but follows.
document.addEventListener('submit', async (event) => {
  const form = event.target;
  const list = document.querySelector('record-list');
  if (!list || event.defaultPrevented || !form.matches('toast-bar form, form.turn')) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = '1';
  try {
    const { document: page, isDone } = await send(form.action, new FormData(form));
    const toast = page.querySelector('toast-bar');
    // The server's own page says why not.
    if (!isDone || !toast) { form.submit(); return; }
    showToast(toast);
    list.follow();
  } catch { /* That the connection is lost is said elsewhere. */ } finally {
    delete form.dataset.sent;
    if (form.matches('.turn')) form.remove();
  }
});

customElements.define('toast-bar', ToastBar);
