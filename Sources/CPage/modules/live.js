// What changes on the disk, as it changes: one connection for all tabs of the browser, whose tab with the lock tells the others.

const channel = new BroadcastChannel('vitrine');
const listeners = new Set();
let lost = false;
/** What is on the screen: what the server said when it made the page, then what has come since. */
let generation = Number(document.body.dataset.generation ?? 0);
let isReader = false;

/** Calls `listener` after every change of the catalogue. */
export function listen(listener) {
  listeners.add(listener);
}

function take(message) {
  if (message.lost !== undefined) {
    // What changes meanwhile is not known, and a daemon that starts again counts anew.
    if (message.lost) generation = -1;
    return tell(message.lost);
  }
  tell(false);
  const isNew = message.generation > generation;
  const isFirst = generation === 0 && message.state;
  generation = Math.max(generation, message.generation);
  if (isNew && !isFirst) for (const listener of listeners) listener();
}

function tell(isLost) {
  if (lost === isLost) return;
  lost = isLost;
  document.querySelector('.lost')?.remove();
  const { generationLost, generationBack } = document.body.dataset;
  const live = document.getElementById('live');
  if (live) live.textContent = isLost ? generationLost : generationBack;
  if (!isLost) return;
  const bar = document.createElement('p');
  bar.className = 'lost';
  bar.setAttribute('role', 'alert');
  bar.textContent = generationLost;
  document.body.append(bar);
}

// Nobody would take what is sent now, and the browser's own page of the fault would stand where the form was.
document.addEventListener('submit', (event) => {
  if (!lost || event.target.method !== 'post') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const bar = document.querySelector('.lost');
  if (bar) bar.textContent = document.body.dataset.generationUnsent;
}, { capture: true });

function broadcast(message) {
  take(message);
  channel.postMessage(message);
}

channel.onmessage = ({ data }) => {
  if (!data.asks) take(data);
  else if (isReader && generation > 0) channel.postMessage({ generation, state: true });
};
channel.postMessage({ asks: true });

// Whoever has the lock reads the events; when its tab goes, another gets it. A page that is kept for the way back gives it up until it is shown.
let leave = () => {};

function follow() {
  const gone = new AbortController();
  leave = () => gone.abort();
  navigator.locks?.request('vitrine-events', { signal: gone.signal }, () => new Promise((done) => {
    isReader = true;
    const read = (state) => (event) => broadcast({ ...JSON.parse(event.data), state });
    let source;
    let again = 0;
    const connect = () => {
      source = new EventSource('/events');
      source.addEventListener('state', read(true));
      source.addEventListener('change', read(false));
      source.onopen = () => broadcast({ lost: false });
      source.onerror = () => {
        broadcast({ lost: true });
        // The browser tries again by itself, but not after an answer that is no stream.
        if (source.readyState === EventSource.CLOSED) again = setTimeout(connect, 3000);
      };
    };
    connect();
    leave = () => {
      isReader = false;
      clearTimeout(again);
      source.close();
      done();
    };
  })).catch(() => { /* The page went before it had the lock. */ });
}

addEventListener('pagehide', () => leave());
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  channel.postMessage({ asks: true });
  follow();
});
follow();
