// What the parts of the camera's page share: its elements, its words, what it keeps, the device.

import { Device } from './camera-device.js';

export const $ = (id) => document.getElementById(id);
export const word = (key, ...names) => {
  let text = document.querySelector(`#camera-words [data-key="${key}"]`)?.textContent ?? key;
  for (const name of names) text = text.replace('{}', name);
  return text;
};
export const kept = (key, value) => {
  try {
    if (value === undefined) return localStorage.getItem('camera.' + key);
    localStorage.setItem('camera.' + key, value);
  } catch { /* A browser that keeps nothing. */ }
  return null;
};

export const app = $('camera');
export const video = $('view');
export const device = new Device();
export const state = {
  mode: kept('mode') === 'pro' ? 'pro' : 'auto', dial: null, place: null, number: 0, timer: 0, slow: false, limit: 25, started: performance.now(),
  histogram: kept('histogram') !== 'off', peaking: kept('peaking') === 'on', colour: kept('colour') ?? '#ffd400', isBurst: false, pending: new Map(), apertures: new Map(), pressed: false, hot: false,
};

export const press = (id, isOn) => $(id).setAttribute('aria-pressed', String(isOn));
export const isPressed = (id) => $(id).getAttribute('aria-pressed') === 'true';

/** A tick in the hand, where the device has one and the page was touched. */
export function tick(milliseconds) {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(milliseconds);
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let saying;
export function say(text, kind = '') {
  const told = $('told');
  told.textContent = text;
  told.className = kind;
  clearTimeout(saying);
  if (text && kind !== 'count') saying = setTimeout(() => { told.textContent = ''; }, kind === 'quiet' ? 1500 : 6000);
}
