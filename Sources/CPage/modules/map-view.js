// <map-view>: records on a map, clusters of many, a list of what is in view, new records by a long press.

import { html, leaflet, makeMap, pinIcon } from './atlas.js';
import { announce } from './html.js';
import { listen } from './live.js';
import { onLongPress } from './long-press.js';
import { card, clusterIcon, entry, isNamed, locator, newPin, readPlace, tool, writePlace } from './map-tools.js';
import { openSheet } from './new-sheet.js';

/** From so many pins on, all near ones are gathered; of fewer those that would lie on one another. */
const mostSingle = 200;
/** The most records that are listed beside the map. */
const mostListed = 100;

class MapView extends HTMLElement {
  #L = null;
  #map = null;
  #layer = null;
  #pins = [];
  #card = null;
  #shown = '';
  #search = location.search;
  #reloads = Promise.resolve();
  #zooms = false;
  #next = null;
  #listing = 0;

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
    this.#tools(canvas);
    onLongPress(canvas, '.map-tools, .map-card, .map-pin, .map-cluster', (event) => this.#drop(this.#map.mouseEventToLatLng(event)));
    await this.#load(pins);
    this.#open();
    this.#reloads = this.#show();
    this.#map.on('zoomanim', () => { this.#zooms = true; });
    this.#map.on('zoomend', () => {
      const next = this.#next;
      this.#zooms = false;
      this.#next = null;
      if (next) this.#open(next);
    });
    this.#map.on('moveend', () => this.#moved());
    this.#moved();
    // By the event's own address: the map may have written where it is over the other meanwhile.
    addEventListener('hashchange', ({ newURL }) => this.#open(new URL(newURL).hash));
    listen(() => this.#reload().then(() => this.#moved()));
    document.addEventListener('results', async ({ target }) => {
      if (target.classList.contains('stale')) return;
      // Another search has other pins; another place of the same map, to which one goes by its address, has not.
      const { search } = target.address;
      if (search !== this.#search) {
        this.#search = search;
        await this.#reload();
        this.#all();
      }
      this.#shown = '';
      this.#moved();
    });
    document.addEventListener('keydown', (event) => this.#key(event), true);
    this.querySelector('.map-list').addEventListener('pointerover', (event) => this.#point(event));
    this.querySelector('.map-list').addEventListener('focusin', (event) => this.#point(event));
  }

  // MARK: pins

  async #fetch() {
    return (await fetch(location.pathname + this.#search, { headers: { 'Vitrine-Part': 'pins' } })).json();
  }

  /** One after the other: a group of pins stays on the map until all of the next are there. */
  #reload() {
    this.#reloads = this.#reloads.then(() => this.#load(this.#fetch())).then((isThere) => isThere && this.#show());
    return this.#reloads;
  }

  /** Keeps the pins that are on their way, to be drawn once the map shows where they are; false where they do not come. */
  async #load(answer) {
    try {
      const { categories, pins } = await answer;
      this.#pins = pins.map(([latitude, longitude, category, title, url, facts, cover]) => (
        { at: this.#L.latLng(latitude, longitude), category: categories[category], title, url, facts, cover }));
    } catch { return false; }
    const L = this.#L;
    for (const pin of this.#pins) {
      const name = pin.category[0] ? `${pin.title}, ${pin.category[0]}` : pin.title;
      pin.marker = L.marker(pin.at, { icon: pinIcon(L, pin.category, name), title: name });
      pin.marker.on('click', () => this.#choose(pin));
    }
    this.#shown = '';
    return true;
  }

  /** Draws the pins in place of those that are there: many are gathered in short pieces, between which the page answers. */
  async #show() {
    const L = this.#L;
    const markers = this.#pins.map((pin) => pin.marker);
    const before = this.#layer;
    if (!L.markerClusterGroup || !markers.length) {
      before?.remove();
      this.#layer = L.layerGroup(markers).addTo(this.#map);
      return;
    }
    await new Promise((done) => {
      this.#layer = L.markerClusterGroup({
        maxClusterRadius: markers.length > mostSingle ? 56 : 34, showCoverageOnHover: false, spiderLegPolylineOptions: { weight: 1 },
        animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
        iconCreateFunction: (cluster) => clusterIcon(L, this.dataset.wordCluster, cluster.getChildCount()),
        chunkedLoading: true, chunkInterval: 25, chunkDelay: 0,
        chunkProgress: (made, all) => { if (made && made === all) { before?.remove(); done(); } },
      });
      // A group that is not on a map yet looks for each new pin among all others.
      this.#layer.addTo(this.#map).addLayers(markers);
    });
  }

  #choose(pin) {
    this.#close();
    this.#card = card(pin, this.dataset.wordClose, () => this.#close(true));
    this.querySelector('.map-canvas').append(this.#card);
    this.#L.DomEvent.disableClickPropagation(this.#card);
    this.#card.querySelector('a').focus({ preventScroll: true });
    this.#write();
    for (const item of this.querySelectorAll('.map-list a')) mark(item, item.getAttribute('href') === pin.url);
  }

  #close(givesBack = false) {
    const [open, pin] = [this.#card, this.#card?.pin];
    this.#card = null;
    open?.remove();
    if (givesBack) { pin?.marker.getElement()?.focus(); this.#write(); }
  }

  // MARK: what is in view

  #open(hash = location.hash || (this.#search.includes('q=') ? '' : sessionStorage.getItem('map') ?? '')) {
    const { zoom, at, record, fresh } = readPlace(hash);
    const pin = record && (this.#pins.find(({ url }) => url === record) ?? this.#pins.find(({ url }) => isNamed(url, record)));
    // Leaflet does not go anywhere else while it zooms.
    if (this.#zooms) { this.#next = hash; return; }
    const alone = fresh ?? pin?.at;
    if (at || alone) this.#map.setView(at ?? alone, zoom ?? 13, { animate: false });
    else this.#all();
    if (pin && this.#card?.pin.url !== pin.url) this.#choose(pin);
    if (fresh) this.#drop(this.#L.latLng(fresh));
  }

  #all() {
    const bounds = this.#L.latLngBounds(this.#pins.map((pin) => pin.at));
    if (bounds.isValid()) this.#map.fitBounds(bounds, { paddingTopLeft: [48, 48], paddingBottomRight: [84, 48], maxZoom: 12, animate: false });
    else this.#map.setView([25, 10], 2);
  }

  #write() {
    const place = [this.#map.getZoom(), this.#map.getCenter()];
    // A page that is read anew has its sheet again.
    history.replaceState(history.state, '', writePlace(...place, this.pin ? `/new/${this.pin.place}` : this.#card?.pin.url));
    // Another map begins where this one was left.
    sessionStorage.setItem('map', writePlace(...place));
  }

  #moved() {
    this.#write();
    // The map first: what stands beside it follows once that is painted.
    clearTimeout(this.#listing);
    this.#listing = setTimeout(() => this.#list(), 50);
  }

  #list() {
    const bounds = this.#map.getBounds();
    const seen = this.#pins.filter((pin) => bounds.contains(pin.at));
    const listed = seen.slice(0, mostListed);
    const shown = seen.length + listed.map((pin) => pin.url).join(' ');
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.querySelector('#map-count').textContent = this.dataset.wordSeen.replace('{}', seen.length.toLocaleString(document.documentElement.lang));
    this.querySelector('.map-list').replaceChildren(...listed.map((pin) => {
      pin.entry ??= entry(pin);
      mark(pin.entry.firstChild, this.#card?.pin.url === pin.url);
      return pin.entry;
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

  #tools(canvas) {
    const { wordIn, wordOut, wordAll, wordHere, wordDrop, wordRefused, wordUnknown } = this.dataset;
    const tools = html('div', { className: 'map-tools' },
      tool(wordIn, 'M12 5v14M5 12h14', () => this.#map.zoomIn()),
      tool(wordOut, 'M5 12h14', () => this.#map.zoomOut()),
      tool(wordAll, 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', () => this.#all()),
      locator(this.#L, this.#map, [wordHere, wordRefused, wordUnknown], (reason) => this.#note(reason)),
      ...(this.dataset.new ? [tool(wordDrop, 'M12 21s7-6.5 7-11.5A7 7 0 0 0 5 9.5C5 14.5 12 21 12 21zM12 7v5M9.5 9.5h5', () => this.#drop(this.#map.getCenter()))] : []));
    canvas.append(tools);
    this.#L.DomEvent.disableClickPropagation(tools);
  }

  #note(reason) {
    const note = this.querySelector('.map-said') ?? this.querySelector('.map-canvas').appendChild(html('p', { className: 'map-said' }));
    note.textContent = reason;
    announce(reason);
  }

  // MARK: new records

  #drop(at) {
    if (!this.dataset.new || this.pin) return;
    this.pin = newPin(this.#L, at).addTo(this.#map);
    announce(this.dataset.wordNew);
    const back = encodeURIComponent(location.pathname + location.search + location.hash);
    openSheet(`${this.dataset.new}?at=${this.pin.place}&back=${back}`, () => { this.pin.remove(); this.pin = null; this.#write(); });
    this.#write();
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
