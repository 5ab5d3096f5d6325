// <map-view>: the records of a list on a map that can be moved, clusters of many, a list of what is in view, new records by a long press.

import { buttonIcon, here, html, leaflet, makeMap, pinIcon, sign, svg } from './atlas.js';
import { announce } from './html.js';
import { listen } from './live.js';
import { onLongPress } from './long-press.js';

/** From so many pins on, all near ones are gathered; of fewer those that would lie on one another. */
const mostSingle = 200;
/** The most records that are listed beside the map. */
const mostListed = 100;

class MapView extends HTMLElement {
  #L = null;
  #map = null;
  #layer = null;
  #pins = [];
  #categories = [];
  #card = null;
  #shown = '';
  #search = location.search;

  async connectedCallback() {
    // The pins are on their way while Leaflet is read.
    const pins = this.#fetch();
    pins.catch(() => {});
    this.#L = await leaflet();
    if (!this.#L) return;
    const canvas = html('div', { className: 'map-canvas live' });
    canvas.setAttribute('role', 'region');
    canvas.setAttribute('aria-label', this.dataset.wordMap);
    this.querySelector('.map-canvas').replaceWith(canvas);
    this.#map = makeMap(this.#L, canvas, this.dataset.atlas);
    this.#controls(canvas);
    onLongPress(canvas, '.map-tools, .map-card, .map-pin, .map-cluster', (event) => this.#drop(this.#map.mouseEventToLatLng(event)));
    await this.#load(pins);
    this.#open();
    this.#layer?.addTo(this.#map);
    this.#map.on('moveend', () => this.#moved());
    this.#moved();
    addEventListener('hashchange', () => this.#open());
    listen(() => this.#reload().then(() => this.#moved()));
    document.addEventListener('results', async () => {
      await this.#reload();
      // Another search has other pins to be seen; going back to a place of the same map has not.
      if (location.search !== this.#search) this.#all();
      this.#search = location.search;
      this.#moved();
    });
    document.addEventListener('keydown', (event) => this.#key(event), true);
    this.querySelector('.map-list').addEventListener('pointerover', (event) => this.#point(event));
    this.querySelector('.map-list').addEventListener('focusin', (event) => this.#point(event));
  }

  // MARK: pins

  async #fetch() {
    return (await fetch(location.pathname + location.search, { headers: { 'Vitrine-Part': 'pins' } })).json();
  }

  async #reload() {
    await this.#load(this.#fetch());
    this.#layer?.addTo(this.#map);
  }

  /** Makes the layer of the pins that are on their way; it is drawn once the map shows where they are. */
  async #load(answer) {
    try {
      const { categories, pins } = await answer;
      this.#categories = categories;
      this.#pins = pins.map(([latitude, longitude, category, title, url, facts, cover]) => (
        { at: this.#L.latLng(latitude, longitude), category: categories[category], title, url, facts, cover }));
    } catch { return; }
    const L = this.#L;
    this.#layer?.remove();
    this.#layer = L.markerClusterGroup
      ? L.markerClusterGroup({
        maxClusterRadius: this.#pins.length > mostSingle ? 56 : 34, showCoverageOnHover: false, chunkedLoading: true, spiderLegPolylineOptions: { weight: 1 },
        animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
        iconCreateFunction: (cluster) => this.#clusterIcon(cluster.getChildCount()),
      })
      : L.layerGroup();
    const markers = this.#pins.map((pin) => {
      const name = pin.category[0] ? `${pin.title}, ${pin.category[0]}` : pin.title;
      pin.marker = L.marker(pin.at, { icon: pinIcon(L, pin.category, name), title: name });
      return pin.marker.on('click', () => this.#choose(pin));
    });
    if (this.#layer.addLayers) this.#layer.addLayers(markers);
    else for (const marker of markers) this.#layer.addLayer(marker);
    this.#shown = '';
  }

  #clusterIcon(count) {
    const label = this.dataset.wordCluster.replace('{}', count);
    return buttonIcon(this.#L, 'map-cluster', 46, label, () => html('b', { textContent: count }));
  }

  #choose(pin) {
    this.#close();
    const link = html('a', { href: pin.url, className: 'map-open' }, ...(pin.cover ? [html('img', { src: pin.cover, alt: '' })] : [sign(pin.category)]),
      html('span', {}, html('b', { textContent: pin.title }), html('small', { textContent: pin.facts })));
    const close = html('button', { type: 'button', className: 'map-close', textContent: '✕' });
    close.setAttribute('aria-label', this.dataset.wordClose);
    close.addEventListener('click', () => this.#close(true));
    this.#card = html('div', { className: 'map-card' }, link, close);
    this.#card.pin = pin;
    this.querySelector('.map-canvas').append(this.#card);
    this.#L.DomEvent.disableClickPropagation(this.#card);
    link.focus({ preventScroll: true });
    for (const item of this.querySelectorAll('.map-list a')) mark(item, item.getAttribute('href') === pin.url);
  }

  #close(givesBack = false) {
    if (givesBack) this.#card?.pin.marker.getElement()?.focus();
    this.#card?.remove();
    this.#card = null;
  }

  // MARK: what is in view

  #open() {
    const [, zoom, latitude, longitude] = location.hash.match(/^#([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+)$/)?.map(Number) ?? [];
    if (Number.isFinite(longitude)) this.#map.setView([latitude, longitude], zoom);
    else this.#all();
  }

  #all() {
    const bounds = this.#L.latLngBounds(this.#pins.map((pin) => pin.at));
    if (bounds.isValid()) this.#map.fitBounds(bounds, { padding: [48, 48], maxZoom: 12, animate: false });
    else this.#map.setView([25, 10], 2);
  }

  #moved() {
    const { lat, lng } = this.#map.getCenter();
    history.replaceState(history.state, '', `#${this.#map.getZoom()}/${lat.toFixed(4)}/${lng.toFixed(4)}`);
    const bounds = this.#map.getBounds();
    const seen = this.#pins.filter((pin) => bounds.contains(pin.at));
    const listed = seen.slice(0, mostListed);
    const shown = seen.length + listed.map((pin) => pin.url).join(' ');
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.querySelector('#map-count').textContent = this.dataset.wordSeen.replace('{}', seen.length);
    this.querySelector('.map-list').replaceChildren(...listed.map((pin) => {
      const title = html('bdi', { textContent: pin.title });
      const link = html('a', { href: pin.url }, sign(pin.category), html('span', {}, title, html('small', { textContent: pin.facts })));
      mark(link, this.#card?.pin.url === pin.url);
      return html('li', {}, link);
    }));
  }

  /** Shows on the map what is pointed at in the list. */
  #point(event) {
    const url = event.target.closest('a')?.getAttribute('href');
    const pin = this.#pins.find((one) => one.url === url);
    this.halo?.remove();
    if (!pin) return;
    this.halo = this.#L.marker(pin.at, { interactive: false, keyboard: false, zIndexOffset: -1000,
      icon: this.#L.divIcon({ className: 'map-halo', iconSize: [64, 64], html: html('i', {}) }) }).addTo(this.#map);
  }

  // MARK: tools

  #controls(canvas) {
    const button = (word, glyph, act) => {
      const made = html('button', { type: 'button', className: 'map-tool', title: word });
      made.setAttribute('aria-label', word);
      made.append(svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: glyph })));
      made.addEventListener('click', () => act(made));
      return made;
    };
    const { wordIn, wordOut, wordAll, wordHere, wordDrop } = this.dataset;
    const tools = html('div', { className: 'map-tools' },
      button(wordIn, 'M12 5v14M5 12h14', () => this.#map.zoomIn()),
      button(wordOut, 'M5 12h14', () => this.#map.zoomOut()),
      button(wordAll, 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', () => this.#all()),
      button(wordHere, 'M12 3v3M12 18v3M3 12h3M18 12h3M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8', (made) => this.#here(made)),
      ...(this.dataset.new ? [button(wordDrop, 'M12 21s7-6.5 7-11.5A7 7 0 0 0 5 9.5C5 14.5 12 21 12 21zM12 7v5M9.5 9.5h5', () => this.#drop(this.#map.getCenter()))] : []));
    canvas.append(tools);
    this.#L.DomEvent.disableClickPropagation(tools);
  }

  async #here(button) {
    button.disabled = true;
    try {
      const { coords } = await here();
      const at = [coords.latitude, coords.longitude];
      this.me?.remove();
      this.me = this.#L.layerGroup([
        this.#L.circle(at, { radius: coords.accuracy, className: 'map-accuracy', interactive: false, renderer: this.#L.svg() }),
        this.#L.marker(at, { interactive: false, keyboard: false, icon: this.#L.divIcon({ className: 'map-me', iconSize: [18, 18], html: html('i', {}) }) }),
      ]).addTo(this.#map);
      this.#map.setView(at, Math.max(this.#map.getZoom(), 13));
      button.disabled = false;
    } catch (error) {
      // Refused once, the browser does not ask again: the button says why it does nothing.
      const reason = error.code === 1 ? this.dataset.wordRefused : this.dataset.wordUnknown;
      button.disabled = error.code === 1;
      button.title = reason;
      button.setAttribute('aria-label', `${this.dataset.wordHere}: ${reason}`);
      const note = this.querySelector('.map-notes .bad') ?? this.querySelector('.map-notes').appendChild(html('span', { className: 'bad' }));
      note.textContent = reason;
      announce(reason);
    }
  }

  // MARK: new records

  #drop(at) {
    if (!this.dataset.new) return;
    const { lat, lng } = at.wrap();
    this.pin?.remove();
    this.pin = this.#L.marker(at, { interactive: false, keyboard: false, icon: this.#L.divIcon({ className: 'map-new', iconSize: [34, 34], iconAnchor: [17, 34], html: html('i', {}) }) }).addTo(this.#map);
    announce(this.dataset.wordNew);
    location.assign(`${this.dataset.new}?at=${lat.toFixed(5)},${lng.toFixed(5)}`);
  }

  #key(event) {
    if (!this.isConnected || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('input, textarea, select, dialog, [contenteditable]')) return;
    if (event.key === 'Escape' && this.#card) this.#close(true);
    else if (event.key === 'n') this.#drop(this.#map.getCenter());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function mark(link, isCurrent) {
  if (isCurrent) link.setAttribute('aria-current', 'true');
  else link.removeAttribute('aria-current');
}

customElements.define('map-view', MapView);
