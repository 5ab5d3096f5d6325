// A camera as the browser has it: opened, asked what it can do, told what to do, one thing at a time.

/** What a dial turns: its key in the browser's words, the mode that it needs, and its values. Source: W3C Image Capture. */
export const dials = [
  { key: 'iso', mode: 'exposureMode', values: (range) => stops(range, [25, 32, 40, 50, 64, 80, 100, 125, 160, 200], 1) },
  { key: 'exposureTime', mode: 'exposureMode', values: (range) => shutters(range) },
  { key: 'focusDistance', mode: 'focusMode', values: (range) => even(range, 100) },
  { key: 'colorTemperature', mode: 'whiteBalanceMode', values: (range) => even(range, 0, Math.max(range.step || 0, 50)) },
  { key: 'exposureCompensation', values: (range) => even(range, 0, range.step || 0.1) },
  { key: 'zoom', values: (range) => even(range, 100) },
];

/** Presets of white balance. Units: kelvin. */
export const presets = { sunny: 5500, cloudy: 6500, shade: 7500, tungsten: 3200, fluorescent: 4000 };

/** A value as a person reads it. Exposure times come in units of 100 µs. */
export function shown(key, value) {
  if (value === undefined || value === null) return '–';
  switch (key) {
    case 'iso': return `ISO ${Math.round(value)}`;
    case 'exposureTime': {
      const seconds = value / 10000;
      return seconds < 0.4 ? `1/${Math.round(1 / seconds)} s` : `${trimmed(seconds)} s`;
    }
    case 'colorTemperature': return `${Math.round(value)} K`;
    case 'exposureCompensation': return `${value > 0 ? '+' : ''}${trimmed(value)} EV`;
    case 'zoom': return `${trimmed(value)}×`;
    case 'focusDistance': return `${trimmed(value)} m`;
    default: return String(value);
  }
}

const trimmed = (value) => String(Number(value.toFixed(1)));

function even({ min, max, step = 0 }, count, least = 0) {
  const width = Math.max(step, least, count ? (max - min) / count : 0) || (max - min) / 100;
  const values = [];
  for (let n = 0; min + n * width < max - width / 2; n++) values.push(Number((min + n * width).toFixed(4)));
  return [...values, max];
}

function stops({ min, max }, thirds, unit) {
  const values = new Set([min, max]);
  for (let factor = unit; factor * thirds[0] <= max; factor *= 8) for (const third of thirds.slice(0, 9)) values.add(third * factor);
  return [...values].filter((value) => value >= min && value <= max).sort((a, b) => a - b);
}

function shutters({ min, max }) {
  const thirds = [1, 1.25, 1.6];
  const values = new Set([min, max]);
  for (let power = -14; power <= 5; power++) for (const third of thirds) values.add(Number((10000 * third * 2 ** power).toFixed(2)));
  // The fractions that are written on cameras.
  for (const n of [8000, 4000, 2000, 1000, 500, 250, 200, 125, 100, 60, 50, 30, 25, 15, 8, 4, 2]) values.add(10000 / n);
  const sorted = [...values].filter((value) => value >= min && value <= max).sort((a, b) => a - b);
  return sorted.filter((value, place) => place === 0 || place === sorted.length - 1 || value / sorted[place - 1] > 1.02);
}

/** Whether a capability is a range that leaves a choice. */
export const isRange = (range) => range && typeof range === 'object' && range.max > range.min;

/** A camera that is open. */
export class Device {
  stream = null;
  track = null;
  capabilities = {};
  onended = () => {};
  #next = null;
  #asked = null;
  #isBusy = false;
  #opening = 0;

  /** Opens a camera: one of an id, else the one on the back; in 4K, where it is to be large. Throws what the browser says. */
  async open(id, isLarge = false) {
    this.close();
    const [width, height] = isLarge ? [3840, 2160] : [1920, 1080];
    const wanted = { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: 60 } };
    const which = id ? { deviceId: { exact: id } } : { facingMode: 'environment' };
    const media = navigator.mediaDevices;
    const mine = ++this.#opening;
    let stream;
    try {
      stream = await media.getUserMedia({ video: { ...wanted, ...which, zoom: true, pan: true, tilt: true } });
    } catch (error) {
      // An older browser may not know a word, and a camera that is gone has left its id behind.
      if (error.name !== 'OverconstrainedError' && error.name !== 'TypeError') throw error;
      stream = await media.getUserMedia({ video: { ...wanted, facingMode: 'environment' } });
    }
    if (mine !== this.#opening) return stream.getTracks().forEach((track) => track.stop());
    this.stream = stream;
    this.track = this.stream.getVideoTracks()[0];
    this.capabilities = this.track.getCapabilities?.() ?? {};
    this.track.addEventListener('ended', () => this.onended());
  }

  /** Gives the camera back, and one that is being opened as soon as it is there. */
  close() {
    this.#opening += 1;
    this.track?.stop();
    this.track = this.stream = null;
  }

  get settings() { return this.track?.getSettings?.() ?? {}; }
  has(key) { return isRange(this.capabilities[key]); }
  can(key, mode) { return Array.isArray(this.capabilities[key]) && this.capabilities[key].includes(mode); }

  /** Applies constraints to the camera; those that come meanwhile are merged and applied after that. */
  async apply(change) {
    if (this.#isBusy) {
      this.#next = { ...this.#next, ...change };
      return;
    }
    this.#isBusy = true;
    try {
      for (let now = change; now; now = this.#next) {
        if (now === this.#next) this.#next = null;
        this.#asked = now;
        await this.track?.applyConstraints({ advanced: [now] });
      }
    } finally {
      this.#isBusy = false;
      this.#next = this.#asked = null;
    }
  }

  /** Turns a dial. */
  set(dial, value) {
    const change = { [dial.key]: value };
    if (dial.mode && this.can(dial.mode, 'manual')) change[dial.mode] = 'manual';
    // With only one of the two the other would be the camera's choice no more, and nobody's.
    if (dial.mode === 'exposureMode') {
      // What was asked for and has not been answered counts before what is.
      const now = { ...this.settings, ...this.#asked, ...this.#next };
      for (const key of ['iso', 'exposureTime']) if (key !== dial.key && this.has(key) && now[key] !== undefined) change[key] = now[key];
    }
    return this.apply(change);
  }

  /** Gives everything back to the camera, in one call. */
  auto() {
    const change = {};
    for (const mode of ['exposureMode', 'focusMode', 'whiteBalanceMode']) if (this.can(mode, 'continuous')) change[mode] = 'continuous';
    if (this.has('exposureCompensation')) change.exposureCompensation = 0;
    return Object.keys(change).length ? this.apply(change) : Promise.resolve();
  }

  /** Holds what the camera chose, or lets it choose again. */
  lock(mode, keys, isLocked) {
    const change = { [mode]: isLocked ? 'manual' : 'continuous' };
    const now = this.settings;
    if (isLocked) for (const key of keys) if (this.has(key) && now[key] !== undefined) change[key] = now[key];
    return this.apply(change);
  }

  /** Focuses, and measures the light, at a point of the picture. Units: from 0 to 1. */
  focus(x, y) {
    const change = { pointsOfInterest: [{ x, y }] };
    if (this.can('focusMode', 'single-shot')) change.focusMode = 'single-shot';
    return this.apply(change);
  }
}
