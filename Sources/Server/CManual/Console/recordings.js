// The view of recordings: what passes a service, from the moment somebody starts until they stop.
import { amount, announce, attempt, button, bytes, code, confirmed, count, facts, field, fill, h, head, refill, save, select, short } from './dom.js';
import { call, lossless, seldom, server, text } from './api.js';
import { go, link } from './app.js';
import { print } from './json.js';
import { keepDraft } from './keep.js';

const none = { namespace: null };
const states = { recording: 'recording', stopped: 'stopped', replaying: 'replaying' };

/** Shows the view. */
export async function view(content, place) {
  const { signal } = place;
  const { emulators } = await server();
  const titles = new Map(emulators.map(({ name, title }) => [name, title]));
  const service = select(emulators.map(({ name, title }) => [name, title]), place.rest[0] === 'new' ? place.rest[1] : '');
  const menu = h('nav', { 'aria-label': 'Recordings' });
  const shown = h('section', { 'aria-label': 'The recording' });
  let list = [];
  let opened = null;
  let listed = null;
  content.append(
    head('Recordings'),
    h('p', { class: 'lead' }, 'Start a recording, use the app, and stop it. A recording of a service with an upstream has the responses of the real server. Secrets are replaced in everything that is shown or saved.'),
    h('form', { class: 'filters changes', 'aria-label': 'Start a recording', submit: attempt(async (event) => {
      event.preventDefault();
      const made = await call('POST', 'recordings', { query: none, body: { emulator: service.value } });
      announce(`Recording ${made.number} has started`);
      await go(link(['recordings', made.number]));
    }) }, field('Service', service), h('button', { class: 'primary' }, 'Start recording')),
    h('div', { class: 'split' }, menu, shown));

  async function load() {
    ({ recordings: list } = await call('GET', 'recordings', { query: none, signal }));
    // Unchanged links stay: replacing one ends a click on it, and a screen reader reads it again.
    const now = JSON.stringify([list, opened?.number]);
    if (now === listed) return;
    listed = now;
    refill(menu, list.length ? h('ul', { class: 'menu' }, list.map((one) => h('li', null, h('a', {
      href: link(['recordings', one.number]), 'aria-current': one.number === opened?.number ? 'true' : null,
    }, h('span', null, h('strong', null, short(titles.get(one.emulator) ?? one.emulator)), h('br'), h('small', null, `${one.started.slice(11, 19)}, ${states[one.state]}`)), h('small', null, count(one.exchanges)))))) : null);
  }
  async function open({ rest: [number] }) {
    const found = list.find((one) => String(one.number) === number);
    opened = found ? recordingView(found, { signal, titles, changed: load }) : null;
    await load();
    const isMissing = !found && number !== undefined && number !== 'new';
    fill(shown, opened ? opened.element : h('p', { class: 'notice' }, isMissing ? ['There is no recording ', short(number, 20), '. It was deleted, or the server was restarted.']
      : list.length ? 'Choose a recording.' : 'There is no recording yet.'));
    await opened?.show();
  }
  await load();
  await open(place);
  // A recording has the requests of all namespaces, and events are those of one: so this asks.
  const later = seldom(1500, async () => {
    try { if (!document.hidden) await refresh(); } finally { if (!signal.aborted) later(); }
  });
  later();
  async function refresh() {
    await load();
    if (opened && !list.some(({ number }) => number === opened.number)) await open({ rest: [String(opened.number)] });
    else await opened?.show();
  }
  return { update: async (now) => {
    if (now.rest[0] === 'new') return false;
    await load();
    await open(now);
    shown.querySelector('h2')?.focus({ preventScroll: true });
    return true;
  } };
}

function recordingView({ number, emulator }, { signal, titles, changed }) {
  const path = `recordings/${number}`;
  const actions = h('p', { class: 'actions' });
  const state = h('div');
  const rows = h('tbody');
  const table = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Exchanges' }, h('table', { class: 'exchanges' },
    h('thead', null, h('tr', null, ['No.', 'Request', 'Status', 'Took', 'Size'].map((name) => h('th', { scope: 'col' }, name)))), rows));
  const empty = h('p', { class: 'notice' }, 'No request has been recorded yet.');
  const detail = h('div');
  let last = 0;
  let shownSize = null;
  let shownState = null;
  let reading = null;
  let isStale = false;

  async function act(action) {
    await call('POST', path, { query: none, body: { action } });
    announce({ stop: 'Stopped', replay: 'The service responds from the recording' }[action]);
    await show();
    await changed();
  }
  async function remove() {
    if (!await confirmed('Delete the recording?', `Recording ${number} is only in this server’s memory. Download it first to keep it.`, 'Delete')) return;
    await call('DELETE', path, { query: none });
    announce('Deleted');
    await go(link('recordings'));
  }
  async function entry(which, opener) {
    const it = await lossless('GET', `${path}/entries/${which}`, { query: none, signal });
    fill(detail, h('div', { class: 'card' }, h('div', { class: 'head' }, h('h3', { tabindex: '-1' }, `Exchange ${which}`), button('Close', () => { fill(detail); opener.focus(); }, 'small')), code(print(it), `Exchange ${which}`)));
    detail.querySelector('h3').focus();
  }
  /** Reads once at a time, and once more for those who ask meanwhile: otherwise the same exchanges come twice. */
  function show() {
    isStale = true;
    reading ??= (async () => {
      try { while (isStale) { isStale = false; await read(); } } finally { reading = null; }
    })();
    return reading;
  }
  async function read() {
    const it = await call('GET', path, { query: { ...none, after: last }, signal });
    for (const one of it.entries) {
      last = Math.max(last, one.number);
      rows.append(h('tr', null, h('td', null, one.number),
        h('td', null, h('button', { type: 'button', class: 'small plain-button', click: attempt((event) => entry(one.number, event.currentTarget)) }, h('strong', null, one.method), ' ', short(one.path, 120))),
        h('td', { class: one.status >= 400 ? 'bad' : null }, one.status), h('td', { class: 'whole' }, one.milliseconds < 1 ? '< 1 ms' : `${Math.round(one.milliseconds)} ms`), h('td', { class: 'whole' }, bytes(one.bytes))));
    }
    table.hidden = !last;
    empty.hidden = last > 0;
    const size = [it.state, it.exchanges, it.bytes, it.leftOut].join();
    if (size === shownSize) return;
    shownSize = size;
    fill(state, facts([
      ['Service', short(titles.get(emulator) ?? emulator)],
      ['State', { recording: 'Recording each request to the service.', stopped: 'Stopped.', replaying: 'Replaying: the service responds from the recording alone.' }[it.state]],
      ['Size', `${amount(it.exchanges, 'exchange')}, ${bytes(it.bytes)}${it.leftOut ? `; ${count(it.leftOut)} not recorded, because they were cut off, the recording is full, or too many ran at the same time` : ''}`],
    ]));
    if (it.state === shownState) return;
    shownState = it.state;
    fill(actions,
      it.state === 'recording' ? button('Stop recording', () => act('stop'), 'changes primary') : null,
      it.state === 'stopped' ? button('Replay', () => act('replay'), 'changes') : null,
      it.state === 'replaying' ? button('Stop replaying', () => act('stop'), 'changes primary') : null,
      button('Download HAR', async () => save(`${emulator}-${number}.har`, await text('GET', `${path}/har`, { query: none }))),
      button('Save as contract', () => keepDraft((consumer) => call('GET', `${path}/contract`, { query: { ...none, consumer } }))),
      button('Delete', remove, 'changes danger'));
  }
  return { number, show, element: [h('h2', { tabindex: '-1' }, `Recording ${number} of `, short(titles.get(emulator) ?? emulator)), actions, state, detail, empty, table,
    h('p', { class: 'hint' }, 'To replay the downloaded file: ', h('code', null, 'ghostlight replay FILE'), ', or ', h('a', { href: '/manual/KeepARecording' }, 'in a test'), '.')] };
}
