// The camera's page: a viewfinder, what can be set, and shots that go to the catalogue.

import { dials, shown } from './camera-device.js';
import { offer, setMode } from './camera-dials.js';
import { follow, look, worker } from './camera-frames.js';
import { $, app, device, isPressed, kept, press, say, state, video, word } from './camera-parts.js';
import { begin } from './camera-sessions.js';
import { queue } from './camera-shots.js';

/** What tests and people with the console look at. */
window.camera = { state, device, queue, dials, shown };

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
  worker.postMessage({ giveUp: true });
  $('start').hidden = false;
  $('open').focus();
}

let opening = 0;
function open(id) { return state.opening = change(id); }
async function change(id) {
  const mine = ++opening;
  if (!navigator.mediaDevices?.getUserMedia) return refuse({ name: 'SecurityError' });
  try {
    await device.open(id, kept('large') === 'on');
    if (mine !== opening) return;
    video.srcObject = device.stream;
    await video.play();
  } catch (error) {
    // Of two cameras that are opened at once the last one counts.
    return mine === opening ? refuse(error) : undefined;
  }
  if (mine !== opening) return;
  state.error = null;
  begin();
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
// Where it was refused before, that is said at once, with the way out; when it is allowed, the camera opens.
navigator.permissions?.query({ name: 'camera' }).then((found) => {
  const follow = () => {
    if (found.state === 'granted' && !device.track) open(kept('lens'));
    if (found.state === 'denied') refuse({ name: 'NotAllowedError' });
  };
  found.onchange = follow;
  follow();
}).catch(() => {});

// MARK: switches

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
toggle('dng', (isOn) => { kept('dng', isOn ? 'on' : 'off'); if (isOn) say(word('camera.dngIs')); });
toggle('large', (isOn) => { kept('large', isOn ? 'on' : 'off'); return open(device.settings.deviceId); });
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
press('dng', kept('dng') === 'on');
press('large', kept('large') === 'on');
$('dng').hidden = !('MediaStreamTrackProcessor' in window);
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

// MARK: idle

let idle;
function wake() {
  app.classList.remove('idle');
  clearTimeout(idle);
  idle = setTimeout(() => { if (!$('panel').matches(':has(:focus-visible)')) app.classList.add('idle'); }, 3000);
}
for (const event of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel']) addEventListener(event, wake, { passive: true });
document.addEventListener('visibilitychange', () => { if (!document.hidden && state.error === 'ended') open(kept('lens')); });
addEventListener('pagehide', () => {
  // A camera that is still being opened is not waited for: no session begins with it.
  opening += 1;
  device.close();
});
