// Steps to work by: what is ticked stays ticked while the page is used, and the screen stays awake meanwhile.

class CheckList extends HTMLElement {
  #lock = null;

  connectedCallback() {
    this.name = `vitrine-steps ${location.pathname} ${this.dataset.field}`;
    const ticked = new Set(JSON.parse(sessionStorage.getItem(this.name) ?? '[]'));
    this.#boxes.forEach((box, place) => { box.checked = ticked.has(place); });
    this.addEventListener('change', () => {
      sessionStorage.setItem(this.name, JSON.stringify(this.#boxes.flatMap((box, place) => (box.checked ? [place] : []))));
      this.#awake();
    });
    this.#awake();
  }

  disconnectedCallback() { this.#lock?.release(); }

  get #boxes() { return [...this.querySelectorAll('input[type=checkbox]')]; }

  async #awake() {
    const count = this.#boxes.filter((box) => box.checked).length;
    const isAtWork = count > 0 && count < this.#boxes.length;
    try {
      if (isAtWork && !this.#lock) this.#lock = await navigator.wakeLock?.request('screen');
      if (!isAtWork) { await this.#lock?.release(); this.#lock = null; }
    } catch { /* The screen goes dark as it always does. */ }
  }
}

customElements.define('check-list', CheckList);
