// A record's photos: the strip in step with the film below it, and each as large as the window on a click.

import { movable } from './photo-order.js';
import { PhotoViewer } from './photo-viewer.js';

class PhotoStrip extends HTMLElement {
  connectedCallback() {
    const links = [...this.querySelectorAll('.photo a')].filter((link) => link.querySelector('img'));
    const words = Object.fromEntries(Object.entries(this.dataset).filter(([name]) => name.startsWith('word')).map(([name, text]) => [name.slice(4).toLowerCase(), text]));
    const viewer = new PhotoViewer(links, words);
    links.forEach((link, place) => link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      viewer.open(place);
    }));
    if (links.length) viewer.follow();
    const film = [...this.querySelectorAll('.film a')];
    const photos = [...this.querySelectorAll('.photo')];
    if (film.length < 2) return;
    movable(this);
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const [place, link] of film.entries()) {
          if (photos[place] === entry.target) link.setAttribute('aria-current', 'true');
          else link.removeAttribute('aria-current');
        }
      }
    }, { root: this.querySelector('.large'), threshold: 0.6 });
    for (const photo of photos) observer.observe(photo);
    film.forEach((link, place) => link.addEventListener('click', (event) => {
      event.preventDefault();
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      photos[place].parentElement.scrollTo({ left: photos[place].offsetLeft - photos[0].offsetLeft, behavior: calm ? 'auto' : 'smooth' });
    }));
  }
}

customElements.define('photo-strip', PhotoStrip);
