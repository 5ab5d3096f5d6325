// What vitrine says of the machine that it runs on: cameras on a cable and what they are set to, heat and load.

import { strain } from './camera-frames.js';
import { $, device, say, word } from './camera-parts.js';

async function lines(address) {
  const reply = await fetch(address);
  if (!reply.ok) return [];
  return (await reply.text()).split('\n').filter(Boolean);
}

// MARK: cameras on a cable

let complaint = '';
/** Asks what the cameras on a cable are set to: it wakes them, so only when Pro is chosen, or on request. */
export async function askTethered() {
  let found;
  try {
    found = (await lines('/camera/tethered')).map((line) => line.split('\t'));
  } catch { return; }
  const texts = found.map(([kind, model, words]) => (kind === 'set' ? `${model}  ${words}` : `${model}  –`));
  complaint = found.filter(([kind]) => kind === 'mute').map(([, , words]) => words).join('; ');
  $('cable').hidden = texts.length === 0;
  $('cable').textContent = texts.join('\n');
  $('cable').setAttribute('aria-label', word('camera.cable', texts.join('; ')));
}
$('cable').addEventListener('click', async () => {
  await askTethered();
  if (complaint) say(complaint);
});

// MARK: heat and load

/** How often the machine is asked. Units: milliseconds. */
const interval = 5000;

async function askLoad() {
  if (!device.track || document.hidden) return;
  let hot = false;
  try {
    for (const line of await lines('/camera/load')) {
      const [kind, value] = line.split(' ');
      hot = kind === 'heat' ? Number(value) : hot || 1;
    }
  } catch { return; }
  strain({ hot });
}
// The machine that serves the page is the one that shows it: of a telephone's heat it knows nothing.
if (['127.0.0.1', 'localhost'].includes(location.hostname)) setInterval(askLoad, interval);
