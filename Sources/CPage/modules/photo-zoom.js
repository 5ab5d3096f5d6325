// A picture is made larger and moved: by wheel, two fingers, a double tap. One finger that moves it at its usual size swipes.

const [least, most] = [1, 8];
/** How far a finger goes until it means the next picture. Units: pixels. */
const enough = 60;

export class PhotoZoom {
  #frame;
  #image;
  #acts;
  #scale = 1;
  #x = 0;
  #y = 0;
  #fingers = new Map();
  #start = null;
  #tapped = { time: 0, x: 0, y: 0 };

  /** Zooms `image` in `frame`; `swiped` is called with -1 or 1, `dropped` where it is pulled down. */
  constructor(frame, image, acts) {
    [this.#frame, this.#image, this.#acts] = [frame, image, acts];
    frame.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.by(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), event.clientX, event.clientY);
    }, { passive: false });
    frame.addEventListener('pointerdown', (event) => this.#down(event));
    frame.addEventListener('pointermove', (event) => this.#moved(event));
    for (const name of ['pointerup', 'pointercancel']) frame.addEventListener(name, (event) => this.#up(event));
  }

  get isNear() { return this.#scale > 1.01; }

  reset() {
    [this.#scale, this.#x, this.#y] = [1, 0, 0];
    this.#draw(true);
  }

  /** Zooms by a factor around a place, or around the middle. */
  by(factor, x = innerWidth / 2, y = innerHeight / 2) {
    const scale = Math.min(Math.max(this.#scale * factor, least), most);
    const [across, down] = [x - innerWidth / 2, y - innerHeight / 2];
    this.#x = across - (across - this.#x) * scale / this.#scale;
    this.#y = down - (down - this.#y) * scale / this.#scale;
    this.#scale = scale;
    this.#draw();
  }

  move(x, y) {
    this.#x += x;
    this.#y += y;
    this.#draw();
  }

  /** Draws, with the picture's edges never within the frame where it is larger than that. */
  #draw(isCalm = false) {
    const { naturalWidth, naturalHeight } = this.#image;
    const fit = Math.min(innerWidth / (naturalWidth || innerWidth), innerHeight / (naturalHeight || innerHeight));
    const room = (size, window) => Math.max(0, (size * fit * this.#scale - window) / 2);
    if (!this.#start?.isSwipe) {
      const [across, down] = [room(naturalWidth || innerWidth, innerWidth), room(naturalHeight || innerHeight, innerHeight)];
      this.#x = Math.min(Math.max(this.#x, -across), across);
      this.#y = Math.min(Math.max(this.#y, -down), down);
    }
    this.#image.classList.toggle('calm', isCalm);
    this.#image.classList.toggle('near', this.isNear);
    this.#image.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})`;
  }

  #down(event) {
    if (event.target.closest('.drawer') || event.button) return;
    // A button is pressed by a tap; a thumb that sweeps may begin on it.
    const isOnButton = event.target.closest('button') !== null;
    if (!isOnButton) this.#frame.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size === 1) this.#start = { x: event.clientX, y: event.clientY, isSwipe: false, isMoved: false, isOnButton };
    else if (this.#start) { this.#start.isSwipe = false; this.#start.isMoved = true; }
  }

  #moved(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    const before = this.#spread();
    const by = { x: event.clientX - finger.x, y: event.clientY - finger.y };
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size > 1) {
      const now = this.#spread();
      if (before.size > 0) this.by(now.size / before.size, now.x, now.y);
      this.move(now.x - before.x, now.y - before.y);
      return;
    }
    const [across, down] = [event.clientX - this.#start.x, event.clientY - this.#start.y];
    if (Math.hypot(across, down) > 8) this.#start.isMoved = true;
    if (this.isNear) { this.move(by.x, by.y); return; }
    if (!this.#start.isMoved) return;
    this.#start.isSwipe = true;
    [this.#x, this.#y] = Math.abs(across) > Math.abs(down) ? [across, 0] : [0, Math.max(0, down)];
    this.#draw();
  }

  #up(event) {
    if (!this.#fingers.delete(event.pointerId) || this.#fingers.size) return;
    const start = this.#start;
    this.#start = null;
    if (event.type === 'pointercancel') { if (!this.isNear) this.reset(); return; }
    if (start.isSwipe) {
      const [x, y] = [this.#x, this.#y];
      this.reset();
      if (Math.abs(x) > enough) this.#acts.swiped(x < 0 ? 1 : -1);
      else if (y > enough * 1.6) this.#acts.dropped();
      return;
    }
    if (start.isMoved || start.isOnButton) return;
    const tapped = { time: event.timeStamp, x: event.clientX, y: event.clientY };
    const isDouble = tapped.time - this.#tapped.time < 350 && Math.hypot(tapped.x - this.#tapped.x, tapped.y - this.#tapped.y) < 40;
    this.#tapped = isDouble ? { time: 0, x: 0, y: 0 } : tapped;
    if (!isDouble) return;
    if (this.isNear) this.reset();
    else this.by(2.5, tapped.x, tapped.y);
  }

  /** The middle of two fingers, and how far they are apart. */
  #spread() {
    const [one, other = one] = this.#fingers.values();
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, size: Math.hypot(one.x - other.x, one.y - other.y) };
  }
}
