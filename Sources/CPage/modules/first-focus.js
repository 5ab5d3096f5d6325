// Where the focus is once a page has come: where the next key is of use, with what is seen where it is. Forms of records look after theirs themselves.

const isSeen = (element) => { const { top, bottom } = element.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; };

function first() {
  // Whoever is asked whether something shall go can say no at once.
  const no = document.querySelector('.removal .actions a');
  if (no) return isSeen(no) ? no : document.getElementById('main');
  // What was done just now begins the page: Undo is one key away.
  if (document.querySelector('main > toast-bar')) return document.getElementById('main');
  return new URLSearchParams(location.search).has('rename') ? document.querySelector('form.edit .input') : null;
}

queueMicrotask(() => {
  if (document.activeElement !== document.body) return;
  const element = first();
  element?.focus({ preventScroll: true });
  element?.select?.();
});
