// Shots: one, after a while, or many in a row; each goes to the queue with what is known of it.

import { shots, worker } from './camera-frames.js';
import { $, app, device, isPressed, pause, say, state, tick, video, word } from './camera-parts.js';
import { remember } from './camera-review.js';
import { ShotQueue } from './shot-queue.js';

export const queue = new ShotQueue();

$('shoot').addEventListener('click', async () => {
  if (state.isShooting) return;
  state.isShooting = true;
  try {
    // While another lens is on its way, the shot is of that one.
    await state.opening;
    if (!isLive()) return;
    for (let left = state.timer; left > 0; left--) {
      say(String(left), 'count');
      await pause(1000);
    }
    if (state.timer) say('');
    if (!state.isBurst) return await shoot();
    const start = performance.now();
    const mine = series = { first: state.number + 1, count: 0, start, end: start };
    for (let n = 0; n < 30 && isLive(); n++) {
      await shoot(start + n * 100, true);
      await pause(Math.max(0, start + (n + 1) * 100 - performance.now()));
    }
    mine.last = state.number;
  } finally {
    state.isShooting = false;
  }
});
/** There is a camera, or another on its way. */
const isLive = () => app.classList.contains('live');
/** The burst whose photos are still on their way; what came of it is said once they are there. */
let series = null;

addEventListener('keydown', (event) => {
  if (event.key === ' ' && !event.target.closest('button, select, input, a') && isLive()) {
    event.preventDefault();
    $('shoot').click();
  }
});

async function shoot(at = performance.now(), isBurst = false) {
  if (queue.isFull || state.pending.size + queue.count >= ShotQueue.most) return say(word('camera.full'));
  const number = ++state.number;
  state.pending.set(number, { at, facts: facts() });
  flash();
  const isRaw = isPressed('dng') && 'MediaStreamTrackProcessor' in window;
  if (!isBurst && !isRaw && await photograph(number)) return;
  if ('MediaStreamTrackProcessor' in window) return worker.postMessage({ shoot: { number, wait: at - performance.now(), isRaw } });
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

function deliver({ shot, blob, planes, late }) {
  const { at, facts: known } = state.pending.get(shot) ?? {};
  state.pending.delete(shot);
  if (!known) return;
  if (series && shot >= series.first) {
    series.count++;
    series.end = Math.max(series.end, late === undefined ? performance.now() : at + late);
  }
  let suffix = blob?.type === 'image/png' ? 'png' : 'jpg';
  if (planes) {
    const { bytes, ...facts } = planes;
    Object.assign(known, facts);
    blob = new Blob([bytes]);
    suffix = 'frame';
  }
  const name = `${known.taken.slice(11, 23).replaceAll(':', '-').replace('.', '-')}.${suffix}`;
  // Thumbnails are the first that a device under load goes without.
  if (!state.slow) {
    createImageBitmap(planes ? video : blob, { resizeWidth: 88 }).then((small) => {
      const canvas = $('last');
      [canvas.width, canvas.height] = [small.width, small.height];
      canvas.getContext('2d').drawImage(small, 0, 0);
    }).catch(() => {});
  }
  queue.add({ blob, name, facts: known });
}

shots.deliver = deliver;

state.saved = [];
queue.onchange = (told) => {
  if (told?.address) {
    state.saved.push(told.address);
    remember(told.address, told.facts);
    // Of a lens whose aperture is built in, one photo says it for all.
    if (told.facts.aperture) state.apertures.set(state.lens, told.facts.aperture);
    if (told.facts.uncopied) say(word('camera.uncopied', told.facts.uncopied));
    else if (!series) say(word('camera.saved'), 'quiet');
  }
  if (told?.message) say(told.message);
  $('waiting').textContent = queue.count ? word('camera.waiting', queue.count) : '';
  if (queue.hasFailed) say(word('camera.unsent', queue.count));
  $('resend').hidden = !queue.hasFailed;
  if (series?.last && !queue.count && !state.pending.size) {
    // As fast as this device can: the first photo is of the moment when the shutter was pressed.
    const seconds = Math.max(0.1, (series.end - series.start) / 1000).toFixed(1);
    if (!told?.message) say(word('camera.burstOf', series.count, seconds));
    series = null;
  }
};
shots.settle = () => queue.onchange();
$('resend').addEventListener('click', () => queue.again());
addEventListener('beforeunload', (event) => { if (queue.count || state.pending.size) event.preventDefault(); });

function flash() {
  tick(10);
  app.classList.add('shut');
  setTimeout(() => app.classList.remove('shut'), 80);
}
