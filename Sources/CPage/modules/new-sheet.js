// A form for a new record in a sheet over the page on which it was asked for, which stays.

import { fetchPage } from './html.js';
import { showToast } from './toast-bar.js';

/** Opens the form of an address; `closed` is called once it is gone again, whether something was saved or not. */
export async function openSheet(address, closed) {
  let form = null;
  try {
    form = (await fetchPage(address)).document.querySelector('main record-form');
  } catch { /* Its own page says what is wrong. */ }
  if (!form) { location.assign(address); return; }
  const dialog = Object.assign(document.createElement('dialog'), { className: 'sheet' });
  const heading = form.querySelector('h1');
  heading.id = 'sheet-title';
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.append(form);
  dialog.addEventListener('close', () => { dialog.remove(); closed(); });
  // Who typed something is asked by the form before it goes.
  const away = form.querySelector('.actions a');
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); away.click(); });
  away.addEventListener('click', (event) => { event.preventDefault(); dialog.close(); });
  dialog.addEventListener('saved', (event) => {
    event.preventDefault();
    dialog.close();
    const toast = event.detail.document.querySelector('toast-bar');
    if (toast) showToast(toast);
  });
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector('.field .input:not([hidden])')?.focus();
}
