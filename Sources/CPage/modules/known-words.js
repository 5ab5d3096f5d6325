// Words that a field knows otherwise than they are typed: records by their ids, words of a vocabulary by the spelling that others have.

import { announce, fetchPage } from './html.js';

/** What is known of words, each with the value to write (`data-value`) and, of a record, a link to it; null where nobody says. `beside` are words that go before those of other records. */
export async function lookUp(address, words, beside = []) {
  const whole = new URL(address, location.href);
  for (const word of words) whole.searchParams.append('word', word);
  for (const word of beside) whole.searchParams.append('beside', word);
  try {
    const { document: part, status } = await fetchPage(whole);
    return status === 200 ? new Map([...part.querySelectorAll('[data-word]')].map((item) => [item.dataset.word, item])) : null;
  } catch { return null; }
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
