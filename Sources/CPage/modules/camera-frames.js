// The frames of the camera: a worker that counts, marks edges and makes pictures of them, and how much of that the device can bear.

import { $, device, say, state, video, word } from './camera-parts.js';

const scripts = window.trustedTypes?.createPolicy('vitrine', { createScriptURL: (url) => url });
/** Who takes the pictures that the worker makes. */
export const shots = {};

export const worker = new Worker(scripts ? scripts.createScriptURL(new URL('camera-worker.js', import.meta.url).href) : new URL('camera-worker.js', import.meta.url));
const overlay = $('peaks').transferControlToOffscreen?.();
if (overlay) worker.postMessage({ overlay }, [overlay]);
worker.onmessage = ({ data: told }) => {
  if (told.histogram) { state.bins = told.histogram; drawHistogram(told.histogram); }
  if (told.edges !== null && told.edges !== undefined) state.edges = told.edges;
  if (told.cost) { state.cost = told.cost; weigh(told.cost); }
  for (const reason of ['full', 'lost']) if (told[reason] !== undefined) {
    state.pending.delete(told[reason]);
    shots.settle?.();
    say(word('camera.' + reason));
  }
  if (told.blob || told.planes) shots.deliver?.(told);
};
export function look() {
  const rate = state.slow ? 5 : 15;
  worker.postMessage({ options: { histogram: state.histogram, peaking: state.peaking && !state.slow, colour: state.colour, rate } });
  $('histogram').hidden = !state.histogram;
  $('peaks').hidden = !state.peaking;
}

let loop = 0;
export function follow() {
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
  if (state.slow && !state.pressed && !state.hot && calm > 2) slow(false);
}
function slow(isSlow) {
  state.slow = isSlow;
  $('load').hidden = !isSlow;
  $('load').textContent = state.hot > 1 ? word('camera.hot', state.hot) : word('camera.slow');
  look();
}
/** What somebody else than the frames says: the browser of its processors, vitrine of the machine. */
export function strain(change) {
  const before = state.hot;
  Object.assign(state, change);
  const isStrained = Boolean(state.pressed || state.hot);
  if (isStrained !== state.slow || state.hot !== before) slow(isStrained);
}
if ('PressureObserver' in window) {
  new PressureObserver((records) => {
    strain({ pressed: ['serious', 'critical'].includes(records.at(-1).state) });
  }).observe('cpu', { sampleInterval: 2000 }).catch(() => {});
}
