// A form with files, sent by the script: it reports how much was sent, and the page that the server answers with is put in place.

import { parse } from './html.js';

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
