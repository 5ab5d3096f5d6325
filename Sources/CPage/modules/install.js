// The service worker is registered, so that the page can be installed and says so itself when its daemon is stopped.

import { workerAddress } from './html.js';

/** When it is time for that. Units: milliseconds. To start a worker takes as long as to show a page, and whoever came to look for something goes on at once. */
const later = 3000;

const register = () => navigator.serviceWorker.register(workerAddress()).catch(() => { /* The page does without. */ });

if (navigator.serviceWorker) setTimeout(() => (window.requestIdleCallback ?? setTimeout)(register), later);
