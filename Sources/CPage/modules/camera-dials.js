// What can be set: dials where the device has them, what helps where it has not, Auto and Pro.

import { dials, presets, shown } from './camera-device.js';
import { askTethered } from './camera-machine.js';
import { $, app, device, kept, press, say, state, tick, word } from './camera-parts.js';

export function offer() {
  const buttons = [];
  for (const dial of dials) {
    const isThere = device.has(dial.key);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = word('camera.dial.' + dial.key);
    button.dataset.dial = dial.key;
    button.setAttribute('aria-pressed', 'false');
    if (!isThere) button.classList.add('absent');
    button.addEventListener('click', () => choose(dial));
    buttons.push(button);
  }
  $('dials').replaceChildren(...buttons);
  for (const [id, isThere] of [
    ['torch', device.capabilities.torch], ['large', device.capabilities.width?.max >= 3840], ['ae', device.can('exposureMode', 'manual')], ['af', device.can('focusMode', 'manual')],
  ]) $(id).hidden = !isThere;
  Object.assign(state, { dial: null, values: [] });
}

function choose(dial) {
  for (const button of $('dials').children) button.setAttribute('aria-pressed', String(button.dataset.dial === dial.key));
  state.dial = dial;
  $('presets').hidden = dial.key !== 'colorTemperature' || !device.has(dial.key);
  const isThere = device.has(dial.key);
  $('turn').hidden = !isThere;
  $('instead').hidden = isThere;
  $('loupe').hidden = dial.key !== 'focusDistance' || !isThere;
  if (!isThere) {
    $('instead').textContent = word('camera.instead.' + dial.key);
    return;
  }
  state.values = dial.values(device.capabilities[dial.key]);
  const slider = $('turn');
  slider.max = state.values.length - 1;
  slider.setAttribute('aria-label', word('camera.dial.' + dial.key));
  slider.value = nearest(device.settings[dial.key] ?? state.values[0]);
  slider.setAttribute('aria-valuetext', shown(dial.key, state.values[slider.value]));
}

function nearest(value) {
  let best = 0;
  for (const [place, known] of state.values.entries()) if (Math.abs(known - value) < Math.abs(state.values[best] - value)) best = place;
  return best;
}

function turn(place) {
  // Without a dial there is nothing to turn.
  if (!state.values?.length) return;
  const slider = $('turn');
  const at = Math.max(0, Math.min(state.values.length - 1, place));
  if (Number(slider.value) !== at) slider.value = at;
  const value = state.values[at];
  slider.setAttribute('aria-valuetext', shown(state.dial.key, value));
  tick(5);
  if (state.dial.mode === 'exposureMode') press('ae', true);
  if (state.dial.mode === 'focusMode') press('af', true);
  device.set(state.dial, value).then(read, (error) => say(word('camera.failed', error.message)));
}
$('turn').addEventListener('input', (event) => turn(Number(event.target.value)));
$('turn').addEventListener('wheel', (event) => {
  event.preventDefault();
  turn(Number($('turn').value) + Math.sign(event.deltaY || event.deltaX));
}, { passive: false });
for (const button of $('presets').children) {
  button.addEventListener('click', () => { if (state.values?.length) turn(nearest(presets[button.dataset.preset])); });
}

/** The values as they are now, which are always to be read. */
function read() {
  const now = device.settings;
  const parts = ['iso', 'exposureTime', 'focusDistance', 'colorTemperature'].filter((key) => now[key] !== undefined).map((key) => shown(key, now[key]));
  // No browser tells the aperture; the photos of a lens may.
  parts.splice(Math.min(2, parts.length), 0, `ƒ ${state.apertures.get(state.lens) ?? '–'}`);
  if ($('values').textContent === parts.join('  ')) return;
  // A line may end between two values, never between a number and its unit.
  $('values').replaceChildren(...parts.flatMap((part, place) => {
    const span = document.createElement('span');
    span.textContent = part;
    return place ? ['  ', span] : [span];
  }));
}
setInterval(() => { if (device.track && !document.hidden) read(); }, 250);

export async function setMode(mode) {
  const start = performance.now();
  state.mode = mode;
  kept('mode', mode);
  app.classList.toggle('pro', mode === 'pro');
  for (const name of ['auto', 'pro']) $('mode-' + name).setAttribute('aria-checked', String(name === mode));
  for (const name of ['auto', 'pro']) $('mode-' + name).tabIndex = name === mode ? 0 : -1;
  if (mode === 'auto') {
    press('ae', false);
    press('af', false);
    if ($('loupe').getAttribute('aria-pressed') === 'true') $('loupe').click();
    await device.auto().catch((error) => say(word('camera.failed', error.message)));
  } else {
    askTethered();
    if (!state.dial) choose(dials.find((dial) => device.has(dial.key)) ?? dials[0]);
  }
  read();
  state.switched = performance.now() - start;
}
for (const name of ['auto', 'pro']) {
  $('mode-' + name).addEventListener('click', () => setMode(name));
  $('mode-' + name).addEventListener('keydown', (event) => {
    if (!event.key.startsWith('Arrow')) return;
    const other = name === 'auto' ? 'pro' : 'auto';
    setMode(other);
    $('mode-' + other).focus();
  });
}
