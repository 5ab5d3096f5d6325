// The page's script: everything works without it; with it the page is alive.

import './check-list.js';
import './chip-list.js';
import './color-order.js';
import './field-aids.js';
import './first-focus.js';
import './inline-edit.js';
import './install.js';
import './keys.js';
import './live.js';
import './lost-photos.js';
import './map-view.js';
import './narrow.js';
import './page-follower.js';
import './photo-drop.js';
import './photo-strip.js';
import './place-picker.js';
import './record-form.js';
import './record-list.js';
import './record-picks.js';
import './search-box.js';
import './share-form.js';
import './suggestions.js';
import './swipe.js';
import './toast-bar.js';

// A menu closes on a click elsewhere and on Escape.
document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details.filter[open]')) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const menu of document.querySelectorAll('details.filter[open]')) {
    menu.open = false;
    menu.querySelector('summary').focus();
  }
});
