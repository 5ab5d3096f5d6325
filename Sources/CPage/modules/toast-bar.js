// What was done just now, with the way back: there for ten seconds, longer while it is pointed at or has the focus.

import { announce, send } from './html.js';
import { show } from './inline-edit.js';

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
    this.querySelector('.away')?.addEventListener('click', () => this.remove());
    // A finger that sweeps over it puts it away as well.
    this.addEventListener('touchmove', () => this.remove(), { passive: true });
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

/** What is asked for by keys, one after the other: each begins with the toast that the one before left. */
let turns = Promise.resolve();
/** What is sent now. */
let sending = Promise.resolve();

function turn(action) {
  turns = turns.then(() => {
    let form = document.querySelector(`toast-bar form[action="${action}"]`);
    if (!form) {
      form = Object.assign(document.createElement('form'), { className: 'turn', method: 'post', action, hidden: true });
      form.append(backTo(location));
      document.body.append(form);
    }
    form.requestSubmit();
    return sending;
  });
}

// A list and a record stay where they are: they are not loaded again, but follow.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches('toast-bar form, form.turn') || !document.querySelector('record-list, #record')) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = '1';
  sending = carryOut(form);
});

async function carryOut(form) {
  try {
    const { document: page, address, isDone } = await send(form.action, new FormData(form));
    const [list, toast] = [document.querySelector('record-list'), page.querySelector('toast-bar')];
    // The server's own page says why not.
    if (!isDone || !toast) {
      // A toast may have been put away meanwhile.
      if (!form.isConnected) document.body.append(form);
      form.submit();
      return;
    }
    if (list) {
      showToast(toast);
      list.follow();
    } else if (page.getElementById('record') && new URL(address).pathname === location.pathname) show(page, address);
    else location.assign(address);
  } catch { /* That the connection is lost is said elsewhere. */ } finally {
    delete form.dataset.sent;
    if (form.matches('.turn')) form.remove();
  }
}

customElements.define('toast-bar', ToastBar);
