// <place-picker>: a map in a form, whose click fills in latitude, longitude and what the place is called; towns are found by their names.

import { here, html, leaflet, makeMap } from './atlas.js';
import { announce } from './html.js';
import { suggest } from './suggestions.js';

class PlacePicker extends HTMLElement {
  #map = null;
  #pin = null;
  /** The name that was filled in here: another may take its place; one that somebody typed stays. */
  #given = null;

  async connectedCallback() {
    const L = await leaflet();
    if (!L) return;
    const open = html('button', { type: 'button', className: 'btn small', textContent: this.dataset.wordOpen });
    const me = html('button', { type: 'button', className: 'btn small', textContent: this.dataset.wordHere });
    const note = html('span', { className: 'faint', textContent: this.dataset.wordMissing });
    open.setAttribute('aria-expanded', 'false');
    this.replaceChildren(html('div', { className: 'picker-tools' }, this.#search(), open, me, note));
    open.addEventListener('click', () => this.#toggle(L, open));
    me.addEventListener('click', async () => {
      try {
        const { coords } = await here();
        this.#take(coords.latitude, coords.longitude);
        if (this.#map) this.#map.setView([coords.latitude, coords.longitude], 14);
      } catch (error) {
        note.textContent = error.code === 1 ? this.dataset.wordRefused : this.dataset.wordUnknown;
        announce(note.textContent);
      }
    });
    for (const input of [this.#input('lat'), this.#input('lon')]) input?.addEventListener('input', () => this.#show(L));
  }

  #input(member) {
    return this.closest('form').elements[this.dataset[member]];
  }

  /** The box that finds a town. */
  #search() {
    const box = html('input', { type: 'search', className: 'input', autocomplete: 'off', placeholder: this.dataset.wordSearch });
    box.setAttribute('aria-label', this.dataset.wordSearch);
    box.dataset.suggest = '/place';
    const frame = html('span', { className: 'line' }, box);
    const take = (value) => {
      const [latitude, longitude] = value.split(',').map(Number);
      box.value = '';
      this.#map?.setView([latitude, longitude], 11);
      this.#take(latitude, longitude);
    };
    box.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      // Enter is meant for a town, the first where none is marked, and never for the whole form.
      event.preventDefault();
      event.stopImmediatePropagation();
      const towns = [...frame.querySelectorAll('.offered:not([hidden]) > [role=option]')];
      const town = towns.find((option) => option.getAttribute('aria-selected') === 'true') ?? towns[0];
      town?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }));
    });
    suggest(box, take);
    // The first question takes the server a moment: it is asked before the first letter.
    box.addEventListener('focus', () => fetch('/place?q='), { once: true });
    return frame;
  }

  get #position() {
    const [latitude, longitude] = [this.#input('lat'), this.#input('lon')].map((input) => (input?.value.trim() ? Number(input.value) : NaN));
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : null;
  }

  #toggle(L, open) {
    if (this.#map) {
      this.#map.remove();
      this.#map = this.#pin = null;
      this.querySelector('.map-canvas').remove();
      open.setAttribute('aria-expanded', 'false');
      return;
    }
    const canvas = html('div', { className: 'map-canvas live' });
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', this.dataset.wordOpen);
    this.append(canvas);
    open.setAttribute('aria-expanded', 'true');
    this.#map = makeMap(L, canvas, this.dataset.atlas);
    this.#map.setView(this.#position ?? [30, 15], this.#position ? 9 : 2);
    this.#map.on('click', ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      this.#take(lat, lng);
    });
    // With the keyboard: arrows move the map, Enter takes its middle.
    canvas.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.target !== canvas) return;
      event.preventDefault();
      const { lat, lng } = this.#map.getCenter().wrap();
      this.#take(lat, lng);
    });
    this.#show(L);
  }

  #show(L) {
    this.#pin?.remove();
    if (!this.#map || !this.#position) return;
    this.#pin = L.marker(this.#position, { interactive: false, keyboard: false,
      icon: L.divIcon({ className: 'map-new', iconSize: [34, 34], iconAnchor: [17, 34], html: html('i', {}) }) }).addTo(this.#map);
  }

  async #take(latitude, longitude) {
    this.#fill('lat', String(Number(latitude.toFixed(5))));
    this.#fill('lon', String(Number(longitude.toFixed(5))));
    try {
      const { name, text } = await (await fetch(`/place?at=${latitude.toFixed(5)},${longitude.toFixed(5)}`)).json();
      this.querySelector('.faint').textContent = text;
      announce(text);
      const input = this.#input('name');
      if (name && input && (!input.value.trim() || input.value === this.#given)) {
        this.#fill('name', name);
        this.#given = name;
      }
    } catch { /* The position is there without a name. */ }
  }

  #fill(member, text) {
    const input = this.#input(member);
    if (!input) return;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

customElements.define('place-picker', PlacePicker);
