// A shared gallery comes to life: search as one types, kinds, orders, one record at a time, keys. Without it the page is a plain list.
'use strict';
(() => {
  const $ = (id) => document.getElementById(id);
  const list = $('cards'), box = $('search'), count = $('count'), order = $('order'), turn = $('turn'), dialog = $('detail');
  const odd = { 'ı': 'i', 'ł': 'l', 'ø': 'o', 'đ': 'd', 'ß': 'ss', 'æ': 'ae', 'œ': 'oe', 'þ': 'th' };
  const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\p{M}/gu, '')
    .replace(/[ıłøđßæœþ]/g, (sign) => odd[sign]);
  // The page's own words, where it speaks another language than English.
  const say = (name, english, ...parts) => parts.reduce((text, part) => text.replace('{}', part), list.dataset[name] || english);
  const compare = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: 'base' }).compare;
  const make = (name, set = {}, ...inner) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(set)) {
      if (key in element && key !== 'list') element[key] = value; else element.setAttribute(key, value);
    }
    element.append(...inner);
    return element;
  };

  const cards = [...list.children].map((element, place) => {
    const values = new Map();
    // By way of children: queries for selectors cost a thousand times more, and there may be thousands of cards.
    const [few] = element.getElementsByClassName('few'), [heading] = element.getElementsByTagName('h2');
    for (const row of few ? few.children : []) {
      values.set(row.firstElementChild.textContent, row.lastElementChild.getAttribute('data-v'));
    }
    return {
      element, place, values, kind: element.getAttribute('data-kind'), link: heading.firstElementChild,
      title: heading.textContent, text: fold(element.textContent),
    };
  });
  let shown = cards, kind = '', down = false, at = -1;
  // Of many cards only the first are laid out; more come as one scrolls to their end.
  const step = 240;
  let limit = step, laid = [], wasPlain = true;

  // What is shown, in which order.
  function orderings() {
    const chosen = order.value;
    const among = cards.filter((card) => !kind || card.kind === kind);
    const labels = new Set(among.flatMap((card) => [...card.values.keys()]));
    order.replaceChildren(make('option', { value: '' }, say('plain', 'as in the catalogue')),
      make('option', { value: ':title' }, say('title', 'title')));
    for (const label of labels) order.append(make('option', { value: label }, label));
    order.value = [...order.options].some((option) => option.value === chosen) ? chosen : '';
  }
  function update() {
    const words = fold(box.value).split(/\s+/).filter(Boolean);
    shown = cards.filter((card) => (!kind || card.kind === kind) && words.every((word) => card.text.includes(word)));
    const key = order.value;
    const value = (card) => (key === ':title' ? card.title : card.values.get(key));
    const sign = down ? -1 : 1;
    shown.sort((a, b) => {
      if (!key) return sign * (a.place - b.place);
      const [left, right] = [value(a), value(b)];
      // What has no value stands last, whatever the direction.
      if (left === undefined || right === undefined) return (left === undefined) - (right === undefined) || a.place - b.place;
      return sign * compare(left, right) || compare(a.title, b.title) || a.place - b.place;
    });
    limit = step;
    for (const card of laid) card.element.classList.remove('laid');
    laid = [];
    // The order of the catalogue is the one that the page has already.
    const isPlain = !key && !down;
    if (!isPlain || !wasPlain) for (const card of isPlain ? cards : shown) list.append(card.element);
    wasPlain = isPlain;
    lay();
    const top = document.querySelector('main').offsetTop - document.querySelector('.tools').offsetHeight;
    if (scrollY > top) scrollTo(0, top);
    $('nothing').hidden = shown.length > 0;
    count.textContent = shown.length === cards.length
      ? say('shown', '{} shown', cards.length) : say('some', '{} of {} shown', shown.length, cards.length);
  }
  function lay() {
    for (const card of shown.slice(laid.length, limit)) {
      card.element.classList.add('laid');
      laid.push(card);
    }
    $('rest').hidden = laid.length >= shown.length;
  }
  new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting) || laid.length >= shown.length) return;
    limit = laid.length + step;
    lay();
  }, { rootMargin: '1500px' }).observe($('rest'));
  let waiting = 0;
  box.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(update, cards.length > 2000 ? 120 : 0); });
  order.addEventListener('change', update);
  turn.addEventListener('click', () => {
    down = !down;
    turn.textContent = down ? '↓' : '↑';
    turn.setAttribute('aria-label', down ? say('down', 'descending; turn around') : say('up', 'ascending; turn around'));
    update();
  });
  const kinds = $('kinds');
  if (kinds) {
    const totals = new Map();
    for (const card of cards) totals.set(card.kind, (totals.get(card.kind) || 0) + 1);
    const add = (name, words, total) => kinds.append(make('button', {
      type: 'button', 'aria-pressed': String(name === kind), onclick: (event) => {
        kind = name;
        for (const other of kinds.children) other.setAttribute('aria-pressed', String(other === event.currentTarget));
        orderings();
        update();
      },
    }, words + ' ', make('span', {}, String(total))));
    add('', say('all', 'All'), cards.length);
    for (const [name, total] of totals) add(name, kinds.dataset['k' + name] || name, total);
  }

  // One record.
  function pictures(card) {
    const first = [...card.element.querySelectorAll('.pic img')].map((image) => ({ image, words: image.dataset.caption || '' }));
    const more = [...card.element.querySelectorAll('.photos figure')].filter((figure) => figure.querySelector('img'))
      .map((figure) => ({ image: figure.querySelector('img'), words: figure.textContent.trim() }));
    return first.concat(more);
  }
  function show(card) {
    at = shown.indexOf(card);
    if (at >= laid.length) {
      limit = at + step;
      lay();
    }
    $('name').textContent = card.title;
    $('what').textContent = card.element.querySelector('.kind').textContent;
    const facts = card.element.querySelector('.all').cloneNode(true);
    $('facts').replaceChildren(facts, ...[...card.element.querySelectorAll('.photos p')].map((line) => line.cloneNode(true)));
    const photos = pictures(card);
    const place = $('show');
    place.hidden = photos.length === 0;
    dialog.querySelector('.body').classList.toggle('plain', photos.length === 0);
    const strip = make('div', { className: 'strip' });
    const figure = make('figure');
    const look = (index) => {
      const { image, words } = photos[index];
      figure.replaceChildren(make('img', { src: image.src, alt: image.alt }));
      if (words) figure.append(make('figcaption', {}, words));
      [...strip.children].forEach((button, other) => button.setAttribute('aria-current', String(other === index)));
    };
    if (photos.length > 1) {
      photos.forEach(({ image }, index) => strip.append(make('button', {
        type: 'button', 'aria-label': say('photo', 'photo {} of {}', index + 1, photos.length), onclick: () => look(index),
      }, make('img', { src: image.src, alt: '' }))));
    }
    place.replaceChildren(figure, strip);
    if (photos.length) look(0);
    $('before').disabled = at <= 0;
    $('after').disabled = at < 0 || at >= shown.length - 1;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('.body').scrollTop = 0;
    history.replaceState(null, '', '#' + card.element.id);
  }
  const go = (by) => { if (at >= 0 && shown[at + by]) show(shown[at + by]); };
  list.addEventListener('click', (event) => {
    const card = cards.find((card) => card.element.contains(event.target));
    if (!card || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest('a:not(h2 a)')) return;
    event.preventDefault();
    show(card);
  });
  $('before').addEventListener('click', () => go(-1));
  $('after').addEventListener('click', () => go(1));
  $('close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
    // What a record names is one click away.
    const link = event.target.closest('a[href^="#r"]');
    const named = link && !event.ctrlKey && !event.metaKey && !event.shiftKey && cards.find((card) => '#' + card.element.id === link.hash);
    if (!named) return;
    event.preventDefault();
    show(named);
  });
  dialog.addEventListener('close', () => {
    history.replaceState(null, '', location.pathname + location.search);
    if (shown[at]) shown[at].link.focus();
  });

  // Keys.
  function neighbour(card, key) {
    const index = shown.indexOf(card);
    if (key === 'ArrowLeft') return shown[index - 1];
    if (key === 'ArrowRight') return shown[index + 1];
    const top = shown[0].element.offsetTop;
    const columns = Math.max(1, shown.findIndex((other) => other.element.offsetTop !== top));
    return shown[index + (key === 'ArrowDown' ? columns : -columns)];
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (dialog.open) {
      if (event.key === 'ArrowLeft') go(-1); else if (event.key === 'ArrowRight') go(1); else return;
      event.preventDefault();
      return;
    }
    if (event.target === box) {
      if (event.key === 'Escape') { box.value = ''; update(); }
      if (event.key === 'ArrowDown' && shown[0]) { shown[0].link.focus(); event.preventDefault(); }
      return;
    }
    if (event.key === '/' && !event.target.closest('select')) {
      box.focus();
      box.select();
      event.preventDefault();
    } else if (event.key.startsWith('Arrow')) {
      const card = shown.find((card) => card.link === document.activeElement);
      const next = card && neighbour(card, event.key);
      if (next) { next.link.focus(); event.preventDefault(); }
    }
  });

  addEventListener('beforeprint', () => {
    limit = shown.length;
    lay();
    for (const image of document.images) image.loading = 'eager';
  });
  document.documentElement.classList.add('live');
  document.querySelector('.tools').hidden = false;
  orderings();
  update();
  const wanted = cards.find((card) => '#' + card.element.id === location.hash);
  if (wanted) show(wanted);
})();
