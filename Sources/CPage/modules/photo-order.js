// A record's photos put in an order of one's own: dragged in the film, moved by Alt and an arrow there, or by the buttons below each.

import { announce, send } from './html.js';
import { morph } from './morph.js';

/** Makes the photos of a strip movable, where the server says that their order can be kept. */
export function movable(strip) {
  const film = strip.querySelector('.film[data-action]');
  if (!film) return;
  const links = () => [...film.querySelectorAll('a')];
  let dragged = null;
  let origin = -1;

  async function move(path, to, focus) {
    const data = new URLSearchParams({ move: path, to });
    try {
      const { document: page, address, isDone } = await send(film.dataset.action, data);
      const wanted = page.querySelector('main');
      if (!isDone || !wanted?.querySelector('#record')) { location.reload(); return; }
      history.replaceState(null, '', address);
      document.querySelectorAll('main > toast-bar').forEach((old) => old.remove());
      morph(document.querySelector('main'), wanted);
      const photo = strip.querySelector(`#photo-${to + 1}`);
      if (photo) photo.parentElement.scrollTo({ left: photo.offsetLeft - photo.parentElement.firstElementChild.offsetLeft });
      focus(to);
      announce(film.dataset.wordMoved.replace('{}', to + 1));
    } catch { location.reload(); }
  }

  film.addEventListener('keydown', (event) => {
    const by = event.altKey ? { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key] : 0;
    const link = event.target.closest('a');
    if (!by || !link) return;
    event.preventDefault();
    event.stopPropagation();
    const to = links().indexOf(link) + by;
    if (to >= 0 && to < links().length) move(link.dataset.path, to, (place) => links()[place]?.focus());
  });

  film.addEventListener('dragstart', (event) => {
    dragged = event.target.closest('li');
    if (!dragged) return;
    origin = [...film.children].indexOf(dragged);
    event.dataTransfer.effectAllowed = 'move';
    // Not as a file or an address: what is dropped on the page beside the film is no new photo.
    event.dataTransfer.clearData();
    event.dataTransfer.setData('text/plain', dragged.querySelector('a').dataset.path);
    dragged.classList.add('dragged');
  });
  film.addEventListener('dragover', (event) => {
    const over = event.target.closest?.('li');
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
    if (!over || over === dragged) return;
    const all = [...film.children];
    if (all.indexOf(over) > all.indexOf(dragged)) over.after(dragged);
    else over.before(dragged);
  });
  film.addEventListener('drop', (event) => { if (dragged) { event.preventDefault(); event.stopPropagation(); } });
  film.addEventListener('dragend', (event) => {
    if (!dragged) return;
    const li = dragged;
    const to = [...film.children].indexOf(li);
    li.classList.remove('dragged');
    dragged = null;
    const path = li.querySelector('a').dataset.path;
    // The server's page puts each photo where it belongs: it begins from the order that it knows.
    const others = [...film.children].filter((other) => other !== li);
    film.insertBefore(li, others[origin] ?? null);
    if (event.dataTransfer.dropEffect !== 'none' && to !== origin) move(path, to, (place) => links()[place]?.focus());
  });
  strip.addEventListener('submit', (event) => {
    if (!event.target.matches('.mover') || !event.submitter) return;
    event.preventDefault();
    const { value: path } = event.target.elements.move;
    const isLater = event.submitter === event.target.querySelector('button:nth-of-type(2)');
    move(path, Number(event.submitter.value), (place) => {
      const buttons = strip.querySelectorAll(`#photo-${place + 1} .mover button`);
      const [wanted, other] = isLater ? [buttons[1], buttons[0]] : [buttons[0], buttons[1]];
      (wanted?.disabled ? other : wanted)?.focus();
    });
  });
}
