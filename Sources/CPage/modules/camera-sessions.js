// Sessions with the camera: one begins with the first picture, and ends with the page. 'vitrine doctor --sessions' counts those that did not.

import { device, kept } from './camera-parts.js';

let session = null;

/** Begins a session, where none goes on. */
export function begin() {
  if (session) return;
  session = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  note('begin', session);
}

/** Ends the session, if one goes on. What a browser sends while a page goes away may be lost: it is kept, and sent again by the next page of the camera. */
export function end() {
  if (!session) return;
  keep([...ended(), session].slice(-most));
  note('end', session);
  session = null;
}

/** The most sessions that are kept until it is sure that their end was heard of. */
const most = 50;
const ended = () => (kept('ended') ?? '').split(' ').filter(Boolean);
const keep = (names) => kept('ended', names.join(' '));

function form(phase, name) {
  const said = new FormData();
  said.append('session', name);
  said.append('phase', phase);
  return said;
}

function note(phase, name) { navigator.sendBeacon?.('/camera', form(phase, name)); }

async function sendAgain() {
  for (const name of ended()) {
    try {
      const reply = await fetch('/camera', { method: 'POST', body: form('end', name) });
      if (!reply.ok) return;
    } catch { return; }
    // Other pages may have ended meanwhile.
    keep(ended().filter((other) => other !== name));
  }
}
sendAgain();

// A telephone ends what is out of sight without a word; for whoever comes back it is another session.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) end();
  else if (device.track) begin();
});
addEventListener('pagehide', end);
