// The service worker is registered, so that the page can be installed and says so itself when its daemon is stopped.

import { workerAddress } from './html.js';

/** When it is time for that. Units: milliseconds. To start a worker takes as long as to show a page, and whoever came to look for something goes on at once. */
const later = 3000;

const page = '/offline';

/** The page that is shown without a daemon is kept in the language that was chosen last. */
async function translate() {
  const kept = await caches.match(page);
  const { lang } = document.documentElement;
  if (!kept || (await kept.text()).includes(`<html lang="${lang}">`)) return;
  await (await caches.open('vitrine-shell')).put(page, await fetch(page, { cache: 'no-store' }));
}

const register = () => navigator.serviceWorker.register(workerAddress()).then(translate).catch(() => { /* The page does without. */ });

if (navigator.serviceWorker) setTimeout(() => (window.requestIdleCallback ?? setTimeout)(register), later);
