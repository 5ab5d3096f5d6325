// What every map is made of: Leaflet, once it is there, and the outlines of countries in the page's colours.

/** Leaflet; undefined where this build has none. Its scripts stand in the page of a map, behind the modules. */
export async function leaflet() {
  if (!window.L && document.readyState !== 'complete') {
    await new Promise((done) => addEventListener('load', done, { once: true }));
  }
  return window.L;
}

/** An element of SVG with attributes and children, of the kind that the page's own icons are. */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS(document.querySelector('svg').namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** An element of HTML with properties and children. */
export function html(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The sign of a category, as the server draws it. */
export function sign([, glyph, color, shape]) {
  const text = svg('text', { x: 12, y: 16.5, 'text-anchor': 'middle', fill: '#fff' }, glyph);
  return svg('svg', { class: 'pin-sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: shape, fill: color }), text);
}

/** From this zoom on the finer outlines are drawn. */
const regional = 4.5;

/** A map in an element, with the outlines of the world; finer ones come when it is near enough. */
export function makeMap(L, element, atlas, options = {}) {
  L.Marker.include({ _setPos: place });
  const map = L.map(element, {
    zoomControl: false, attributionControl: false, zoomSnap: 0.5, minZoom: 1, maxZoom: 18, maxBoundsViscosity: 0.8,
    maxBounds: [[-85.06, -210], [85.06, 210]], ...options,
  });
  const outlines = {};
  const renderer = L.canvas({ padding: 0.4 });
  const style = () => {
    const { color, outlineColor } = getComputedStyle(element);
    return { renderer, interactive: false, fillColor: color, fillOpacity: 1, color: outlineColor, weight: 0.8, smoothFactor: 1.2 };
  };
  const show = async () => {
    const name = map.getZoom() >= regional ? 'regional' : 'world';
    if (outlines[name] === undefined) {
      outlines[name] = null;
      try {
        const countries = await (await fetch(atlas + name)).json();
        outlines[name] = L.layerGroup(countries.map((rings) => L.polygon(rings, style())));
      } catch { outlines[name] = undefined; }
    }
    if (name !== (map.getZoom() >= regional ? 'regional' : 'world')) return;
    for (const [other, layer] of Object.entries(outlines)) {
      if (!layer) continue;
      if (other === name) layer.addTo(map);
      else if (outlines[name]) layer.remove();
    }
  };
  map.on('zoomend', show);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const layer of Object.values(outlines)) layer?.eachLayer((outline) => outline.setStyle(style()));
  });
  // Only once it has a view there is a zoom.
  map.whenReady(show);
  const streets = addStreets(L, map, element);
  nameTowns(L, map, atlas, streets);
  return map;
}

/** Places a marker in the plane, where Leaflet would make a layer of each for the browser to put together anew in every frame. */
function place(at) {
  // Groups of pins place those, too, that are not drawn.
  if (!this._icon) return;
  this._icon._leaflet_pos = at;
  this._icon.style.transform = `translate(${at.x}px, ${at.y}px)`;
  this._zIndex = at.y + this.options.zIndexOffset;
  this._resetZIndex();
}

/** The person's own tiles, above the outlines, which show where there are none. Gives whether the middle of the map has them. */
function addStreets(L, map, element) {
  const { tiles, tilesZooms, tilesBox } = element.closest('[data-tiles]')?.dataset ?? {};
  if (!tiles) return () => false;
  const [least, most] = tilesZooms.split(' ').map(Number);
  const [south, west, north, east] = tilesBox.split(' ').map(Number);
  const bounds = L.latLngBounds([south, west], [north, east]);
  map.createPane('streets').classList.add('map-streets');
  L.tileLayer(`${tiles}{z}/{x}/{y}`, { pane: 'streets', bounds, minZoom: least, maxNativeZoom: most, maxZoom: 18 }).addTo(map);
  return () => map.getZoom() >= least && bounds.contains(map.getCenter());
}

/** From this zoom on towns are named: the largest that have room. */
const named = 5;

function nameTowns(L, map, atlas, hasStreets) {
  const layer = L.layerGroup().addTo(map);
  let request = null;
  const show = async () => {
    request?.abort();
    if (map.getZoom() < named || hasStreets()) { layer.clearLayers(); return; }
    request = new AbortController();
    const bounds = map.getBounds();
    const box = [bounds.getSouth(), bounds.getWest(), bounds.getNorth(), bounds.getEast()].map((edge) => edge.toFixed(2)).join(',');
    let towns;
    try { towns = await (await fetch(`${atlas}towns?box=${box}`, { signal: request.signal })).json(); } catch { return; }
    layer.clearLayers();
    const taken = [];
    for (const [latitude, longitude, name, size] of towns) {
      const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
      const half = name.length * 4 + 12;
      if (taken.some((other) => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < 26)) continue;
      taken.push({ x, y, half });
      const label = html('span', { textContent: name, className: size > 140 ? 'large' : '' });
      const icon = L.divIcon({ className: 'map-town', iconSize: [0, 0], html: label });
      L.marker([latitude, longitude], { icon, interactive: false, keyboard: false, zIndexOffset: -5000 }).addTo(layer)
        .getElement().setAttribute('aria-hidden', 'true');
    }
  };
  map.on('moveend', show);
  map.whenReady(show);
}

/** Icons that are buttons with a name for those who cannot see them; `content` is made only once one is drawn. */
let ButtonIcon = null;
export function buttonIcon(L, className, size, label, content) {
  ButtonIcon ??= L.DivIcon.extend({
    createIcon() {
      const element = html('div', { className: this.options.className }, this.options.content());
      element.setAttribute('role', 'button');
      element.setAttribute('aria-label', this.options.label);
      this._setIconStyles(element, 'icon');
      return element;
    },
  });
  return new ButtonIcon({ iconSize: [size, size], className, label, content });
}

/** A pin. */
export const pinIcon = (L, category, label) => buttonIcon(L, 'map-pin', 44, label, () => sign(category));

/** Where the browser is, asked of it; the error's `code` is 1 where the person refuses. */
export function here() {
  return new Promise((done, failed) => {
    if (!navigator.geolocation) failed(new Error('no geolocation'));
    else navigator.geolocation.getCurrentPosition(done, failed, { enableHighAccuracy: true, timeout: 15000 });
  });
}
