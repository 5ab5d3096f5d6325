// Looks at the camera's frames beside the page's own thread: histogram and peaking from the planes of a frame, and frames kept for shots.

const hist = new Uint32Array(768);
let options = { histogram: false, peaking: false, colour: '#ffd400', rate: 15 };
let reader = null;
let overlay = null;
let image = null;
let pixels = null;
let planes = new Uint8Array(0);
let lastLook = 0;
let wanted = [];
let kept = 0;
let encoding = Promise.resolve();
const costs = [];

/** The most that frames waiting for their JPEG may hold. Units: bytes. */
const mostKept = 160 << 20;

onmessage = (event) => {
  const told = event.data;
  if (told.overlay) overlay = told.overlay.getContext('2d');
  if (told.options) {
    options = { ...options, ...told.options };
    if (!options.peaking) clear();
  }
  if (told.frames) read(told.frames);
  if (told.giveUp) for (const { number } of wanted.splice(0)) postMessage({ lost: number });
  if (told.pixels) lookAtPixels(told);
  // The page's clock counts from another moment than this one: only how long to wait means the same to both.
  if (told.shoot) wanted.push({ ...told.shoot, at: performance.now() + told.shoot.wait });
};

async function read(frames) {
  await reader?.cancel().catch(() => {});
  const mine = reader = frames.getReader();
  for (;;) {
    const { value: frame, done } = await mine.read();
    if (done || mine !== reader) return frame?.close();
    try {
      await take(frame);
    } catch (error) {
      postMessage({ fault: String(error) });
    }
    frame.close();
  }
}

async function take(frame) {
  // Only a frame after the press of the shutter counts, and no frame is two photos.
  if (wanted.length && performance.now() >= wanted[0].at) {
    const shot = wanted.shift();
    await keep(frame, shot).catch((error) => postMessage({ fault: String(error), lost: shot.number }));
  }
  const start = performance.now();
  const isDue = start - lastLook >= 1000 / options.rate - 4;
  if (!(options.histogram && isDue) && !options.peaking) return;
  const size = frame.allocationSize();
  if (planes.length < size) planes = new Uint8Array(size);
  const layout = await frame.copyTo(planes);
  const { width, height } = frame.visibleRect;
  if (frame.format === 'I420' || frame.format === 'NV12') {
    look(planes, layout, width, height, frame.format === 'NV12', frame.colorSpace?.fullRange === true, options.histogram && isDue);
  } else if (/^(RGB|BGR)/.test(frame.format)) {
    lookAtRGB(planes, layout[0], width, height, frame.format.startsWith('BGR'), options.histogram && isDue);
  }
  if (isDue) lastLook = start;
  cost(performance.now() - start);
}

/** Every second pixel of a frame in planes: brightness, and two colours at half size. Source: BT.601, full or limited range. */
function look(bytes, layout, width, height, isPaired, isFull, counts) {
  const [luma, blue, red] = [layout[0], layout[1], layout[2]];
  const step = width > 800 ? 2 : 1;
  const [w, h] = [Math.floor(width / step), Math.floor(height / step)];
  const marks = options.peaking ? begin(w, h) : null;
  if (counts) hist.fill(0);
  const [scale, black] = isFull ? [1, 0] : [255 / 219, 16];
  const chroma = isFull ? 1 : 255 / 224;
  const between = isPaired ? 2 : 1;
  const stride = luma.stride;
  let edges = 0;
  for (let y = 1; y < h - 1; y++) {
    let p = luma.offset + y * step * stride + step;
    const row = (y * step >> 1) * blue.stride;
    for (let x = 1; x < w - 1; x++, p += step) {
      if (marks) {
        const edge = Math.abs(bytes[p + 1] - bytes[p - 1]) + Math.abs(bytes[p + stride] - bytes[p - stride]);
        if (edge > 60) { marks[y * w + x] = options.mark; edges++; }
      }
      if (counts && !((x | y) & 1)) {
        const c = row + (x * step >> 1) * between;
        const v = isPaired ? bytes[blue.offset + c + 1] : bytes[red.offset + c];
        count((bytes[p] - black) * scale, (bytes[blue.offset + c] - 128) * chroma, (v - 128) * chroma);
      }
    }
  }
  tell(marks, edges, counts);
}

function count(y, u, v) {
  hist[clamp(y + 1.402 * v)]++;
  hist[256 + clamp(y - 0.344136 * u - 0.714136 * v)]++;
  hist[512 + clamp(y + 1.772 * u)]++;
}

const clamp = (value) => value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);

function lookAtRGB(bytes, layout, width, height, isBGR, counts) {
  const step = width > 800 ? 2 : 1;
  const [w, h] = [Math.floor(width / step), Math.floor(height / step)];
  const marks = options.peaking ? begin(w, h) : null;
  if (counts) hist.fill(0);
  const [r, b] = isBGR ? [2, 0] : [0, 2];
  const { offset, stride } = layout;
  let edges = 0;
  for (let y = 1; y < h - 1; y++) {
    let p = offset + y * step * stride + step * 4;
    for (let x = 1; x < w - 1; x++, p += step * 4) {
      if (marks) {
        const edge = Math.abs(bytes[p + 5] - bytes[p - 3]) + Math.abs(bytes[p + 1 + stride] - bytes[p + 1 - stride]);
        if (edge > 60) { marks[y * w + x] = options.mark; edges++; }
      }
      if (counts && !((x | y) & 1)) { hist[bytes[p + r]]++; hist[256 + bytes[p + 1]]++; hist[512 + bytes[p + b]]++; }
    }
  }
  tell(marks, edges, counts);
}

/** The pixels of a browser that hands out no frames: a small picture that the page drew. */
function lookAtPixels({ pixels: bytes, width, height }) {
  const start = performance.now();
  lookAtRGB(bytes, { offset: 0, stride: width * 4 }, width, height, false, options.histogram);
  cost(performance.now() - start);
}

function begin(w, h) {
  if (!overlay) return null;
  if (image?.width !== w || image?.height !== h) {
    overlay.canvas.width = w;
    overlay.canvas.height = h;
    image = overlay.createImageData(w, h);
    pixels = new Uint32Array(image.data.buffer);
  }
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(options.colour.slice(at, at + 2), 16));
  options.mark = (255 << 24 | b << 16 | g << 8 | r) >>> 0;
  pixels.fill(0);
  return pixels;
}

function clear() {
  if (overlay && image) overlay.clearRect(0, 0, image.width, image.height);
}

function tell(marks, edges, counts) {
  if (marks) overlay.putImageData(image, 0, 0);
  postMessage({ histogram: counts ? hist.slice() : null, edges: marks ? edges : null });
}

let lastCost = 0;
function cost(milliseconds) {
  costs.push(milliseconds);
  // Where less is drawn there are fewer frames to count, and the device is to be heard all the same.
  const now = performance.now();
  if (costs.length < 60 && (costs.length < 5 || now - lastCost < 2000)) return;
  costs.sort((a, b) => a - b);
  postMessage({ cost: costs[Math.floor(costs.length * 0.95)] });
  costs.length = 0;
  lastCost = now;
}

/** The formats of a frame that vitrine makes a DNG of. */
const rawFormats = ['I420', 'NV12', 'RGBA', 'RGBX', 'BGRA', 'BGRX'];

/** Hands out the planes of a frame as they are. Source: W3C WebCodecs, copyTo() leaves no gaps. */
async function keepRaw(frame, shot, size, width, height) {
  const bytes = new Uint8Array(size);
  await frame.copyTo(bytes);
  const range = frame.colorSpace?.fullRange || /^(RGB|BGR)/.test(frame.format) ? 'full' : 'limited';
  const planes = { bytes: bytes.buffer, frame: frame.format, width, height, range, matrix: frame.colorSpace?.matrix ?? '' };
  planes.orientation = { 90: 6, 180: 3, 270: 8 }[frame.rotation] ?? 1;
  postMessage({ shot: shot.number, planes, late: performance.now() - shot.at }, [bytes.buffer]);
}

/** Copies a frame, so that the camera has its buffer back at once, and makes a JPEG of it in its turn. */
async function keep(frame, shot) {
  const size = frame.format ? frame.allocationSize() : 0;
  if (kept + size > mostKept) return postMessage({ full: shot.number });
  const { width, height } = frame.visibleRect ?? { width: frame.displayWidth, height: frame.displayHeight };
  if (shot.isRaw && rawFormats.includes(frame.format)) return keepRaw(frame, shot, size, width, height);
  let copy;
  if (size) {
    const data = new Uint8Array(size);
    const layout = await frame.copyTo(data);
    copy = new VideoFrame(data, {
      format: frame.format, codedWidth: width, codedHeight: height, timestamp: frame.timestamp, layout,
      colorSpace: frame.colorSpace.toJSON(),
    });
  } else {
    copy = frame.clone();
  }
  kept += size;
  const late = performance.now() - shot.at;
  const canvas = new OffscreenCanvas(width, height);
  encoding = encoding.then(async () => {
    try {
      canvas.getContext('2d').drawImage(copy, 0, 0);
      copy.close();
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
      postMessage({ shot: shot.number, blob, width, height, late, timestamp: frame.timestamp });
    } catch (error) {
      postMessage({ fault: String(error), lost: shot.number });
    }
    kept -= size;
  });
}
