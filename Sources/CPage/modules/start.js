// The page is seen first: what makes it alive is fetched when it has been painted. A page that nobody sees yet is not painted.

const begin = () => import('./main.js');

if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
