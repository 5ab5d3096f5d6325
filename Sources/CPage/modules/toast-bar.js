// What was done just now, with the way back: there for ten seconds, longer while it is pointed at or has the focus.

class ToastBar extends HTMLElement {
  connectedCallback() {
    // The address stays clean: a reload says nothing again.
    const address = new URL(location.href);
    address.searchParams.delete('done');
    address.searchParams.delete('undone');
    history.replaceState(null, '', address);
    const back = document.createElement('input');
    Object.assign(back, { type: 'hidden', name: 'back', value: address.pathname + address.search });
    this.querySelector('form')?.append(back);
    const wait = () => setTimeout(() => {
      if (this.matches(':hover, :focus-within')) wait();
      else this.remove();
    }, 10_000);
    wait();
  }
}

customElements.define('toast-bar', ToastBar);
