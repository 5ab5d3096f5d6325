// The camera's page: a viewfinder, what can be set, and shots that go to the catalogue.

import { Device, dials, presets, shown } from './camera-device.js';
import { ShotQueue } from './shot-queue.js';

const $ = (id) => document.getElementById(id);
const word = (key, ...names) => {
  let text = document.querySelector(`#camera-words [data-key="${key}"]`)?.textContent ?? key;
  for (const name of names) text = text.replace('{}', name);
  return text;
};
const scripts = window.trustedTypes?.createPolicy('vitrine', { createScriptURL: (url) => url });
const kept = (key, value) => {
  try {
    if (value === undefined) return localStorage.getItem('camera.' + key);
    localStorage.setItem('camera.' + key, value);
  } catch { /* A browser that keeps nothing. */ }
  return null;
};

const app = $('camera');
const video = $('view');
const device = new Device();
const queue = new ShotQueue();
const state = {
  mode: kept('mode') === 'pro' ? 'pro' : 'auto', dial: null, place: null, number: 0, timer: 0, slow: false, limit: 25, started: performance.now(),
  histogram: kept('histogram') !== 'off', peaking: kept('peaking') === 'on', colour: kept('colour') ?? '#ffd400', isBurst: false,
};
/** What tests and people with the console look at. */
window.camera = { state, device, queue, dials, shown };

// MARK: the worker

const worker = new Worker(scripts ? scripts.createScriptURL(new URL('camera-worker.js', import.meta.url).href) : new URL('camera-worker.js', import.meta.url));
const overlay = $('peaks').transferControlToOffscreen?.();
if (overlay) worker.postMessage({ overlay }, [overlay]);
worker.onmessage = ({ data: told }) => {
  if (told.histogram) { state.bins = told.histogram; drawHistogram(told.histogram); }
  if (told.edges !== null && told.edges !== undefined) state.edges = told.edges;
  if (told.cost) { state.cost = told.cost; weigh(told.cost); }
  if (told.full !== undefined) { state.pending.delete(told.full); say(word('camera.full')); }
  if (told.lost !== undefined) { state.pending.delete(told.lost); say(word('camera.lost')); }
  if (told.blob) deliver(told);
};
state.pending = new Map();

function look() {
  const rate = state.slow ? 5 : 15;
  worker.postMessage({ options: { histogram: state.histogram, peaking: state.peaking && !state.slow, colour: state.colour, rate } });
  $('histogram').hidden = !state.histogram;
  $('peaks').hidden = !state.peaking;
}

let loop = 0;
function follow() {
  const mine = ++loop;
  if ('MediaStreamTrackProcessor' in window) {
    const { readable } = new MediaStreamTrackProcessor({ track: device.track, maxBufferSize: 1 });
    worker.postMessage({ frames: readable }, [readable]);
    return;
  }
  // A browser that hands out no frames: a small picture, fifteen times a second.
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const draw = () => {
    if (mine !== loop) return;
    if ((state.histogram || state.peaking) && video.videoWidth) {
      canvas.width = 320;
      canvas.height = Math.round(320 * video.videoHeight / video.videoWidth);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      worker.postMessage({ pixels: new Uint8Array(data.buffer), width, height }, [data.buffer]);
    }
    setTimeout(draw, state.slow ? 200 : 66);
  };
  draw();
}

function drawHistogram(bins) {
  const canvas = $('histogram');
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, 256, 96);
  context.globalCompositeOperation = 'lighter';
  let most = 1;
  // What is all black or all white would make the rest a line.
  for (let n = 0; n < 768; n++) if (n % 256 && n % 256 !== 255) most = Math.max(most, bins[n]);
  for (const [channel, colour] of ['#e33', '#2b2', '#46f'].entries()) {
    context.fillStyle = colour;
    for (let n = 0; n < 256; n++) {
      const height = Math.min(96, bins[channel * 256 + n] / most * 96);
      context.fillRect(n, 96 - height, 1, height);
    }
  }
}

/** Heat and load: less is drawn while a frame costs too much, or the system says so; it comes back by itself. */
let calm = 0;
function weigh(cost) {
  if (cost > state.limit) calm = 0;
  else if (state.slow && cost < state.limit / 2) calm++;
  if (cost > state.limit && !state.slow) slow(true);
  if (state.slow && !state.pressed && calm > 3) slow(false);
}
function slow(isSlow) {
  state.slow = isSlow;
  $('load').hidden = !isSlow;
  look();
}
if ('PressureObserver' in window) {
  new PressureObserver((records) => {
    state.pressed = ['serious', 'critical'].includes(records.at(-1).state);
    if (state.pressed !== state.slow) slow(state.pressed);
  }).observe('cpu', { sampleInterval: 2000 }).catch(() => {});
}

// MARK: the way in

/** How to allow the camera in this browser. */
function steps() {
  const agent = navigator.userAgent;
  if (/Firefox/.test(agent)) return word('camera.allow.firefox');
  if (/Chrom(e|ium)/.test(agent)) return word(/Android/.test(agent) ? 'camera.allow.android' : 'camera.allow.chrome');
  return word('camera.allow.safari');
}

function refuse(error) {
  state.error = error.name;
  const texts = {
    NotAllowedError: () => `${word('camera.denied')} ${steps()}`, SecurityError: () => word('camera.insecure'),
    NotFoundError: () => word('camera.none'), NotReadableError: () => word('camera.busy'), AbortError: () => word('camera.busy'),
  };
  $('why').textContent = (texts[error.name] ?? (() => word('camera.failed', error.message || error.name)))();
  $('why').setAttribute('role', 'alert');
  $('open').textContent = word('camera.again');
  $('open').hidden = error.name === 'SecurityError';
  app.classList.remove('live');
  $('start').hidden = false;
  $('open').focus();
}

let opening = 0;
async function open(id) {
  const mine = ++opening;
  if (!navigator.mediaDevices?.getUserMedia) return refuse({ name: 'SecurityError' });
  try {
    await device.open(id);
    if (mine !== opening) return;
    video.srcObject = device.stream;
    await video.play();
  } catch (error) {
    // Of two cameras that are opened at once the last one counts.
    return mine === opening ? refuse(error) : undefined;
  }
  if (mine !== opening) return;
  state.error = null;
  kept('lens', device.settings.deviceId ?? '');
  $('start').hidden = true;
  app.classList.add('live');
  if (!state.ready) video.requestVideoFrameCallback?.(() => { state.ready = performance.now(); });
  follow();
  look();
  await lenses();
  offer();
  await setMode(state.mode);
  wake();
}
device.onended = () => refuse({ name: 'ended', message: word('camera.unplugged') });

async function lenses() {
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((found) => found.kind === 'videoinput');
  const now = device.settings.deviceId;
  $('lens').replaceChildren(...cameras.map((found, place) => new Option(found.label || word('camera.lensNumber', place + 1), found.deviceId, false, found.deviceId === now)));
  $('lens').hidden = cameras.length < 2;
  state.lens = cameras.find((found) => found.deviceId === now)?.label ?? '';
}

$('open').addEventListener('click', () => open(kept('lens')));
$('lens').addEventListener('change', (event) => open(event.target.value));
// Where the camera was allowed before, nothing is asked, and nothing has to be clicked.
navigator.permissions?.query({ name: 'camera' }).then((found) => { if (found.state === 'granted') open(kept('lens')); }).catch(() => {});

// MARK: dials

function offer() {
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
    ['torch', device.capabilities.torch], ['ae', device.can('exposureMode', 'manual')], ['af', device.can('focusMode', 'manual')],
  ]) $(id).hidden = !isThere;
  state.dial = null;
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
  button.addEventListener('click', () => turn(nearest(presets[button.dataset.preset])));
}

/** The values as they are now, which are always to be read. */
function read() {
  const now = device.settings;
  const parts = ['iso', 'exposureTime', 'focusDistance', 'colorTemperature'].filter((key) => now[key] !== undefined).map((key) => shown(key, now[key]));
  // No browser tells the aperture.
  parts.splice(Math.min(2, parts.length), 0, 'ƒ –');
  const text = parts.join('  ');
  if ($('values').textContent !== text) $('values').textContent = text;
}
setInterval(() => { if (device.track && !document.hidden) read(); }, 250);

async function setMode(mode) {
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
  } else if (!state.dial) {
    choose(dials.find((dial) => device.has(dial.key)) ?? dials[0]);
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

// MARK: switches

const press = (id, isOn) => $(id).setAttribute('aria-pressed', String(isOn));
const isPressed = (id) => $(id).getAttribute('aria-pressed') === 'true';
function toggle(id, act) {
  $(id).addEventListener('click', async () => {
    const isOn = !isPressed(id);
    press(id, isOn);
    try {
      await act(isOn);
    } catch (error) {
      press(id, !isOn);
      say(word('camera.failed', error.message));
    }
  });
}
toggle('ae', (isOn) => device.lock('exposureMode', ['iso', 'exposureTime'], isOn));
toggle('af', (isOn) => device.lock('focusMode', ['focusDistance'], isOn));
toggle('torch', (isOn) => device.apply({ torch: isOn }));
toggle('grid', (isOn) => { $('lines').hidden = !isOn; kept('grid', isOn ? 'on' : 'off'); });
toggle('loupe', (isOn) => app.classList.toggle('near', isOn));
toggle('burst', (isOn) => { state.isBurst = isOn; });
toggle('bins', (isOn) => { state.histogram = isOn; kept('histogram', isOn ? 'on' : 'off'); look(); });
toggle('edges', (isOn) => { state.peaking = isOn; $('colour').hidden = !isOn; kept('peaking', isOn ? 'on' : 'off'); look(); });
toggle('place', (isOn) => (isOn ? locate() : forget()));
$('colour').addEventListener('change', (event) => { state.colour = event.target.value; kept('colour', state.colour); look(); });
$('timer').addEventListener('click', () => {
  state.timer = { 0: 3, 3: 10, 10: 0 }[state.timer];
  $('timer').textContent = state.timer ? word('camera.timerOf', state.timer) : word('camera.timer');
  $('timer').setAttribute('aria-pressed', String(state.timer > 0));
});
press('bins', state.histogram);
press('edges', state.peaking);
$('colour').hidden = !state.peaking;
$('colour').value = state.colour;
if (kept('grid') === 'on') { press('grid', true); $('lines').hidden = false; }

let watch = null;
function locate() {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) return reject(new Error(word('camera.noPlace')));
    watch = navigator.geolocation.watchPosition((found) => {
      state.place = { latitude: found.coords.latitude.toFixed(6), longitude: found.coords.longitude.toFixed(6) };
      resolve();
    }, () => { forget(); reject(new Error(word('camera.noPlace'))); }, { enableHighAccuracy: true, maximumAge: 60000, timeout: 15000 });
  });
}
function forget() {
  if (watch !== null) navigator.geolocation.clearWatch(watch);
  watch = state.place = null;
}

// A level, where the device knows how it is held.
addEventListener('deviceorientation', (event) => {
  if (event.gamma === null || event.beta === null) return;
  const turned = screen.orientation?.angle ?? 0;
  const angle = turned === 90 ? -event.beta : turned === 270 ? event.beta : event.gamma;
  $('level').hidden = Math.abs(angle) > 45;
  $('level').style.setProperty('--turn', `${-angle}deg`);
  $('level').classList.toggle('even', Math.abs(angle) < 1);
});

// MARK: focus

/** A point of the window as one of the picture, which is cut at its sides to fill the window. */
function pictured(x, y) {
  const box = video.getBoundingClientRect();
  const scale = Math.max(box.width / video.videoWidth, box.height / video.videoHeight);
  const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
  const part = (value) => Math.max(0, Math.min(1, value));
  return [part((x - box.left - (box.width - width) / 2) / width), part((y - box.top - (box.height - height) / 2) / height)];
}
function focusAt(x, y) {
  const ring = $('ring');
  ring.hidden = false;
  ring.style.left = `${x}px`;
  ring.style.top = `${y}px`;
  ring.getAnimations().forEach((animation) => animation.cancel());
  clearTimeout(state.ringing);
  state.ringing = setTimeout(() => { ring.hidden = true; }, 2500);
  state.point = pictured(x, y);
  press('af', false);
  device.focus(...state.point).catch(() => {});
}
$('finder').addEventListener('click', (event) => { if (device.track) focusAt(event.clientX, event.clientY); });
$('finder').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.target !== $('finder') || !device.track) return;
  focusAt(innerWidth / 2, innerHeight / 2);
});

// MARK: shots

/** A tick in the hand, where the device has one and the page was touched. */
function tick(milliseconds) {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(milliseconds);
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

$('shoot').addEventListener('click', async () => {
  if (!device.track || state.isShooting) return;
  state.isShooting = true;
  try {
    for (let left = state.timer; left > 0; left--) {
      say(String(left), 'count');
      await pause(1000);
    }
    if (state.timer) say('');
    if (!state.isBurst) return await shoot();
    const start = performance.now();
    for (let n = 0; n < 30; n++) {
      await shoot(start + n * 100, true);
      await pause(Math.max(0, start + (n + 1) * 100 - performance.now()));
    }
  } finally {
    state.isShooting = false;
  }
});
addEventListener('keydown', (event) => {
  if (event.key === ' ' && !event.target.closest('button, select, input, a') && device.track) {
    event.preventDefault();
    $('shoot').click();
  }
});

async function shoot(at = performance.now(), isBurst = false) {
  if (queue.isFull || state.pending.size + queue.count >= ShotQueue.most) return say(word('camera.full'));
  const number = ++state.number;
  state.pending.set(number, facts());
  flash();
  if (!isBurst && await photograph(number)) return;
  if ('MediaStreamTrackProcessor' in window) return worker.postMessage({ shoot: { number, at } });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext('2d').drawImage(video, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  deliver({ shot: number, blob, width: canvas.width, height: canvas.height });
}

/** The sensor's own photo, where it is larger than the frames of the film. */
async function photograph(number) {
  if (!('ImageCapture' in window)) return false;
  try {
    const capture = new ImageCapture(device.track);
    const can = await capture.getPhotoCapabilities();
    if (!(can.imageWidth?.max > (device.settings.width ?? 0))) return false;
    const blob = await Promise.race([capture.takePhoto(), pause(5000)]);
    if (!blob) return false;
    deliver({ shot: number, blob });
    return true;
  } catch {
    return false;
  }
}

/** What is known of a shot besides its picture. */
function facts() {
  const now = device.settings;
  const moment = new Date();
  const offset = -moment.getTimezoneOffset();
  const two = (number) => String(Math.trunc(Math.abs(number))).padStart(2, '0');
  const local = new Date(moment.getTime() + offset * 60000).toISOString().slice(0, 23);
  const seconds = now.exposureTime ? now.exposureTime / 10000 : null;
  return {
    for: app.dataset.for, taken: `${local}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`,
    iso: now.iso && now.iso > 0 ? Math.round(now.iso) : null,
    shutter: seconds ? (seconds < 0.4 ? `1/${Math.round(1 / seconds)}` : Number(seconds.toFixed(1))) : null,
    camera: state.lens, latitude: state.place?.latitude, longitude: state.place?.longitude, geotag: isPressed('place') ? 'keep' : 'strip',
  };
}

function deliver({ shot, blob }) {
  const known = state.pending.get(shot);
  state.pending.delete(shot);
  if (!known) return;
  const name = `${known.taken.slice(11, 23).replaceAll(':', '-').replace('.', '-')}.${blob.type === 'image/png' ? 'png' : 'jpg'}`;
  createImageBitmap(blob, { resizeWidth: 88 }).then((small) => {
    const canvas = $('last');
    [canvas.width, canvas.height] = [small.width, small.height];
    canvas.getContext('2d').drawImage(small, 0, 0);
  }).catch(() => {});
  queue.add({ blob, name, facts: known });
}

state.saved = [];
queue.onchange = (told) => {
  if (told?.address) {
    state.saved.push(told.address);
    $('shown').href = told.address;
    $('shown').hidden = false;
    say(word('camera.saved'), 'quiet');
  }
  if (told?.message) say(told.message);
  $('waiting').textContent = queue.count ? word('camera.waiting', queue.count) : '';
  if (queue.hasFailed) say(word('camera.unsent', queue.count));
  $('resend').hidden = !queue.hasFailed;
};
$('resend').addEventListener('click', () => queue.again());
addEventListener('beforeunload', (event) => { if (queue.count || state.pending.size) event.preventDefault(); });

function flash() {
  tick(10);
  app.classList.add('shut');
  setTimeout(() => app.classList.remove('shut'), 80);
}

let saying;
function say(text, kind = '') {
  const told = $('told');
  told.textContent = text;
  told.className = kind;
  clearTimeout(saying);
  if (text && kind !== 'count') saying = setTimeout(() => { told.textContent = ''; }, kind === 'quiet' ? 1500 : 6000);
}

// MARK: idle

let idle;
function wake() {
  app.classList.remove('idle');
  clearTimeout(idle);
  idle = setTimeout(() => { if (!$('panel').matches(':has(:focus-visible)')) app.classList.add('idle'); }, 3000);
}
for (const event of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel']) addEventListener(event, wake, { passive: true });
document.addEventListener('visibilitychange', () => { if (!document.hidden && state.error === 'ended') open(kept('lens')); });
addEventListener('pagehide', () => device.close());
