// Shots on their way to the catalogue: one after another, in their order, kept until they are there.

/** Sends shots. Nothing is sent anywhere but to the page's own address. */
export class ShotQueue {
  /** The most shots that wait. */
  static most = 40;
  /** The most that they may hold together. Units: bytes. */
  static mostBytes = 160 << 20;
  #waiting = [];
  #isSending = false;
  onchange = () => {};

  get count() { return this.#waiting.length; }
  get isFull() { return this.#waiting.length >= ShotQueue.most || this.#waiting.reduce((sum, shot) => sum + shot.blob.size, 0) >= ShotQueue.mostBytes; }
  hasFailed = false;

  /** Takes a shot. */
  add(shot) {
    this.#waiting.push(shot);
    this.#send();
  }

  /** Tries again what could not be sent. */
  again() {
    this.hasFailed = false;
    this.#send();
  }

  async #send() {
    if (this.#isSending || this.hasFailed) return this.onchange();
    this.#isSending = true;
    while (this.#waiting.length) {
      this.onchange();
      const shot = this.#waiting[0];
      let reply;
      try {
        reply = await fetch('/camera', { method: 'POST', body: form(shot), headers: { 'Vitrine-Part': 'address' } });
      } catch {
        reply = null;
      }
      // What the catalogue refuses is refused again. What does not arrive is kept, and so is what comes from a browser that is not let in any more, or at the same
      // moment as another.
      if (!reply || reply.status >= 500 || [401, 403, 409, 429].includes(reply.status)) {
        this.hasFailed = true;
        break;
      }
      this.#waiting.shift();
      const text = (await reply.text()).trim();
      this.onchange(reply.ok ? saved(text) : { message: text });
    }
    this.#isSending = false;
    this.onchange();
  }
}

/** What the reply says: the address of the record, then a line each of a word and its value. */
function saved(text) {
  const [address, ...lines] = text.split('\n');
  const facts = Object.fromEntries(lines.map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]));
  return { address, facts };
}

function form(shot) {
  const data = new FormData();
  for (const [name, value] of Object.entries(shot.facts)) if (value !== undefined && value !== null && value !== '') data.append(name, value);
  data.append(':photo', shot.blob, shot.name);
  return data;
}
