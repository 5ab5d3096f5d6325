// A long press of a finger or a button, and the right button, as one.

/** How long is long. Units: milliseconds. */
const long = 600;
/** How far a finger may stray; beyond that it moves the map. Units: pixels. */
const steady = 10;

/** The finger that goes up again means nothing that came below it meanwhile. */
function holdBack() {
  const over = new AbortController();
  const release = () => setTimeout(() => over.abort(), 400);
  const hold = (event) => { if (event.isTrusted) { event.preventDefault(); event.stopPropagation(); } };
  for (const name of ['mousedown', 'mouseup', 'click']) addEventListener(name, hold, { capture: true, signal: over.signal });
  for (const name of ['pointerup', 'pointercancel', 'touchend']) addEventListener(name, release, { capture: true, signal: over.signal });
}

/** Calls `act` with the event that began a press on an element, but not on those in it that `besides` selects. */
export function onLongPress(element, besides, act) {
  let timer = 0;
  let start = null;
  let acted = 0;
  const stop = () => { clearTimeout(timer); start = null; };
  element.addEventListener('pointerdown', (event) => {
    stop();
    if (!event.isPrimary || event.button || event.target.closest(besides)) return;
    start = event;
    timer = setTimeout(() => {
      acted = Date.now();
      holdBack();
      act(start);
      stop();
    }, long);
  }, true);
  element.addEventListener('pointermove', (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > steady) stop();
  }, true);
  for (const name of ['pointerup', 'pointercancel', 'wheel', 'blur']) element.addEventListener(name, stop, { capture: true, passive: true });
  element.addEventListener('contextmenu', (event) => {
    if (event.target.closest(besides)) return;
    event.preventDefault();
    stop();
    // A phone sends this for the same long press.
    if (Date.now() - acted > 1500) act(event);
  });
}
