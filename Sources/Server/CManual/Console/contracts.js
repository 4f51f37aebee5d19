// The view of contracts: the interactions that each SDK relies on, the results of runs, and
// the files.
import { amount, count, field, fill, foreign, h, head, short, stacked } from './dom.js';
import { call, server } from './api.js';
import { link } from './app.js';

const most = 500;

/** Shows the view. */
export async function view(content, place) {
  const { signal } = place;
  const { emulators } = await server();
  const titles = new Map(emulators.map(({ name, title }) => [name, title]));
  const shown = h('div', { class: 'view' });
  content.append(head('Contracts'), shown);

  async function open({ rest: [kind, name] }) {
    const query = { namespace: null, [kind === 'variant' ? 'variant' : 'file']: kind ? name ?? '' : null };
    const it = await call('GET', 'contracts', { query, signal });
    if (it.variantRequests) fill(shown, variant(it, name));
    else if (it.fileInteractions) fill(shown, file(it, name));
    else fill(shown, overview(it, titles));
  }
  await open(place);
  return { update: async (now) => { await open(now); content.querySelector('h2')?.focus({ preventScroll: true }); } };
}

function overview(it, titles) {
  const lead = h('p', { class: 'lead' }, 'What the backends promise in Pact files, and which SDK relies on it. Files are read when this page is opened.');
  if (!it.files.length && !it.broken.length) {
    return [lead, h('div', { class: 'notice' }, h('p', null, it.paths.length ? ['There is no contract in ', foreign(it.paths.join(', ')), '.'] : 'The server was started without contracts.',
      ' Start it with ', h('code', null, 'ghostlight serve --contracts FOLDER'), ', or make one of requests: open ', h('a', { href: link('requests') }, 'Requests'), ' and save them as a contract.'))];
  }
  const promised = it.files.filter((one) => one.variant === undefined);
  const executors = it.executors;
  return [
    lead, broken(it.broken),
    h('ul', { class: 'figures' },
      figure(it.requests, 'request of SDKs', 'requests of SDKs'), figure(it.unpromised, 'not promised', 'not promised', it.unpromised ? 'warn' : null),
      figure(it.promises, 'promise', 'promises'), figure(it.unused, 'used by no SDK', 'used by no SDK')),
    it.variants.length ? table('SDKs and the promises they rely on', ['SDK', 'Emulators', 'Requests', 'Promised', 'Promises it relies on', ...executors], it.variants.map((one) => [
      h('a', { href: link(['contracts', 'variant', one.name]) }, short(one.title)), short(one.providers.map((name) => titles.get(name) ?? name).join(', ')), count(one.requests),
      one.unpromised ? mark('bad', `${count(one.unpromised)} not`) : mark('ok', 'all'), count(one.promises),
      ...one.outcomes.map((outcome) => fared(outcome, one.requests)),
    ])) : h('p', { class: 'hint' }, 'None of the files is the contract of an SDK, which has the member metadata.ghostlight.variant.'),
    promised.length ? table('Files', ['File', 'Consumer', 'Provider', 'Interactions', ...(it.variants.length ? ['SDKs that rely on it'] : [])], promised.map((one) => [
      h('a', { href: link(['contracts', 'file', one.path]) }, short(one.path, 120)), short(one.consumer), short(titles.get(one.provider) ?? one.provider), count(one.interactions),
      ...(it.variants.length ? [count(one.usedBy)] : []),
    ])) : null,
  ];
}

function figure(number, one, many, mark) {
  return h('li', { class: mark }, h('div', { class: 'figure' }, h('strong', null, count(number)), ' ', h('span', null, number === 1 ? one : many)));
}

function broken(files) {
  if (!files.length) return null;
  return h('div', { class: 'notice bad' }, h('div', null, h('p', null, amount(files.length, 'file is', 'files are'), ' not shown:'),
    h('ul', null, files.slice(0, 100).map(({ path, reason }) => h('li', null, foreign(path, 200), ': ', foreign(reason, 400))))));
}

/** An SDK in one of its modes: each of its requests, and the promise that covers it. */
function variant(it, name) {
  const one = it.variants.find((found) => found.name === name);
  return [
    back(one?.title ?? name),
    h('p', { class: 'lead' }, `${amount(one.requests, 'request')} that rely on ${amount(one.promises, 'promise')}.`),
    filtered('Requests', ['Request', 'Promise', ...it.executors], it.variantRequests, (row) => [
      foreign(row.description, 300),
      row.promise ? h('a', { href: link(['contracts', 'file', row.promise.file]) }, short(row.promise.description, 300)) : [mark('bad', 'not promised'), ': ', foreign(row.unpromised, 600)],
      ...it.executors.map((executor) => outcome(row.outcomes[executor])),
    ], (row) => `${row.description} ${row.promise?.description ?? row.unpromised}`),
  ];
}

/** A file: each interaction, its evidence, and the SDKs that rely on it. */
function file(it, path) {
  const one = it.files.find((found) => found.path === path);
  const uses = one?.variant === undefined && it.variants.length > 0;
  return [
    back(path),
    h('p', { class: 'lead' }, short(one?.consumer), ' → ', short(one?.provider), `: ${amount(it.fileInteractions.length, 'interaction')}.`),
    filtered('Interactions', ['Interaction', 'Request', 'Given', 'Evidence', ...(uses ? ['Relied on by'] : []), ...it.executors], it.fileInteractions, (row) => [
      foreign(row.description, 300), [h('code', null, foreign(row.request, 200)), ' → ', String(row.status)],
      row.states.length ? foreign(row.states.join(', '), 200) : '–', row.evidence.length ? foreign(row.evidence.map(({ kind, source }) => `${kind}: ${source}`).join('; '), 300) : '–',
      ...(uses ? [row.usedBy.length ? row.usedBy.map((name, index) => [index ? ', ' : '', h('a', { href: link(['contracts', 'variant', name]) }, short(name))]) : '–'] : []),
      ...it.executors.map((executor) => outcome(row.outcomes[executor])),
    ], (row) => `${row.description} ${row.request} ${row.states.join(' ')} ${(row.usedBy ?? []).join(' ')}`),
  ];
}

function back(title) {
  return h('div', { class: 'head' }, h('h2', { tabindex: '-1' }, short(title, 160)), h('a', { class: 'button', href: link('contracts') }, 'All contracts'));
}

/** A table with a search above it. */
function filtered(title, names, rows, cells, text) {
  const input = h('input', { type: 'search', autocomplete: 'off', input: show });
  const said = h('p', { class: 'muted', role: 'status' });
  const place = h('div');
  function show() {
    const wanted = input.value.trim().toLowerCase();
    const found = rows.filter((row) => text(row).toLowerCase().includes(wanted));
    said.textContent = found.length === rows.length ? amount(rows.length, 'row') : `${count(found.length)} of ${amount(rows.length, 'row')}`;
    if (found.length > most) said.textContent += `, the first ${count(most)} are shown`;
    fill(place, found.length ? table(title, names, found.slice(0, most).map(cells)) : h('p', { class: 'notice' }, 'Nothing found.'));
  }
  show();
  return [h('form', { class: 'filters', role: 'search', 'aria-label': `Search ${title.toLowerCase()}`, submit: (event) => event.preventDefault() }, field('Search', input)), said, place];
}

function table(title, names, rows) {
  return h('div', { class: 'scroll', role: 'region', 'aria-label': title, tabindex: '0' }, stacked(h('table', { class: 'matrix' }, h('caption', null, title),
    h('thead', null, h('tr', null, names.map((name) => h('th', { scope: 'col' }, short(name, 60))))),
    h('tbody', null, rows.map((cells) => h('tr', null, cells.map((cell, index) => (index ? h('td', null, cell) : h('th', { scope: 'row' }, cell)))))))));
}

function mark(kind, words) { return h('span', { class: kind }, kind === 'ok' ? '✓ ' : '✗ ', words); }

function fared({ kept, broken: failed }, requests) {
  if (failed) return mark('bad', `${count(failed)} broken`);
  if (!kept) return h('span', { class: 'muted' }, 'not run');
  return kept === requests ? mark('ok', 'kept') : [mark('ok', 'kept'), h('span', { class: 'muted' }, `, ${count(requests - kept)} not run`)];
}

function outcome(word) {
  if (word === 'kept') return mark('ok', word);
  return word === 'broken' ? mark('bad', word) : h('span', { class: 'muted' }, word ?? 'not run');
}
