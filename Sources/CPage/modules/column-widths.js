// The widths of a table's columns that a person chose, with the edge of a head: kept in this browser, for each kind and column. Units: CSS pixels.

let kept = new Map();
try { kept = new Map(JSON.parse(localStorage.widths)); } catch { /* None are. */ }

/** Gives columns the widths that were chosen, and those beside them, as all of a long table, their usual ones: `usual`, or as they are now where those are of other columns. Gives the usual ones. */
export function fitColumns(table, isLong, usual) {
  const heads = [...table.rows[0].cells];
  const own = heads.map((head) => kept.get(head.dataset.width));
  for (const part of [table, ...heads]) part.removeAttribute('style');
  if (isLong || own.some(Boolean)) {
    if (usual.length !== heads.length) usual = heads.map((head) => head.getBoundingClientRect().width);
    heads.forEach((head, place) => { head.style.width = `${own[place] ?? usual[place]}px`; });
    table.style.tableLayout = 'fixed';
  }
  for (const head of heads) Object.assign(head.lastChild, edge, { ariaValueNow: head.offsetWidth });
  return usual;
}

/** What the edge of a head does. */
const edge = {
  onpointerdown({ pointerId, clientX }) {
    this.setPointerCapture(pointerId);
    this.from = this.parentNode.offsetWidth - clientX;
    this.focus();
    return false;
  },
  onpointermove({ pointerId, clientX }) { if (this.hasPointerCapture(pointerId)) choose(this, this.from + clientX); },
  ondblclick() { choose(this, NaN); },
  onkeydown({ key }) {
    const by = { ArrowLeft: -16, ArrowRight: 16, Home: NaN }[key];
    if (by !== undefined) choose(this, this.parentNode.offsetWidth + by);
    return by === undefined;
  },
};

/** Keeps the width of a column; NaN for the usual one. Of very many the oldest go. */
function choose({ parentNode: head }, width) {
  const key = head.dataset.width;
  kept.delete(key);
  if (!isNaN(width)) kept.set(key, Math.min(Math.max(width, 64), 1600));
  dispatchEvent(new Event('resize'));
  localStorage.widths = JSON.stringify([...kept].slice(-200));
}
