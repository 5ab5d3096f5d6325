// <color-order>: colours of a palette count in the order in which they are chosen, the main one first; the hidden input in it says it when the form is sent.

class ColorOrder extends HTMLElement {
  connectedCallback() {
    this.addEventListener('input', () => this.#settle());
    this.#settle();
  }

  /** What is new comes behind what was chosen before. */
  #settle() {
    const order = this.querySelector('[name^="order:"]');
    const before = order.value.split('\n');
    const place = ({ value }) => (before.includes(value) ? before.indexOf(value) : before.length);
    const chosen = [...this.querySelectorAll('input:checked')].sort((one, other) => place(one) - place(other));
    order.value = chosen.map(({ value }) => value).join('\n');
    for (const disc of this.querySelectorAll('.disc[data-place]')) delete disc.dataset.place;
    chosen.forEach((input, index) => { input.closest('.disc').dataset.place = index + 1; });
  }
}

customElements.define('color-order', ColorOrder);
