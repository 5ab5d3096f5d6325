// The keyboard: search, new, edit, the next and the one before, undo, redo, help. Never while somebody types.

import { discard } from './swipe.js';
import { redo, undo } from './toast-bar.js';

const rows = () => [...document.querySelectorAll('#rows a[href], #days .entry, .findings a[href], .log button')]
  .filter((link, place, all) => all.findIndex((other) => other.closest('li, tr') === link.closest('li, tr')) === place);

function step(by) {
  const list = document.querySelector('record-list:has(#rows)');
  if (list) { list.step(by); return; }
  const all = rows();
  const place = all.findIndex((link) => link.closest('li, tr')?.contains(document.activeElement));
  const next = all[Math.min(Math.max(place + by, 0), all.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** The row of a list that has the focus. */
const row = () => document.activeElement.closest('#rows > li.card, #rows > tr:not(.group)');

function follow(link, address) {
  if (link) link.click();
  else if (address) location.assign(address);
}

const keys = {
  '/': () => { const box = document.querySelector('input[type=search]'); box?.focus(); box?.select(); },
  n: () => follow(document.querySelector('[data-key=n]'), '/new'),
  e: () => follow(document.activeElement.closest('.row')?.querySelector('a.pen') ?? document.querySelector('[data-key=e]'), row() && `${row().querySelector('a[href]').href}?edit`),
  Delete: () => { if (row()) discard(row()); },
  j: () => step(1),
  k: () => step(-1),
  u: undo,
  '?': () => location.assign('/help'),
};

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.defaultPrevented) return;
  if (event.target.closest('input, textarea, select, dialog, [contenteditable]')) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    return event.shiftKey ? redo() : undo();
  }
  const act = keys[event.key];
  // A view names keys of its own on what they do, such as the next month.
  const own = act ? null : document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!act && !own) return;
  event.preventDefault();
  if (act) act();
  else own.click();
});
