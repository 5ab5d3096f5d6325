// Steps to work by: what is ticked stays ticked while the page is used, and the screen stays awake meanwhile.

class CheckList extends HTMLElement {
  /** What keeps the screen awake, or will; null while nothing does. */
  #lock = null;

  connectedCallback() {
    this.name = `vitrine-steps ${location.pathname} ${this.dataset.field}`;
    const ticked = new Set(JSON.parse(sessionStorage.getItem(this.name) ?? '[]'));
    this.#boxes.forEach((box, place) => { box.checked = ticked.has(place); });
    this.addEventListener('change', () => {
      sessionStorage.setItem(this.name, JSON.stringify(this.#boxes.flatMap((box, place) => (box.checked ? [place] : []))));
      this.#awake();
    });
    this.gone = new AbortController();
    // A browser lets the screen go with the tab that is hidden.
    document.addEventListener('visibilitychange', () => this.#awake(), { signal: this.gone.signal });
    this.#awake();
  }

  disconnectedCallback() {
    this.gone.abort();
    this.#awake();
  }

  get #boxes() { return [...this.querySelectorAll('input[type=checkbox]')]; }

  async #awake() {
    const count = this.#boxes.filter((box) => box.checked).length;
    const isAtWork = this.isConnected && !document.hidden && count > 0 && count < this.#boxes.length;
    if (isAtWork === Boolean(this.#lock)) return;
    const lock = isAtWork ? navigator.wakeLock?.request('screen') : this.#lock;
    this.#lock = isAtWork ? lock : null;
    try {
      if (!isAtWork) await (await lock)?.release();
      else (await lock)?.addEventListener('release', () => { if (this.#lock === lock) this.#lock = null; });
    } catch { this.#lock = null; /* The screen goes dark as it always does. */ }
  }
}

customElements.define('check-list', CheckList);
