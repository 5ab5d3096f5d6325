// What helps to fill in a field: how many characters are left, and a calendar for dates.

const segments = new Intl.Segmenter();
const length = (text) => [...segments.segment(text)].length;

function count(input) {
  const most = Number(input.dataset.most);
  const frame = input.closest('.field, .member');
  if (!most || !frame) return;
  let shown = frame.querySelector('.count');
  if (!shown) {
    shown = Object.assign(document.createElement('p'), { className: 'count' });
    (input.closest('.line') ?? input).after(shown);
  }
  const typed = length(input.value);
  shown.textContent = `${typed} / ${most}`;
  shown.classList.toggle('over', typed > most);
}

document.addEventListener('focusin', ({ target }) => { if (target.matches?.('.input[data-most]')) count(target); });
document.addEventListener('input', ({ target }) => { if (target.matches?.('.input[data-most]')) count(target); });

const digits = (text) => text.replace(/\D/g, '');

document.addEventListener('click', (event) => {
  const button = event.target.closest?.('.calendar');
  const input = button?.parentElement.querySelector('input[data-calendar]');
  if (!input) return;
  const picker = Object.assign(document.createElement('input'), { type: 'date', className: 'visually-hidden', tabIndex: -1 });
  picker.setAttribute('aria-hidden', 'true');
  const typed = digits(input.value);
  if (typed.length === 8) picker.value = `${typed.slice(0, 4)}-${typed.slice(4, 6)}-${typed.slice(6)}`;
  picker.addEventListener('input', (inner) => inner.stopPropagation());
  picker.addEventListener('change', () => {
    if (picker.value) input.value = picker.value;
    picker.remove();
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  });
  picker.addEventListener('blur', () => picker.remove());
  button.after(picker);
  try { picker.showPicker(); } catch { picker.focus(); }
});
