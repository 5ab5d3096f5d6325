// A form for a new record in a sheet over the page on which it was asked for, which stays.

import { fetchPage } from './html.js';
import { showToast } from './toast-bar.js';

/** Opens the form of an address; `closed` is called once the sheet is gone, whether something was saved or not. Where there is no form, its own page says why, and the sheet is gone before it came. */
export async function openSheet(address, closed) {
  let form = null;
  try {
    form = (await fetchPage(address)).document.querySelector('main record-form');
  } catch { /* Its own page says what is wrong. */ }
  if (!form) { closed(); location.assign(address); return; }
  const dialog = Object.assign(document.createElement('dialog'), { className: 'form-sheet' });
  const heading = form.querySelector('h1');
  heading.id = 'sheet-title';
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.append(form);
  // Who typed something is asked by the form before it goes. Browsers close a dialog on a second Escape, whatever the page says.
  let isOver = false;
  const finish = () => { isOver = true; dialog.close(); };
  const away = form.querySelector('.actions a');
  away.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    finish();
  });
  dialog.addEventListener('cancel', (event) => {
    // A chooser of files that is left says so, too; and what cannot be held up closes the dialog, which comes back then.
    if (event.target !== dialog || !event.cancelable) return;
    event.preventDefault();
    away.click();
  });
  dialog.addEventListener('close', (event) => {
    if (event.target !== dialog) return;
    if (isOver) { dialog.remove(); closed(); return; }
    dialog.showModal();
    away.click();
  });
  dialog.addEventListener('saved', (event) => {
    event.preventDefault();
    finish();
    const toast = event.detail.document.querySelector('toast-bar');
    if (toast) showToast(toast);
  });
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector('.field .input:not([hidden])')?.focus();
}
