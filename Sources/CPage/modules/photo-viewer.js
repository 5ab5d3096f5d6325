// A record's photos as large as the window: zoom, swipe, arrows, and what is known of each.

import { PhotoZoom } from './photo-zoom.js';

/** Where the address says which photo is open, so that the way back closes it. */
const hash = /^#photo=(\d+)$/;

export class PhotoViewer {
  #links;
  #words;
  #place = 0;
  #dialog = null;
  #image = null;
  #zoom = null;

  /** A viewer of the photos that links lead to, each in a figure, until `signal`; `words` are the names of its buttons. */
  constructor(links, words, signal) {
    this.#links = links;
    this.#words = words;
    addEventListener('popstate', () => this.follow(), { signal });
  }

  /** Opens the photo that the address names, or closes. */
  follow() {
    const number = Number(location.hash.match(hash)?.[1] ?? 0);
    if (number >= 1 && number <= this.#links.length) this.#show(number - 1);
    else this.#dialog?.close();
  }

  open(place) {
    history.pushState({ viewer: true }, '', `#photo=${place + 1}`);
    this.#show(place);
  }

  #button(name, sign, act) {
    const made = Object.assign(document.createElement('button'), { type: 'button', className: name, textContent: sign });
    made.setAttribute('aria-label', this.#words[name]);
    made.addEventListener('click', act);
    return made;
  }

  #build() {
    const dialog = Object.assign(document.createElement('dialog'), { className: 'viewer' });
    dialog.setAttribute('aria-label', this.#words.viewer);
    this.#image = Object.assign(document.createElement('img'), { draggable: false });
    const count = Object.assign(document.createElement('p'), { className: 'count' });
    count.setAttribute('role', 'status');
    const facts = Object.assign(document.createElement('div'), { className: 'drawer', hidden: true });
    dialog.append(this.#image, count, facts, this.#button('close', '✕', () => this.close()), this.#button('facts', 'i', () => this.#drawer()),
      this.#button('in', '+', () => this.#zoom.by(1.6)), this.#button('out', '−', () => this.#zoom.by(1 / 1.6)));
    if (this.#links.length > 1) dialog.append(this.#button('before', '‹', () => this.#step(-1)), this.#button('after', '›', () => this.#step(1)));
    dialog.addEventListener('keydown', (event) => this.#key(event));
    dialog.addEventListener('close', () => {
      dialog.remove();
      this.#dialog = null;
      this.#links[this.#place].focus();
      // Escape closes without the address.
      if (hash.test(location.hash)) this.#leave();
    });
    this.#zoom = new PhotoZoom(dialog, this.#image, { swiped: (by) => this.#step(by), dropped: () => this.close() });
    document.body.append(dialog);
    this.#dialog = dialog;
    dialog.showModal();
  }

  close() { this.#dialog?.close(); }

  #leave() {
    if (history.state?.viewer) history.back();
    else history.replaceState(history.state, '', location.pathname + location.search);
  }

  #drawer() {
    const drawer = this.#dialog.querySelector('.drawer');
    drawer.hidden = !drawer.hidden;
    this.#dialog.querySelector('button.facts').setAttribute('aria-expanded', String(!drawer.hidden));
  }

  #step(by) {
    if (this.#links.length < 2) { this.#zoom.reset(); return; }
    const place = (this.#place + by + this.#links.length) % this.#links.length;
    history.replaceState(history.state, '', `#photo=${place + 1}`);
    this.#show(place);
  }

  #show(place) {
    if (!this.#dialog) this.#build();
    this.#place = place;
    const link = this.#links[place];
    const small = link.querySelector('img');
    const image = this.#image;
    // The smaller copy is there at once; the photo itself takes its place when it is there.
    image.alt = small.alt;
    image.src = small.currentSrc || small.src;
    const full = new Image();
    full.src = link.href;
    full.decode().then(() => { if (this.#place === place && this.#dialog) image.src = full.src; }).catch(() => {});
    for (const next of [place + 1, place - 1]) {
      const other = this.#links.at(next % this.#links.length);
      if (other !== link) new Image().src = other.href;
    }
    this.#zoom.reset();
    this.#dialog.querySelector('.count').textContent = this.#words.place.replace('{}', place + 1).replace('{}', this.#links.length);
    const said = link.closest('figure').querySelector('.photo-facts')?.cloneNode(true);
    if (said) said.hidden = false;
    this.#dialog.querySelector('.drawer').replaceChildren(...(said ? [said] : []));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (across && this.#zoom.isNear) this.#zoom.move(-across * 80, 0);
    else if (across) this.#step(across);
    else if (down && this.#zoom.isNear) this.#zoom.move(0, -down * 80);
    else if (event.key === 'Home') this.#step(-this.#place);
    else if (event.key === 'End') this.#step(this.#links.length - 1 - this.#place);
    else if (event.key === '+' || event.key === '=') this.#zoom.by(1.6);
    else if (event.key === '-') this.#zoom.by(1 / 1.6);
    else if (event.key === '0') this.#zoom.reset();
    else if (event.key === 'i') this.#drawer();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
