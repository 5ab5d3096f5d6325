// A record's photos: the strip in step with the film below it, and each as large as the window on a click.

class PhotoStrip extends HTMLElement {
  connectedCallback() {
    this.#links = [...this.querySelectorAll('.photo a')].filter((link) => link.querySelector('img'));
    for (const link of this.#links) {
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
        event.preventDefault();
        this.#open(this.#links.indexOf(link));
      });
    }
    const film = [...this.querySelectorAll('.film a')];
    const photos = [...this.querySelectorAll('.photo')];
    if (film.length < 2) return;
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

  #links = [];

  #open(place) {
    const dialog = document.createElement('dialog');
    dialog.className = 'viewer';
    const image = document.createElement('img');
    const words = document.createElement('p');
    const button = (name, sign, act) => {
      const made = document.createElement('button');
      made.className = name;
      made.textContent = sign;
      made.setAttribute('aria-label', name);
      made.addEventListener('click', act);
      return made;
    };
    const show = (next) => {
      place = (next + this.#links.length) % this.#links.length;
      const link = this.#links[place];
      image.src = link.href;
      image.alt = link.querySelector('img').alt;
      words.textContent = link.parentElement.querySelector('figcaption')?.textContent ?? '';
      words.hidden = !words.textContent;
    };
    dialog.append(image, words, button('close', '✕', () => dialog.close()));
    if (this.#links.length > 1) {
      dialog.append(button('before', '‹', () => show(place - 1)), button('after', '›', () => show(place + 1)));
    }
    dialog.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowLeft') show(place - 1);
      if (event.key === 'ArrowRight') show(place + 1);
    });
    image.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => { dialog.remove(); this.#links[place].focus(); });
    document.body.append(dialog);
    show(place);
    dialog.showModal();
  }
}

customElements.define('photo-strip', PhotoStrip);
