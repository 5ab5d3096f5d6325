// A row or card that is swept to the left on a touch screen, or that Delete is pressed on, goes to the trash, with the way back in the toast.

import { send } from './html.js';
import { showToast } from './toast-bar.js';

/** How far a row is swept until it goes. Units: pixels. */
const enough = (row) => Math.max(110, row.offsetWidth * .4);
let swept = null;

/** What is seen below a row that is swept: what will become of it. */
function ground(row) {
  const made = Object.assign(document.createElement(row.localName === 'tr' ? 'td' : 'span'), { className: 'ground' });
  made.setAttribute('aria-hidden', 'true');
  const icon = document.querySelector('.rail a[href="/trash"] .icon')?.cloneNode(true);
  made.append(icon ?? '', document.querySelector('#picks [value=delete]')?.textContent ?? '');
  return made;
}

document.addEventListener('pointerdown', (event) => {
  swept = null;
  if (event.pointerType !== 'touch' || !event.isPrimary || document.getElementById('picking')?.checked) return;
  const row = event.target.closest?.('#rows > li.card, #rows > tr:not(.group)');
  if (row?.querySelector('a[href]')) swept = { row, x: event.clientX, y: event.clientY, by: 0, isOn: false };
});

document.addEventListener('pointermove', (event) => {
  if (!swept || !event.isPrimary || document.getElementById('picking')?.checked) return;
  const [across, down] = [event.clientX - swept.x, event.clientY - swept.y];
  if (!swept.isOn && Math.abs(down) > 12) { swept = null; return; }
  if (!swept.isOn && across < -14) {
    swept.isOn = true;
    swept.row.classList.add('swept');
    swept.row.append(ground(swept.row));
  }
  if (!swept.isOn) return;
  swept.by = Math.min(0, across);
  swept.row.style.setProperty('--by', `${swept.by}px`);
  swept.row.classList.toggle('away', swept.by < -enough(swept.row));
});

function back(row) {
  row.style.removeProperty('--by');
  row.querySelector('.ground')?.remove();
  row.classList.remove('swept', 'away');
}

document.addEventListener('pointercancel', () => { if (swept) back(swept.row); swept = null; });

document.addEventListener('pointerup', () => {
  const done = swept;
  swept = null;
  if (!done?.isOn) return;
  // The finger that goes up opens nothing; what is tapped elsewhere, such as Undo, is meant.
  const hold = (event) => {
    if (!done.row.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', hold, { capture: true });
  setTimeout(() => document.removeEventListener('click', hold, { capture: true }), 400);
  if (done.by >= -enough(done.row)) { back(done.row); return; }
  discard(done.row);
});

/** Moves the record of a row to the trash, with the way back in the toast; who stood on it stands on the next one. */
export async function discard(row) {
  const address = `${row.querySelector('a[href]').href}?delete`;
  const data = new FormData();
  data.append('quick', '1');
  const next = (way) => {
    let one = row[way];
    while (one?.matches('.group, .space')) one = one[way];
    return one;
  };
  if (row.contains(document.activeElement)) (next('nextElementSibling') ?? next('previousElementSibling'))?.querySelector('a[href]')?.focus();
  try {
    const { document: page, isDone } = await send(address, data);
    const toast = page.querySelector('toast-bar');
    if (!isDone || !toast) { location.assign(address); return; }
    row.remove();
    showToast(toast);
  } catch { back(row); }
}
