// Values that other records have, offered below an input while one types.

import { fetchPage } from './html.js';
import { lookUp, sayHow } from './known-words.js';

let count = 0;

/** Offers values below an input; `take` gets the one that is chosen, and its element. */
export function suggest(input, take) {
  const frame = input.parentElement;
  frame.querySelector(':scope > .offered')?.remove();
  frame.classList.add('offering');
  const list = document.createElement('ul');
  count += 1;
  Object.assign(list, { className: 'completion offered', id: `offered-${count}`, hidden: true });
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent.trim() ?? '');
  frame.append(list);
  input.removeAttribute('list');
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');
  let asked = 0;
  let waiting = 0;

  const close = () => {
    asked += 1;
    clearTimeout(waiting);
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const ask = async () => {
    asked += 1;
    const number = asked;
    const typed = input.value;
    const address = new URL(input.dataset.suggest, location.href);
    address.searchParams.set('q', typed.trim());
    try {
      const { document: part } = await fetchPage(address);
      if (number !== asked || input.value !== typed || document.activeElement !== input) return;
      const options = [...part.querySelectorAll('[role=option]')].filter((option) => option.dataset.create || option.dataset.value !== input.value);
      options.forEach((option, place) => { option.id = `${list.id}-${place}`; });
      // What was marked stays so where it is found again.
      const marked = list.querySelector('[aria-selected=true]')?.dataset.value;
      const same = marked === undefined ? null : options.find((option) => option.dataset.value === marked);
      list.replaceChildren(...options);
      list.hidden = options.length === 0;
      input.setAttribute('aria-expanded', String(options.length > 0));
      same?.setAttribute('aria-selected', 'true');
      if (same) input.setAttribute('aria-activedescendant', same.id);
      else input.removeAttribute('aria-activedescendant');
    } catch { close(); }
  };
  const choose = (option) => {
    close();
    // In a tab of its own, so that nothing that was typed here goes.
    if (option.dataset.create) open(option.dataset.create, '_blank', 'noopener');
    take(option.dataset.value, option);
  };

  input.addEventListener('input', (event) => {
    if (!event.isTrusted) return;
    clearTimeout(waiting);
    // A word that was taken from the line meanwhile is not looked for.
    waiting = setTimeout(() => (input.value.trim() ? ask() : close()), 60);
  });
  input.addEventListener('blur', () => setTimeout(close, 150));
  // Who has no arrow keys is shown at once what there is.
  const show = () => { if (!input.value.trim() && matchMedia('(pointer: coarse)').matches) ask(); };
  input.addEventListener('focus', show);
  if (document.activeElement === input) show();
  // Browsers open a tab only after a whole tap.
  for (const type of ['pointerdown', 'click']) {
    list.addEventListener(type, (event) => {
      event.preventDefault();
      const option = event.target.closest('[role=option]');
      if (option && Boolean(option.dataset.create) === (type === 'click')) choose(option);
    });
  }
  input.addEventListener('keydown', (event) => {
    const options = [...list.children];
    const place = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    const isOpen = !list.hidden && options.length > 0;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' && !isOpen) {
      ask();
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const by = event.key === 'ArrowDown' ? 1 : options.length - (place < 0 ? 0 : 1);
      const next = options[(place + by) % options.length];
      for (const option of options) option.setAttribute('aria-selected', String(option === next));
      input.setAttribute('aria-activedescendant', next.id);
      next.scrollIntoView({ block: 'nearest' });
    } else if (isOpen && place >= 0 && event.key === 'Enter') {
      choose(options[place]);
      event.stopImmediatePropagation();
    } else if (isOpen && event.key === 'Escape') {
      close();
      event.stopPropagation();
    } else {
      if (event.key === 'Enter') close();
      return;
    }
    event.preventDefault();
  });
}

/** Writes a word of a vocabulary as others do. */
async function spell(input) {
  const typed = input.value.trim();
  const value = typed && (await lookUp(input.dataset.suggest, [typed]))?.get(typed)?.dataset.value;
  if (!value || value === typed || input.value.trim() !== typed) return;
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  sayHow(input.closest('.line'), input.dataset.spelled, value);
}

const known = new WeakSet();

document.addEventListener('focusin', ({ target: input }) => {
  if (!input.matches?.('input.input[data-suggest]:not([type=search])') || known.has(input)) return;
  known.add(input);
  if (input.dataset.spelled) input.addEventListener('change', () => spell(input));
  suggest(input, (value) => {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
});
