// The space of rows that are not in the document, and the heads of columns, which keep their widths.

import { fitColumns } from './column-widths.js';

/** The tallest list. Browsers draw nothing beyond some 17 million pixels; of longer lists the space is shorter than the rows. */
const tallest = 8e6;

export class RowSpace {
  /** What stands for the rows before and after those that are there; null where there are none. */
  before = null;
  after = null;
  /** The widths of a table's columns, which stay while rows come and go. */
  widths = [];
  /** How many rows stand beside one another, and how high a line of them is; 0 where that is not known yet. Units: CSS pixels. */
  columns = 1;
  line = 0;
  #shifted = null;
  /** The height of a row, measured once for each look of the list: measured anew, a place among all would mean other rows each time. */
  #height = 0;
  #look = '';

  /** Fits the space to the rows from `first` up to `end` of `total`; `lead` rows of the first one's group are before it. Gives a row's height. */
  fit(list, rows, { first, end, total, lead }) {
    const isTable = list.localName === 'tbody';
    this.before = this.#space(list, 'before', rows.length > 0 && first > 0);
    this.after = this.#space(list, 'after', rows.length > 0 && end < total);
    if (this.#shifted) this.#shifted.style.gridColumnStart = '';
    this.#shifted = null;
    if (!this.before && !this.after) return 0;
    const columns = isTable ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length;
    const gap = isTable ? 0 : parseFloat(getComputedStyle(list).rowGap) || 0;
    const opening = this.before ? this.before.nextElementSibling : list.firstElementChild;
    // The first card stands in the column that it has among all.
    const over = opening.matches('.group') ? 0 : lead % columns;
    if (over) {
      opening.style.gridColumnStart = over + 1;
      this.#shifted = opening;
    }
    const height = rows.at(-1).getBoundingClientRect().bottom - opening.getBoundingClientRect().top + gap;
    const isGrouped = list.querySelector(':scope > .group') !== null;
    const lines = isGrouped ? rows.length / columns : Math.ceil((over + rows.length) / columns);
    const look = [columns, list.clientWidth, isGrouped].join();
    if (this.#look !== look) [this.#look, this.#height] = [look, height / lines / columns];
    [this.columns, this.line] = [columns, this.#height * columns];
    const each = Math.min(this.#height, tallest / total);
    const above = Math.ceil((first - over) / columns) * columns * each - gap;
    const below = (Math.ceil(total / columns) - Math.ceil(end / columns)) * columns * each - gap;
    // Paper has no room for rows that are not there: it says so once.
    const note = [first + 1, end, total].reduce((text, number) => text.replace('{}', number), list.closest('record-list').dataset.wordPrinted);
    for (const [space, wanted] of [[this.before, above], [this.after, below]]) {
      if (!space) continue;
      const box = isTable ? space.firstElementChild : space;
      box.style.height = `${Math.max(wanted, 1)}px`;
      box.dataset.note = space === (this.before ?? this.after) ? note : '';
    }
    return each;
  }

  /** Gives rows that the server sent what these have besides. */
  dress(wanted) {
    if (this.before) wanted.prepend(this.before.cloneNode());
    if (this.after) wanted.append(this.after.cloneNode());
    const shifted = this.#shifted && wanted.querySelector(`#${CSS.escape(this.#shifted.id)}`);
    if (shifted) shifted.style.gridColumnStart = this.#shifted.style.gridColumnStart;
  }

  /** A head that fits stays at the top while the rows go by below it; the columns of long tables keep their widths. */
  fitHead(list, isLong) {
    const frame = list.closest('.scroll');
    if (!frame) return;
    frame.classList.remove('fits');
    this.widths = fitColumns(frame.firstElementChild, isLong, this.widths);
    frame.classList.toggle('fits', frame.scrollWidth <= frame.clientWidth + 1);
  }

  #space(list, side, isWanted) {
    const isTable = list.localName === 'tbody';
    let space = list.querySelector(`:scope > #space-${side}`);
    if (!isWanted) { space?.remove(); return null; }
    if (!space) {
      space = Object.assign(document.createElement(isTable ? 'tr' : 'li'), { id: `space-${side}`, className: 'space' });
      space.setAttribute('aria-hidden', 'true');
      space.dataset.own = '';
    }
    if (isTable && !space.firstElementChild) space.appendChild(document.createElement('td')).colSpan = 100;
    if (side === 'before' && list.firstElementChild !== space) list.prepend(space);
    if (side === 'after' && list.lastElementChild !== space) list.append(space);
    return space;
  }
}
