// A record's photos: the strip in step with the film below it, and each as large as the window on a click.

import { movable } from './photo-order.js';
import { PhotoViewer } from './photo-viewer.js';

/** Scrolls the film alone, so that one of its photos is seen. */
function reveal(link) {
  const film = link.closest('.film');
  const [frame, box] = [film.getBoundingClientRect(), link.getBoundingClientRect()];
  film.scrollBy(box.left < frame.left || box.right > frame.right ? box.left - frame.left : 0, box.top < frame.top || box.bottom > frame.bottom ? box.top - frame.top : 0);
}

class PhotoStrip extends HTMLElement {
  connectedCallback() {
    const links = [...this.querySelectorAll('.photo a')].filter((link) => link.querySelector('img'));
    const words = Object.fromEntries(Object.entries(this.dataset).filter(([name]) => name.startsWith('word')).map(([name, text]) => [name.slice(4).toLowerCase(), text]));
    this.gone = new AbortController();
    const viewer = new PhotoViewer(links, words, this.gone.signal);
    links.forEach((link, place) => link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      viewer.open(place);
    }));
    if (links.length) viewer.follow();
    const film = [...this.querySelectorAll('.film a')];
    const photos = [...this.querySelectorAll('.photo')];
    if (photos.length < 2) return;
    movable(this);
    const large = this.querySelector('.large');
    let shown = null;
    // Below a wide photo there is no gap as high as the tallest.
    const fit = () => { if (shown?.offsetHeight) large.style.height = `${shown.offsetHeight}px`; };
    const follow = () => {
      const place = Math.round(large.scrollLeft / (photos[1].offsetLeft - photos[0].offsetLeft || 1));
      if (!photos[place] || photos[place] === shown) return;
      shown = photos[place];
      fit();
      for (const link of film) link.removeAttribute('aria-current');
      film[place]?.setAttribute('aria-current', 'true');
      if (film[place]) reveal(film[place]);
    };
    large.addEventListener('scroll', follow, { passive: true });
    this.sizes = new ResizeObserver(fit);
    for (const part of [large, ...photos]) this.sizes.observe(part);
    follow();
    film.forEach((link, place) => link.addEventListener('click', (event) => {
      event.preventDefault();
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      photos[place].parentElement.scrollTo({ left: photos[place].offsetLeft - photos[0].offsetLeft, behavior: calm ? 'auto' : 'smooth' });
    }));
  }

  disconnectedCallback() {
    this.gone.abort();
    this.sizes?.disconnect();
  }
}

customElements.define('photo-strip', PhotoStrip);
