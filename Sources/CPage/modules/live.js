// What changes on the disk, as it changes: one connection for all tabs of the browser, whose tab with the lock tells the others.

import { announce } from './html.js';

const channel = new BroadcastChannel('vitrine');
const listeners = new Set();
let lost = false;
/** Whether the server is there and does not know this browser any more. */
let locked = false;
/** What is on the screen: what the server said when it made the page, then what has come since. */
let generation = Number(document.body.dataset.generation ?? 0);
/** Which run of the server counted it: another counts anew. */
let { life } = document.body.dataset;
let isReader = false;

/** Calls `listener` after every change of the catalogue. */
export function listen(listener) {
  listeners.add(listener);
}

/** When something was heard last. Without locks nobody reads the events, and silence says nothing. */
let heard = Infinity;
const hear = () => { if (navigator.locks) heard = performance.now(); };
hear();

function take(message) {
  hear();
  if (message.lost !== undefined) {
    // What changes meanwhile is not known, and a daemon that starts again counts anew.
    if (message.lost) generation = -1;
    return tell(message.lost, message.locked);
  }
  tell(false);
  if (message.beat) return;
  if (message.life !== life) generation = -1;
  life = message.life;
  const isNew = message.generation > generation;
  const isFirst = generation === 0 && message.state;
  generation = Math.max(generation, message.generation);
  if (isNew && !isFirst) for (const listener of listeners) listener();
}

function tell(isLost, isLocked = false) {
  if (lost === isLost && (locked || !isLocked)) return;
  lost = isLost;
  locked = isLocked;
  const { generationLost, generationLocked, generationBack } = document.body.dataset;
  show(isLocked ? generationLocked : isLost ? generationLost : '');
  if (!isLost) announce(generationBack);
}

/** Says something above the page; "" takes it away. */
export function show(text) {
  document.querySelector('.lost')?.remove();
  if (!text) return;
  const bar = document.createElement('p');
  bar.className = 'lost';
  bar.setAttribute('role', 'alert');
  bar.textContent = text;
  document.body.append(bar);
}

/** How a form is sent: a button may say it for itself. */
const method = ({ target, submitter }) => submitter?.formMethod || target.method;

// Nobody would take what is sent now, and the browser's own page of the fault would stand where the form was.
document.addEventListener('submit', (event) => {
  if (!lost || method(event) !== 'post') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  show(locked ? document.body.dataset.generationLocked : document.body.dataset.generationUnsent);
}, { capture: true });

// The browser itself says nothing of an answer that does not come. A form whose answer takes its time says what is done meanwhile.
let slow = 0;
let doing;
addEventListener('submit', (event) => {
  // A download leaves the page as it is, and nobody hears when it begins.
  if (event.defaultPrevented || method(event) !== 'post' || event.submitter?.dataset.download !== undefined) return;
  clearTimeout(slow);
  doing = event.target.querySelector('.doing');
  slow = setTimeout(() => {
    if (lost) return;
    if (!doing) return show(document.body.dataset.generationSlow);
    doing.hidden = false;
    announce(doing.textContent);
  }, doing ? 300 : 10_000);
});

function broadcast(message) {
  take(message);
  channel.postMessage(message);
}

channel.onmessage = ({ data }) => {
  if (data.silent) { if (isReader) connect(); }
  else if (!data.asks) take(data);
  else if (isReader && generation > 0) channel.postMessage({ generation, life, state: true });
};
channel.postMessage({ asks: true });

// A server that is stopped, or on the other side of a network that went, closes nothing: it is silent. Hidden pages are woken too rarely to tell.
setInterval(() => {
  if (document.hidden || lost || performance.now() - heard < 12_000) return;
  take({ lost: true });
  if (isReader) connect();
  else channel.postMessage({ silent: true });
}, 2000);
document.addEventListener('visibilitychange', hear);

let source;
let again = 0;
/** The time until a connection that broke counts as lost: that of a page which is left breaks before the page hears that it is left. */
const grace = 200;
let broken = 0;

function connect() {
  clearTimeout(again);
  source?.close();
  const read = (state) => (event) => broadcast({ ...JSON.parse(event.data), state });
  source = new EventSource('/events');
  source.addEventListener('state', read(true));
  source.addEventListener('change', read(false));
  source.addEventListener('beat', () => broadcast({ beat: true }));
  source.onopen = () => {
    if (broken) lose();
    broadcast({ lost: false });
  };
  source.onerror = () => { broken ||= setTimeout(lose, grace); };
}

async function lose() {
  clearTimeout(broken);
  broken = 0;
  broadcast({ lost: true });
  // The browser tries again by itself, but not after an answer that is no stream.
  if (source.readyState !== EventSource.CLOSED) return;
  again = setTimeout(connect, 3000);
  if (await isRefused() && source.readyState === EventSource.CLOSED) broadcast({ lost: true, locked: true });
}

/** Whether the server answers, and does not let this browser in. */
async function isRefused() {
  const enough = new AbortController();
  try {
    const { status } = await fetch('/events', { signal: enough.signal });
    return status === 401;
  } catch { return false; } finally { enough.abort(); }
}

// Whoever has the lock reads the events; when its tab goes, another gets it. A page that is kept for the way back gives it up until it is shown.
let leave = () => {};

function follow() {
  const gone = new AbortController();
  leave = () => gone.abort();
  navigator.locks?.request('vitrine-events', { signal: gone.signal }, () => new Promise((done) => {
    isReader = true;
    connect();
    leave = () => {
      isReader = false;
      clearTimeout(again);
      clearTimeout(broken);
      broken = 0;
      source.close();
      done();
    };
  })).catch(() => { /* The page went before it had the lock. */ });
}

addEventListener('pagehide', () => { clearTimeout(slow); leave(); });
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  hear();
  if (!lost) show('');
  if (doing) doing.hidden = true;
  channel.postMessage({ asks: true });
  follow();
});
follow();
