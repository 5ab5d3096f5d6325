// A question in a dialog, with two answers.

/** Asks, and gives whether the answer was yes. Escape means no. */
export function ask({ title, text, no, yes }) {
  const dialog = document.createElement('dialog');
  dialog.className = 'question';
  const heading = Object.assign(document.createElement('h2'), { textContent: title, id: 'question-title' });
  dialog.setAttribute('aria-labelledby', heading.id);
  const form = Object.assign(document.createElement('form'), { method: 'dialog', className: 'buttons' });
  const stay = Object.assign(document.createElement('button'), { className: 'btn first', value: 'no', textContent: no, autofocus: true });
  const leave = Object.assign(document.createElement('button'), { className: 'btn danger', value: 'yes', textContent: yes });
  form.append(stay, leave);
  dialog.append(heading, Object.assign(document.createElement('p'), { textContent: text }), form);
  document.body.append(dialog);
  const focused = document.activeElement;
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      const answer = dialog.returnValue === 'yes';
      if (!answer) focused?.focus();
      resolve(answer);
    });
    dialog.showModal();
  });
}
