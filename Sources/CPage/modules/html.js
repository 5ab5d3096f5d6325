// What goes between the page and its server: parts of it that are fetched, parsed, and never trusted as anything but this page's own markup; forms that are sent.

// What only pages without the script show goes before anything is measured.
document.documentElement.classList.add('enhanced');

const policy = window.trustedTypes?.createPolicy('vitrine', { createHTML: (text) => text, createScriptURL: (address) => address });

/** The address of the service worker, the only script that is named by a text. */
export function workerAddress() {
  return policy ? policy.createScriptURL('/worker.js') : '/worker.js';
}

/** The document of a text that this page's server sent. */
export function parse(text) {
  return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, 'text/html');
}

/** Fetches a page, or one part of it, as a document; throws where the server does not answer or refuses. */
export async function fetchPage(address, { part, signal, form } = {}) {
  const headers = part ? { 'Vitrine-Part': part } : {};
  const response = await fetch(address, {
    headers, signal, credentials: 'same-origin', method: form ? 'POST' : 'GET', body: form, redirect: form ? 'manual' : 'follow',
  });
  if (response.status === 401) throw new Error('the page was closed');
  return { document: parse(await response.text()), status: response.status };
}

/** Sends a form. `progress` gets the share that went, from 0 to 1. Gives the document of the answer, its address, and whether it is where the form leads when all is well; throws where the server cannot be reached. */
export function send(address, data, progress = () => {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.upload.onprogress = (event) => { if (event.lengthComputable) progress(event.loaded / event.total); };
    request.onload = () => resolve({
      document: parse(request.responseText), address: request.responseURL, status: request.status,
      isDone: request.status < 400 && request.responseURL !== new URL(address, location.href).href,
    });
    request.onerror = () => reject(new Error('not reached'));
    request.onabort = request.onerror;
    request.send(data);
  });
}

/** Waits until what the document shows now is on the screen. */
export const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** Says something to people who cannot see it. */
export function announce(text) {
  const live = document.getElementById('live');
  if (live && live.textContent !== text) live.textContent = text;
}
