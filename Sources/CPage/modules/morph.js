// One tree of elements made like another with as little change as can be, so that focus, caret, scroll and open menus stay.

/** Makes `from` like `to`, which is used up. Elements with an id are moved rather than made anew; what differs below them is marked. */
export function morph(from, to, { marks = false } = {}) {
  attributes(from, to);
  children(from, to, marks);
}

function attributes(from, to) {
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  for (const { name } of [...from.attributes]) {
    // What a person opened stays open.
    if (name === 'open' && from.localName === 'details') continue;
    if (!to.hasAttribute(name)) from.removeAttribute(name);
  }
}

function children(from, to, marks) {
  const keyed = new Map();
  const stay = new Set([...to.children].map((child) => child.id));
  // What goes, goes first: what is behind it need not be moved then.
  for (const child of [...from.children]) {
    if (!child.id) continue;
    if (stay.has(child.id)) keyed.set(child.id, child);
    else if (child.localName !== 'toast-bar') child.remove();
  }
  let next = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    // What reports a change stands before all else, and moves nothing.
    while (next?.localName === 'toast-bar' && wanted.localName !== 'toast-bar') next = next.nextSibling;
    const known = wanted.id && keyed.get(wanted.id);
    if (known && known.localName === wanted.localName) {
      keyed.delete(wanted.id);
      // What stands before it and not there any more, blanks and the heading of a group, makes way: an element that is moved loses the focus.
      const isHeld = known.contains(document.activeElement) && next?.compareDocumentPosition(known) & Node.DOCUMENT_POSITION_FOLLOWING;
      while (next && next !== known && (next.nodeType === Node.TEXT_NODE || isHeld)) {
        const left = next;
        next = next.nextSibling;
        if (left.id) known.after(left);
        else if (left.localName !== 'toast-bar') left.remove();
      }
      if (known === next) next = next.nextSibling;
      else from.insertBefore(known, next);
      same(known, wanted, marks);
    } else if (next && !wanted.id && !next.id && isAlike(next, wanted)) {
      same(next, wanted, marks);
      next = next.nextSibling;
    } else {
      from.insertBefore(wanted, next);
      if (marks && wanted.id && wanted.classList) mark(wanted);
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    // What tells what was done just now goes by itself.
    if (gone.localName !== 'toast-bar') gone.remove();
  }
}

function isAlike(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName;
}

function same(from, to, marks) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  // What somebody types in, and what elements keep for themselves, is theirs.
  if (from === document.activeElement && from.matches('input:not([type=checkbox]), textarea, select')) return;
  if (from.dataset.own !== undefined || to.dataset.later !== undefined) return;
  if (from.isEqualNode(to)) return;
  const isRow = marks && from.matches('li[id], tr[id], .row[id]');
  morph(from, to, { marks: marks && !isRow });
  if (isRow) mark(from);
}

function mark(element) {
  element.classList.add('fresh');
  setTimeout(() => element.classList.remove('fresh'), 1500);
}
