// Sessions with the camera, from the first picture to the end of the page. 'vitrine doctor --sessions' counts those that did not end.

import { device, kept } from './camera-parts.js';

let session = null;

export function begin() {
  if (session) return;
  session = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  navigator.sendBeacon?.('/camera', form('begin', session));
}

/** Ends the session. What a page sends as it goes away may be lost: the next page of the camera sends it again. */
function end() {
  if (!session) return;
  keep([...ended(), session].slice(-50));
  navigator.sendBeacon?.('/camera', form('end', session));
  session = null;
}

const ended = () => (kept('ended') ?? '').split(' ').filter(Boolean);
const keep = (names) => kept('ended', names.join(' '));

function form(phase, name) {
  const said = new FormData();
  said.append('session', name);
  said.append('phase', phase);
  return said;
}

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

// A telephone may end a page that is out of sight.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) end();
  else if (device.track) begin();
});
addEventListener('pagehide', end);
