// Records chosen in a list, by a click while choosing, by x, by a long press; the bar's buttons are those of a plain form.

import { announce } from './html.js';

const boxes = () => [...document.querySelectorAll('#rows .pick')];
/** Chosen rows that are out of the document now, each an input of the same form. */
const elsewhere = document.createElement('div');
elsewhere.hidden = true;
document.body.append(elsewhere);
const toggle = () => document.getElementById('picking');
/** The paths of all records that are chosen. */
const chosen = () => [...boxes().filter((box) => box.checked), ...elsewhere.children].map((input) => input.value);
let last = null;

function tell() {
  const bar = document.getElementById('picks');
  if (!bar) return;
  const paths = chosen();
  const count = paths.length;
  const text = bar.dataset.count.replace('{}', count);
  keep(paths);
  const said = bar.querySelector('.picked');
  if (said.textContent === text) return;
  said.textContent = text;
  for (const button of bar.querySelectorAll('[data-some]')) button.disabled = count === 0;
  // Who chooses nothing wants to hear how many were found, not that none is chosen.
  if (toggle()?.checked) announce(text);
}

function start() {
  const picking = toggle();
  if (picking) picking.checked = true;
}

function pick(box, { range = false } = {}) {
  const all = boxes();
  const [from, to] = [all.indexOf(last), all.indexOf(box)].sort((one, other) => one - other);
  box.checked = !box.checked;
  if (range && from >= 0) for (const other of all.slice(from, to + 1)) other.checked = box.checked;
  last = box;
  tell();
}

function putElsewhere(path) {
  const kept = Object.assign(document.createElement('input'), { type: 'hidden', name: 'path', value: path });
  kept.setAttribute('form', 'picks');
  elsewhere.append(kept);
}

function stop() {
  const picking = toggle();
  if (!picking?.checked) return;
  for (const box of boxes()) box.checked = false;
  elsewhere.replaceChildren();
  picking.checked = false;
  tell();
}

/** Whether a long press has chosen, and the finger is still down. */
let isHeld = false;

document.addEventListener('click', (event) => {
  // The finger that goes up opens nothing, and takes nothing back.
  if (isHeld) { isHeld = false; event.preventDefault(); event.stopPropagation(); return; }
  if (event.target.closest('#picks [data-stop]')) { stop(); return; }
  if (!toggle()?.checked || event.target.matches('.pick')) return;
  const row = event.target.closest('#rows > li, #rows > tr');
  const box = row?.querySelector('.pick');
  if (!box || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  pick(box, { range: event.shiftKey });
}, { capture: true });

document.addEventListener('change', (event) => {
  if (event.target.matches('.pick')) { last = event.target; tell(); }
  if (event.target.id === 'picking') { if (event.target.checked) tell(); else { event.target.checked = true; stop(); } }
});

document.addEventListener('results', () => { elsewhere.replaceChildren(); tell(); });

// The server does not know what is chosen: the bar that came with new rows is empty.
document.addEventListener('rows-swapped', tell);

document.addEventListener('rows-gone', (event) => {
  for (const box of event.detail.flatMap((row) => [...row.querySelectorAll('.pick')])) if (box.checked) putElsewhere(box.value);
  tell();
});

document.addEventListener('rows-come', (event) => {
  if (!elsewhere.children.length) return;
  const kept = new Map([...elsewhere.children].map((input) => [input.value, input]));
  for (const box of event.detail.flatMap((row) => [...row.querySelectorAll('.pick')])) {
    const input = kept.get(box.value);
    if (!input) continue;
    input.remove();
    box.checked = true;
  }
  tell();
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input:not(.pick), textarea, select, dialog')) return;
  if (event.key === 'Escape') stop();
  if (event.key !== 'x') return;
  const box = document.activeElement?.closest('#rows > li, #rows > tr')?.querySelector('.pick');
  if (!box) return;
  event.preventDefault();
  start();
  pick(box, { range: event.shiftKey });
});

// A long press chooses, as on phones; a finger that moves scrolls.
let pressed = 0;
const release = () => clearTimeout(pressed);
document.addEventListener('pointerdown', (event) => {
  release();
  // A press that ended without a click is over.
  isHeld = false;
  if (event.pointerType !== 'touch' || toggle()?.checked) return;
  const box = event.target.closest?.('#rows > li, #rows > tr')?.querySelector('.pick');
  if (!box) return;
  pressed = setTimeout(() => {
    start();
    pick(box);
    isHeld = true;
  }, 550);
});
for (const name of ['pointerup', 'pointercancel', 'scroll']) document.addEventListener(name, release, { passive: true, capture: true });
document.addEventListener('pointermove', (event) => { if (Math.abs(event.movementX) + Math.abs(event.movementY) > 6) release(); }, { passive: true });
document.addEventListener('contextmenu', (event) => {
  if (event.pointerType === 'touch' && event.target.closest?.('#rows')) event.preventDefault();
});

// MARK: across reloads

const place = () => {
  const { search } = document.querySelector('record-list')?.address ?? location;
  return `${location.pathname}?${new URLSearchParams({ q: new URLSearchParams(search).get('q') ?? '' })}`;
};

/** Keeps what is chosen for this tab, across reloads. */
function keep(paths) {
  try {
    if (toggle()?.checked) sessionStorage.setItem('picks', JSON.stringify({ place: place(), paths }));
    else sessionStorage.removeItem('picks');
  } catch { /* A browser that keeps nothing keeps no selection. */ }
}

function read() {
  try { return JSON.parse(sessionStorage.getItem('picks')); } catch { return null; }
}

function restore() {
  const kept = read();
  if (!toggle() || kept?.place !== place()) return;
  // Who comes to the list by a link begins anew.
  if (performance.getEntriesByType('navigation')[0]?.type === 'navigate') { sessionStorage.removeItem('picks'); return; }
  const paths = new Set(kept.paths);
  start();
  for (const box of boxes()) box.checked = paths.delete(box.value);
  paths.forEach(putElsewhere);
  tell();
}

restore();
