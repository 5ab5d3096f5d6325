// A list of values narrowed while one types in its box; what is ticked stays. Without the script its form does the same.

import { announce, fetchPage } from './html.js';
import { morph } from './morph.js';

let request = null;

document.addEventListener('input', async ({ target }) => {
  const form = target.closest?.('form.narrow');
  if (!form) return;
  // The address knows what is ticked, so that the list still has it when it follows the catalogue.
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) if (value.trim()) address.searchParams.append(name, value.trim());
  history.replaceState(history.state, '', address);
  if (target.type !== 'search') return;
  request?.abort();
  request = new AbortController();
  try {
    const { document: page } = await fetchPage(address, { part: 'results', signal: request.signal });
    const [present, wanted] = [form.querySelector('#results'), page.getElementById('results')];
    if (!present || !wanted) return;
    morph(present, wanted);
    announce(present.querySelector('#count')?.textContent ?? '');
  } catch { /* What is typed next tries again. */ }
});
