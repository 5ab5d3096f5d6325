// The page that is shown where the daemon does not answer: it looks every two seconds, and goes on where it was left.

setInterval(async () => {
  try {
    const answer = await fetch('/about', { cache: 'no-store', credentials: 'same-origin' });
    if (answer.status) location.reload();
  } catch { /* Not yet. */ }
}, 2000);
