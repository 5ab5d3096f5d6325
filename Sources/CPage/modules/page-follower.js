// What is no list and no form follows the catalogue as a whole: the page as it is now, put in place of the old one without a jump.

import { fetchPage } from './html.js';
import { listen } from './live.js';
import { morph } from './morph.js';

let isBusy = false;
let isChanged = false;
/** Whether something changed while a dialog was open. */
let isDue = false;

/** One look at a time: however fast files change, the server makes one page after the other. */
export async function follow() {
  isChanged = true;
  if (isBusy) return;
  isBusy = true;
  while (isChanged) {
    isChanged = false;
    await look();
  }
  isBusy = false;
}

async function look() {
  isDue = document.querySelector('dialog[open]') !== null;
  // A form is the person's until it is sent; the rest of a record follows while one field is edited.
  if (isDue || document.querySelector('main form.edit:not(.inline) [name=digest], body[data-posted]')) return;
  const isList = document.querySelector('record-list') !== null;
  const place = document.querySelector('.rail')?.dataset.place ?? '';
  const { href } = location;
  // What does not come holds nothing up.
  const signal = AbortSignal.timeout(10_000);
  try {
    // A list follows by itself, and knows how much of it is there.
    const { document: page, status } = await (isList
      ? fetchPage(`/more?${new URLSearchParams({ place })}`, { part: 'rail', signal }) : fetchPage(href, { signal }));
    // A record that was saved under another name meanwhile has another page.
    if (href !== location.href) { isChanged = true; return; }
    const edited = document.querySelector('.row:has(record-form)');
    if (edited && !page.getElementById(edited.id)) return;
    for (const part of ['.rail', isList ? '#frozen' : 'main']) {
      // What is gone is said to be.
      if (part === 'main' && status !== 200 && status !== 404) continue;
      const [present, wanted] = [document.querySelector(part), page.querySelector(part)];
      if (present && wanted) morph(present, wanted, { marks: true });
    }
  } catch { /* The next change tries again. */ }
}

listen(follow);
document.addEventListener('close', () => { if (isDue) follow(); }, { capture: true });
