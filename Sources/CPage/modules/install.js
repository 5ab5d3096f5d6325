// The service worker is registered, so that the page can be installed and says so itself when its daemon is stopped.

import { workerAddress } from './html.js';

if (navigator.serviceWorker) {
  addEventListener('load', () => navigator.serviceWorker.register(workerAddress()).catch(() => { /* The page does without. */ }));
}
