// Photos chosen, dropped or pasted, seen before they are sent: a record's at once, a form's with the form.

import { announce, send } from './html.js';
import { morph } from './morph.js';
import { fillFrom } from './photo-fields.js';

const side = 160;

class PhotoDrop extends HTMLElement {
  #files = [];

  connectedCallback() {
    this.input = this.querySelector('input[type=file]');
    this.list = this.querySelector('.pending');
    // Within the form of a record that is made the files go with it; else the form is this element's own.
    this.own = this.querySelector('form');
    this.input.addEventListener('change', () => this.#take([...this.input.files]));
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      this.classList.add('over');
    }, { signal });
    document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) this.classList.remove('over'); }, { signal });
    document.addEventListener('drop', (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.classList.remove('over');
      this.#take([...event.dataTransfer.files]);
    }, { signal });
    document.addEventListener('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!files.length) return;
      event.preventDefault();
      this.#take(files);
    }, { signal });
  }

  disconnectedCallback() { this.stop?.abort(); }

  #take(files) {
    if (!files.length) return;
    const room = Number(this.dataset.room ?? NaN);
    // In place of the only one that may be chosen comes another.
    const isOnly = !this.own && room === 1;
    const all = this.own || isOnly ? files : [...this.#files, ...files];
    if (all.length > room) { this.#tell(this.dataset.tooMany); return; }
    if (all.reduce((sum, file) => sum + file.size, 0) > Number(this.dataset.most)) { this.#tell(this.dataset.tooMuch); return; }
    this.#tell('');
    const tiles = files.map((file) => this.#tile(file));
    if (isOnly) this.list.replaceChildren();
    this.list.append(...tiles);
    if (this.own) { this.#send(files, tiles); return; }
    this.#files = all;
    this.#hand();
  }

  /** What is chosen in several steps goes with the form as if it had been in one. */
  #hand() {
    const transfer = new DataTransfer();
    for (const file of this.#files) transfer.items.add(file);
    this.input.files = transfer.files;
    this.input.dispatchEvent(new Event('input', { bubbles: true }));
    this.#fill();
  }

  /** What the photos say stands in the form before it is saved. */
  async #fill() {
    try {
      const labels = await fillFrom(this.closest('form'), this.input.name, this.#files);
      if (!labels) return;
      this.querySelector('.filled')?.remove();
      if (!labels.length) return;
      const said = Object.assign(document.createElement('p'), { className: 'faint filled', textContent: this.dataset.filled.replace('{}', labels.join(', ')) });
      this.append(said);
      announce(said.textContent);
    } catch { /* Saving fills in the same. */ }
  }

  #tile(file) {
    const tile = document.createElement('li');
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = side;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', file.name);
    tile.title = file.name;
    tile.append(canvas);
    preview(file, canvas).catch(() => { canvas.replaceWith(Object.assign(document.createElement('span'), { textContent: file.name })); });
    if (!this.own) {
      const away = document.createElement('button');
      away.type = 'button';
      away.className = 'away';
      away.textContent = '✕';
      away.setAttribute('aria-label', `${this.dataset.leaveOut}: ${file.name}`);
      away.addEventListener('click', () => {
        this.#files = this.#files.filter((other) => other !== file);
        tile.remove();
        this.#hand();
      });
      tile.append(away);
    }
    return tile;
  }

  /** Says on each photo why it was refused: the message below names it. The others stay. */
  mark() {
    const said = [...this.nextElementSibling.children].map((message) => message.textContent);
    for (const tile of this.list.children) {
      tile.querySelector('small')?.remove();
      const textContent = said.find((text) => text.includes(`'${tile.title}'`));
      if (textContent) tile.prepend(Object.assign(document.createElement('small'), { textContent }));
    }
  }

  async #send(files, tiles) {
    const data = new FormData();
    for (const file of files) data.append(this.input.name, file, file.name || 'photo');
    const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
    bar.setAttribute('aria-label', this.dataset.sending);
    this.list.after(bar);
    announce(this.dataset.sending);
    try {
      const { document: page, address, isDone } = await send(this.own.action, data, (share) => { bar.value = share; });
      for (const tile of tiles) tile.remove();
      bar.remove();
      this.input.value = '';
      const wanted = page.querySelector('main');
      if (wanted?.querySelector('#record')) {
        if (isDone) history.replaceState(null, '', address);
        document.querySelectorAll('main > toast-bar, main > .notice').forEach((old) => old.remove());
        morph(document.querySelector('main'), wanted);
        const said = document.querySelector('main .notice[role=alert]') ?? document.querySelector('.toast span');
        announce(said?.textContent ?? '');
      } else {
        this.#tell(wanted?.textContent.trim() || page.body.textContent.trim() || this.dataset.failed);
      }
    } catch {
      for (const tile of tiles) tile.remove();
      bar.remove();
      this.#tell(this.dataset.failed);
    }
  }

  #tell(text) {
    this.querySelector('.msg')?.remove();
    if (!text) return;
    const said = Object.assign(document.createElement('p'), { className: 'msg', textContent: text });
    said.setAttribute('role', 'alert');
    this.append(said);
  }
}

/** Draws a photo small, turned as it says it is held. What the browser cannot read, such as HEIC, fails. */
async function preview(file, canvas) {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.max(side / whole.width, side / whole.height);
  const [width, height] = [whole.width * scale, whole.height * scale];
  canvas.getContext('2d').drawImage(whole, (side - width) / 2, (side - height) / 2, width, height);
  whole.close();
}

customElements.define('photo-drop', PhotoDrop);
