// The page is seen first: what makes it alive is fetched once it is on the screen. A page that nobody sees is not painted.

/** What is typed before: the script gets it as soon as it is there. */
const early = [];
const kinds = ['keydown', 'input'];
const note = (event) => early.push(event);

async function begin() {
  try { await import('./main.js'); } finally {
    for (const kind of kinds) document.removeEventListener(kind, note, true);
  }
  for (const event of early.splice(0)) if (event.target.isConnected) event.target.dispatchEvent(new event.constructor(event.type, event));
}

for (const kind of kinds) document.addEventListener(kind, note, true);
// Columns have the widths that were chosen from the beginning.
const table = localStorage.widths && document.querySelector('record-list table');
if (table) import('./column-widths.js').then(({ fitColumns }) => fitColumns(table, false, []));
if (document.hidden || !window.PerformanceObserver?.supportedEntryTypes?.includes('paint')) begin();
else {
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
  document.addEventListener('visibilitychange', begin, { once: true });
  setTimeout(begin, 1000);
}
