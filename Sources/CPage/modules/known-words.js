// Words that a field knows otherwise than they are typed: records by their ids, words of a vocabulary by the spelling that others have.

import { announce, fetchPage } from './html.js';

/** How many words are asked for at once. */
const most = 40;

/** What is known of words, each with the value to write (`data-value`) and, of a record, a link to it; null where nobody says. `beside` are words that go before those of other records. */
export async function lookUp(address, words, beside = []) {
  const known = new Map();
  for (let first = 0; first < words.length; first += most) {
    const whole = new URL(address, location.href);
    for (const word of words.slice(first, first + most)) whole.searchParams.append('word', word);
    for (const word of beside.slice(0, most)) whole.searchParams.append('beside', word);
    try {
      const { document: part, status } = await fetchPage(whole);
      if (status !== 200) return null;
      for (const item of part.querySelectorAll('[data-word]')) known.set(item.dataset.word, item);
    } catch { return null; }
  }
  return known;
}

/** Says behind an input how a word was written. */
export function sayHow(input, text, word) {
  let said = input.parentElement.querySelector(':scope > .spelled');
  if (!said) {
    said = Object.assign(document.createElement('p'), { className: 'hint spelled' });
    input.after(said);
  }
  said.textContent = text.replace('{}', word);
  announce(said.textContent);
}
