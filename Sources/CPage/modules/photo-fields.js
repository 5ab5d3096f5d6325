// What chosen photos say, put into the fields of a form in which nobody typed.

import { fetchPage } from './html.js';

/** What a JPEG says of itself stands at its start. Units: bytes. */
const start = 256 * 1024;
/** A file of another format is sent whole up to this size. Units: bytes. */
const whole = 32 << 20;
let asked = 0;

const offer = (field) => field?.querySelector(':scope > [name^="offered:"]');

/** Fills in a form from photos; gives the labels of the fields, nothing where other photos were chosen meanwhile. */
export async function fillFrom(form, name, files) {
  const number = ++asked;
  const data = new FormData(form);
  data.delete(name);
  for (const file of files) data.append(name, file.type === 'image/jpeg' || file.size > whole ? file.slice(0, start) : file, file.name || 'photo');
  const address = new URL(form.action);
  address.searchParams.set('photo', '1');
  const { document: part, status } = await fetchPage(address, { form: data });
  if (number !== asked || status !== 200) return null;
  const labels = [];
  for (const field of form.querySelectorAll('.field[data-name]')) {
    const [input, before, now] = [field.querySelector('input.input'), offer(field), offer(part.getElementById(field.id))];
    if (!input || (!before && !now) || input.value !== (before?.value ?? '')) continue;
    before?.remove();
    if (now) field.prepend(now);
    const text = now?.value ?? '';
    if (files.length && text) labels.push(field.querySelector('label')?.firstChild.textContent.trim());
    if (input.value === text) continue;
    input.value = input.defaultValue = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return labels;
}
