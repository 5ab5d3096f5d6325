// Values that other records have, offered below an input while one types.

import { fetchPage } from './html.js';

let count = 0;

/** Offers values below an input; `take` gets the one that is chosen. Gives whether one is marked, so that Enter means it. */
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
    const address = new URL(input.dataset.suggest, location.href);
    address.searchParams.set('q', input.value.trim());
    try {
      const { document: part } = await fetchPage(address);
      if (number !== asked || document.activeElement !== input) return;
      const options = [...part.querySelectorAll('[role=option]')].filter((option) => option.dataset.value !== input.value);
      options.forEach((option, place) => { option.id = `${list.id}-${place}`; });
      list.replaceChildren(...options);
      list.hidden = options.length === 0;
      input.setAttribute('aria-expanded', String(options.length > 0));
      input.removeAttribute('aria-activedescendant');
    } catch { close(); }
  };
  const choose = (option) => {
    close();
    take(option.dataset.value);
  };

  input.addEventListener('input', (event) => {
    if (!event.isTrusted) return;
    clearTimeout(waiting);
    waiting = setTimeout(ask, 60);
  });
  input.addEventListener('blur', () => setTimeout(close, 150));
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const option = event.target.closest('[role=option]');
    if (option) choose(option);
  });
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
      return;
    }
    event.preventDefault();
  });
}

const known = new WeakSet();

document.addEventListener('focusin', ({ target: input }) => {
  if (!input.matches?.('input.input[data-suggest]:not([type=search])') || known.has(input)) return;
  known.add(input);
  suggest(input, (value) => {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
});
