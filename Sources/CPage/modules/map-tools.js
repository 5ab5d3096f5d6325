// The tools of a map that is moved: a button with a sign, the one that shows where its reader is, the card of a pin; and what the address says of where the map is.

import { buttonIcon, here, html, sign, svg } from './atlas.js';

/** A button of a map: its name, the path of its sign, what it does. */
export function tool(word, glyph, act) {
  const button = html('button', { type: 'button', className: 'map-tool', title: word });
  button.setAttribute('aria-label', word);
  button.append(svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: glyph })));
  button.addEventListener('click', act);
  return button;
}

/** What is said of the record of a pin: the way to its page, and a button that closes it. */
export function card(pin, word, close) {
  const link = html('a', { href: pin.url, className: 'map-open' }, ...(pin.cover ? [html('img', { src: pin.cover, alt: '' })] : [sign(pin.category)]),
    html('span', {}, html('b', { textContent: pin.title }), html('small', { textContent: pin.facts })));
  const button = html('button', { type: 'button', className: 'map-close', textContent: '✕' });
  button.setAttribute('aria-label', word);
  button.addEventListener('click', close);
  return Object.assign(html('div', { className: 'map-card' }, link, button), { pin });
}

/** What the list beside a map says of a pin. */
export function entry({ url, category, title, facts }) {
  return html('li', {}, html('a', { href: url }, sign(category), html('span', {}, html('bdi', { textContent: title }), html('small', { textContent: facts }))));
}

/** The sign of so many pins that lie together; `word` is its name, with `{}` for how many. */
export function clusterIcon(L, word, count) {
  return buttonIcon(L, 'map-cluster', 46, word.replace('{}', count), () => html('b', { textContent: count }));
}

/** The pin of a record that is written now; `place` is where, as addresses say it. */
export function newPin(L, at) {
  const { lat, lng } = at.wrap();
  return Object.assign(L.marker(at, { interactive: false, keyboard: false, icon: L.divIcon({ className: 'map-new', iconSize: [34, 34], iconAnchor: [17, 34], html: html('i', {}) }) }), { place: `${lat.toFixed(5)},${lng.toFixed(5)}` });
}

/** The button that shows where its reader is; where the browser does not tell, it and `note` say why. */
export function locator(L, map, [name, refused, unknown], note) {
  let me = null;
  const button = tool(name, 'M12 3v3M12 18v3M3 12h3M18 12h3M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8', async () => {
    button.disabled = true;
    try {
      const { coords } = await here();
      const at = [coords.latitude, coords.longitude];
      me?.remove();
      me = L.layerGroup([
        L.circle(at, { radius: coords.accuracy, className: 'map-accuracy', interactive: false, renderer: L.svg() }),
        L.marker(at, { interactive: false, keyboard: false, icon: L.divIcon({ className: 'map-me', iconSize: [18, 18], html: html('i', {}) }) }),
      ]).addTo(map);
      map.setView(at, Math.max(map.getZoom(), 13));
      button.disabled = false;
    } catch (error) {
      const reason = error.code === 1 ? refused : unknown;
      stop(reason, error.code === 1);
      note(reason);
    }
  });
  const stop = (reason, isDenied) => {
    button.disabled = isDenied;
    button.title = reason || name;
    button.setAttribute('aria-label', reason ? `${name}: ${reason}` : name);
  };
  // Refused once, the browser does not ask again: the button says why it does nothing.
  navigator.permissions?.query({ name: 'geolocation' }).then((permission) => {
    const look = () => { const isDenied = permission.state === 'denied'; stop(isDenied ? refused : '', isDenied); };
    permission.onchange = look;
    look();
  }, () => {});
  return button;
}

// MARK: what the address says

/** Reads `#12/41.02/28.97&memories=galata-tower`, `#memory=galata-tower` and `#new=41.02,28.97`. Gives what is said of `zoom`, `at`, `record` and `fresh`, the place of a new record. */
export function readPlace(hash) {
  const [, zoom, latitude, longitude, name, value] = hash.match(/^#(?:([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+))?&?(?:([^=&/]+)=(.+))?$/) ?? [];
  const place = longitude === undefined ? {} : { zoom: Number(zoom), at: [Number(latitude), Number(longitude)] };
  const fresh = name === 'new' ? value.split(',').map(Number) : [];
  if (fresh.length === 2 && fresh.every(Number.isFinite)) place.fresh = fresh;
  else if (name) place.record = `/${name}/${value}`;
  return place;
}

/** The same for a map that stands at `center`; `url` is the page of the record whose card is open, `/new/41.02,28.97` while one is written. */
export function writePlace(zoom, { lat, lng }, url) {
  const [, kind, ...id] = url?.split('/') ?? [];
  return `#${zoom}/${lat.toFixed(4)}/${lng.toFixed(4)}${url ? `&${kind}=${id.join('/')}` : ''}`;
}

/** Whether the page of a record is what an address names without the plural of its kind. */
export const isNamed = (url, record) => url.endsWith(record.slice(record.indexOf('/', 1)));
