// The service worker: where the daemon does not answer, it shows the page that says so. It keeps nothing of the catalogue.

const shelf = 'vitrine-shell';

// Where the browser knows routes it starts this worker for pages only, which go both ways at once. What the page without a daemon is made of is read from
// where it is kept, and all else goes to the daemon.
const routes = [
  { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
  { condition: { urlPattern: '/assets/*' }, source: { cacheName: shelf } },
  { condition: { urlPattern: '/*' }, source: 'network' },
];

self.addEventListener('install', (event) => {
  event.addRoutes?.(routes);
  event.waitUntil((async () => {
    const page = await fetch('/offline', { cache: 'no-store' });
    const text = await page.clone().text();
    const kept = await caches.open(shelf);
    await kept.put('/offline', page);
    await kept.addAll([...new Set([...text.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1]))]);
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(async () => (await caches.match('/offline')) ?? Response.error()));
  } else if (address.pathname.startsWith('/assets/')) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});
