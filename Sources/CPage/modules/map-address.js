// What the address of a map says: where it is, and which record's card is open on it.

/** Reads `#12/41.02/28.97&memories=galata-tower`, `#memory=galata-tower` and `#new=41.02,28.97`. Gives what is said of `zoom`, `at`, `record` and `fresh`, the place of a new record. */
export function readPlace(hash) {
  const [, zoom, latitude, longitude, name, value] = hash.match(/^#(?:([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+))?&?(?:([^=&/]+)=(.+))?$/) ?? [];
  const place = longitude === undefined ? {} : { zoom: Number(zoom), at: [Number(latitude), Number(longitude)] };
  const fresh = name === 'new' ? value.split(',').map(Number) : [];
  if (fresh.length === 2 && fresh.every(Number.isFinite)) place.fresh = fresh;
  else if (name) place.record = `/${name}/${value}`;
  return place;
}

/** The same for a map that stands at `center`; `url` is the page of the record whose card is open. */
export function writePlace(zoom, { lat, lng }, url) {
  const [, kind, ...id] = url?.split('/') ?? [];
  return `#${zoom}/${lat.toFixed(4)}/${lng.toFixed(4)}${url ? `&${kind}=${id.join('/')}` : ''}`;
}

/** Whether the page of a record is what an address names without the plural of its kind. */
export const isNamed = (url, record) => url.endsWith(record.slice(record.indexOf('/', 1)));
