// The last shot, as large as the window: stars for it, its record, or away with it and taken again.

import { $, device, say, state, word } from './camera-parts.js';

/** The shot that is looked at; its record is '' where there is none any more. */
let last = { address: '', record: '', photo: '', most: 0, stars: 0 };

/** Takes note of a shot that was saved: its address, and what the catalogue says of it. */
export function remember(address, facts) {
  last = { address, record: facts.record ?? '', photo: facts.photo ?? '', most: Number(facts.stars ?? 0), stars: 0 };
  $('shown').href = address;
  $('shown').hidden = false;
  if ($('review').open) show();
}

function show() {
  $('reviewed').src = `/thumb/${last.photo.split('/').map(encodeURIComponent).join('/')}?side=1600`;
  $('opened').href = last.address;
  mark();
}

function mark() {
  $('stars').hidden = !last.most;
  for (const star of $('stars').children) star.setAttribute('aria-pressed', String(Number(star.dataset.stars) <= last.stars));
}

async function send(fields) {
  const data = new FormData();
  for (const [name, value] of Object.entries({ record: last.record, ...fields })) data.append(name, value);
  try {
    const reply = await fetch('/camera', { method: 'POST', body: data, headers: { 'Vitrine-Part': 'address' } });
    const text = (await reply.text()).trim();
    if (!reply.ok) throw new Error(text);
    return true;
  } catch (error) {
    say(word('camera.failed', error.message));
    return false;
  }
}

async function rate(stars) {
  if (!last.record || !last.most) return;
  const wanted = stars === last.stars ? 0 : stars;
  const meant = last;
  if (!await send({ stars: wanted })) return;
  meant.stars = wanted;
  mark();
  say(wanted ? $('stars').children[wanted - 1].ariaLabel : word('camera.unstarred'), 'quiet');
}

async function retake() {
  const meant = last;
  if (!await send({ remove: meant.photo })) return;
  $('review').close();
  say(word('camera.retaken'), 'quiet');
  if (last !== meant) return;
  last = { address: '', record: '', photo: '', most: 0, stars: 0 };
  $('shown').hidden = true;
  $('shoot').focus();
}

$('shown').addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !last.record) return;
  event.preventDefault();
  show();
  $('review').showModal();
});
$('close').addEventListener('click', () => $('review').close());
$('retake').addEventListener('click', retake);
$('stars').addEventListener('click', (event) => {
  const star = event.target.closest('button');
  if (star) rate(Number(star.dataset.stars));
});
// As in programs for culling: a number is a rating, in the viewfinder for the shot that was just taken.
addEventListener('keydown', (event) => {
  if (!/^[0-5]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('select, input')) return;
  if (!device.track || state.isShooting) return;
  event.preventDefault();
  if (event.key !== '0') rate(Number(event.key));
  else if (last.stars) rate(last.stars);
});
