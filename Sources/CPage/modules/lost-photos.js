// In place of photos that a browser cannot show stands the letter of the record.

const leave = (image) => {
  if (image.closest('[data-letter], .fan')) image.remove();
};

// Errors of images do not bubble.
document.addEventListener('error', (event) => event.target instanceof HTMLImageElement && leave(event.target), true);

// Those that failed before this module was there.
for (const image of document.querySelectorAll('[data-letter] img, .fan img')) if (image.complete && image.currentSrc && !image.naturalWidth) leave(image);
