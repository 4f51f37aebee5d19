// The view of the growing journal, filtered by the page's address, next to one exchange in
// full.
import { amount, announce, button, bytes, count, field, fill, foreign, h, head, select, showError } from './dom.js';
import { call, events, namespace, server } from './api.js';
import { go, link, note } from './app.js';
import { exchange } from './exchange.js';
import { keepContract, keepRecording } from './keep.js';
import { windowedList } from './list.js';

const most = 20000;
const effects = { read: 'read', changed: 'changed', refused: 'refused', injected: 'fault', unmatched: 'no route', forwarded: 'upstream' };

/** Shows the view. */
export async function view(content, place) {
  const { signal } = place;
  const filters = read(place.query);
  let entries = [];
  let wanted = [];
  let arrived = [];
  let last = 0;
  let isPlanned = false;
  let isHeld = false;
  let isFetching = false;
  let isBehind = false;

  const { emulators } = await server();
  const total = h('p', { class: 'muted', id: 'total' });
  const light = h('span', { class: 'light', 'aria-hidden': 'true' });
  const liveness = h('span', null, 'Live');
  const hold = h('button', { type: 'button', 'aria-pressed': 'false', click: () => {
    isHeld = !isHeld;
    hold.setAttribute('aria-pressed', isHeld);
    if (!isHeld) take();
  } }, 'Pause');
  const list = windowedList({
    label: 'Requests, newest first', size: () => wanted.length, item: at, key: ({ number }) => number,
    draw: (row, entry) => draw(row, entry, chosen), open: ({ number }) => go(link(['requests', number], filters)),
    choose: ({ number }) => choose(number),
  });
  const chosen = new Set();
  const recording = button('Save as HAR', () => keepRecording(namespace(), numbers(), filters.emulator));
  const contract = button('Save as contract', () => keepContract(numbers(), filters.emulator));
  const detail = h('section', { class: 'detail', 'aria-label': 'The exchange' });
  const panes = h('div', { class: 'panes' }, h('div', { class: 'list' }, columns(), list.element), detail);
  const nothing = h('p', { class: 'notice', hidden: true });
  content.append(
    head('Requests', h('span', { class: 'live' }, light, liveness), hold, recording, contract),
    form(), total, nothing, panes);

  function at(index) { return wanted[wanted.length - 1 - index]; }

  function form() {
    const input = (name, properties) => h('input', { name, value: filters[name] ?? '', autocomplete: 'off', ...properties });
    const box = h('input', { type: 'checkbox', id: 'unmatched', name: 'unmatched', checked: filters.unmatched === '1' });
    const element = h('form', { class: 'filters', role: 'search', 'aria-label': 'Filter requests', submit: (event) => event.preventDefault(), input: changed },
      field('Text', input('text', { type: 'search', placeholder: 'path, reason' })),
      field('Emulator', select([['', 'all'], ...emulators.map(({ name, title }) => [name, title])], filters.emulator ?? '', { name: 'emulator' })),
      field('Status', input('status', { size: '6', placeholder: '4xx', inputmode: 'numeric' })),
      field('Route', input('route', { size: '14', placeholder: 'title' })),
      h('div', { class: 'field check' }, box, h('label', { for: 'unmatched' }, 'Unmatched only')));
    return element;

    function changed() {
      for (const [name, value] of new FormData(element)) filters[name] = value.trim();
      filters.unmatched = box.checked ? '1' : '';
      note(link(['requests', ...(opened === null ? [] : [opened])], filters));
      wanted = entries.filter(fits);
      list.toTop();
      showTotal();
      announce(amount(wanted.length, 'request'));
    }
  }

  function fits(entry) {
    if (filters.emulator && entry.emulator !== filters.emulator) return false;
    if (filters.unmatched && entry.effect !== 'unmatched' && !(entry.effect === 'read' && entry.reason)) return false;
    if (filters.status && !statusFits(String(entry.status), filters.status.toLowerCase())) return false;
    if (filters.route && !(entry.route ?? '').toLowerCase().includes(filters.route.toLowerCase())) return false;
    if (!filters.text) return true;
    return `${entry.method} ${entry.path} ${entry.reason ?? ''}`.toLowerCase().includes(filters.text.toLowerCase());
  }

  function showTotal() {
    total.textContent = wanted.length === entries.length ? amount(entries.length, 'request')
      : `${count(wanted.length)} of ${amount(entries.length, 'request')}`;
    const gone = (entries[0]?.number ?? 1) - 1;
    if (gone) total.textContent += `; ${gone === 1 ? 'the first is' : `the first ${count(gone)} are`} no longer kept`;
    nothing.hidden = wanted.length > 0;
    nothing.textContent = entries.length ? 'Nothing found: no request matches the filters.' : 'No request has arrived yet. The start page has a sample request for each service.';
    panes.hidden = !wanted.length && opened === null;
  }

  /** Takes what has arrived into the list, once a frame however much it is. */
  function take() {
    isPlanned = false;
    if (isHeld || isFetching || signal.aborted) return;
    const fresh = [];
    for (const entry of arrived) {
      if (entry.number <= last) continue;
      last = entry.number;
      fresh.push(entry);
    }
    arrived = [];
    if (!fresh.length) return;
    entries.push(...fresh);
    if (entries.length > most) entries = entries.slice(-most);
    const fitting = fresh.filter(fits);
    wanted.push(...fitting);
    if (wanted.length > most) wanted = wanted.slice(-most);
    list.grow(fitting.length);
    showTotal();
    speak(fresh.length);
  }

  let unsaid = 0;
  let speaking = null;
  function speak(number) {
    unsaid += number;
    speaking ??= setTimeout(() => { announce(amount(unsaid, 'new request')); unsaid = 0; speaking = null; }, 3000);
  }

  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    // A page in the background gets no animation frames, so a timer is used.
    if (document.hidden) setTimeout(take, 500); else requestAnimationFrame(take);
  }

  /** Fetches what the events left out; what they bring meanwhile waits, since rows come in order. */
  async function catchUp() {
    isBehind = true;
    if (isFetching) return;
    isFetching = true;
    let after = last;
    try {
      while (isBehind) {
        isBehind = false;
        const { requests } = await call('GET', 'requests', { query: { brief: true, limit: 10000, after }, signal });
        arrived = [...requests, ...arrived].sort((a, b) => a.number - b.number);
        after = requests.at(-1)?.number ?? after;
      }
    } finally { isFetching = false; }
    take();
  }

  /** Which requests are saved: those that are chosen, or those that the filters leave; null for all. */
  function numbers() {
    if (chosen.size) return chosen;
    return wanted.length === entries.length ? null : wanted.map(({ number }) => number);
  }
  function choose(number) {
    if (!chosen.delete(number)) chosen.add(number);
    const many = chosen.size ? `Save ${count(chosen.size)} ` : 'Save ';
    recording.textContent = `${many}as HAR`;
    contract.textContent = `${many}as contract`;
    announce(`${chosen.has(number) ? 'Selected' : 'Not selected'}: ${amount(chosen.size, 'request')} in all`);
    if (opened === number) choice?.setAttribute('aria-pressed', chosen.has(number));
    list.update();
  }

  let choice = null;
  let opened = null;
  async function open(number) {
    opened = number;
    showTotal();
    panes.classList.toggle('open', number !== null);
    list.choose(number ?? undefined);
    if (number === null) return void fill(detail, h('p', { class: 'hint' }, 'Open a request to see it in full.'));
    choice = h('button', { type: 'button', 'aria-pressed': String(chosen.has(number)), click: () => choose(number) }, 'Select');
    const shown = await exchange(number, { signal, close: link('requests', filters), filters, choice });
    if (opened !== number) return undefined;
    fill(detail, shown);
    detail.scrollTop = 0;
    detail.querySelector('h2')?.focus({ preventScroll: true });
    return undefined;
  }

  function refuse(error) {
    fill(detail, h('div', { class: 'notice bad', role: 'alert' }, h('p', null, foreign(error.message)), h('a', { href: link('requests', filters), class: 'button small' }, 'Close')));
  }

  events({
    request: (entry) => { arrived.push(entry); plan(); },
    missed: () => catchUp().catch(showError),
    change: ({ what }) => { if (['reset', 'snapshot'].includes(what) && !entries.length) catchUp().catch(() => {}); },
  }, { signal, state: (isOpen) => {
    light.classList.toggle('on', isOpen);
    liveness.textContent = isOpen ? 'Live' : 'Not connected';
  } });
  await catchUp();
  wanted = entries.filter(fits);
  showTotal();
  await open(numberIn(place)).catch(refuse);
  return {
    update: async (now) => {
      if (JSON.stringify(read(now.query)) !== JSON.stringify(read(new URLSearchParams(filters)))) return false;
      await open(numberIn(now)).catch(refuse);
      if (opened === null) list.element.focus();
      return true;
    },
    shown: list.update,
  };
}

function read(query) {
  const filters = {};
  for (const name of ['text', 'emulator', 'status', 'route', 'unmatched']) {
    if (query.get(name)) filters[name] = query.get(name);
  }
  return filters;
}

function numberIn(place) { return place.rest.length ? Number(place.rest[0]) || 0 : null; }

/** Whether `404` is what `4xx`, `4`, `40` or `404` asks for. */
function statusFits(status, wanted) { return status.startsWith(wanted.replace(/x+$/, '')); }

function columns() {
  return h('div', { class: 'columns request', 'aria-hidden': 'true' },
    ['No.', 'Method', 'Path', 'Status', 'Effect', 'Took', 'Size', 'Time'].map((name) => h('span', null, name)));
}

/** Fills a row; its elements are made once, since the rows change places with each request that arrives. */
function draw(row, entry, chosen) {
  if (!entry) return;
  row.setAttribute('aria-checked', chosen.has(entry.number));
  if (row.entry === entry) return;
  row.entry = entry;
  row.parts ??= parts(row);
  const { number, method, path, note: remark, status, effect, took, size, time } = row.parts;
  const mark = entry.effect === 'unmatched' || entry.status >= 400 || entry.effect === 'injected' ? 'bad' : entry.effect === 'changed' ? 'ok' : '';
  row.title = entry.reason ? entry.reason.slice(0, 300) : '';
  number.textContent = entry.number;
  method.textContent = entry.method;
  path.textContent = entry.path.slice(0, 300);
  remark.textContent = ` ${entry.emulator}${entry.route ? ` · ${entry.route}` : ''}`;
  status.textContent = entry.status;
  status.className = `status ${mark}`;
  effect.textContent = effects[entry.effect] ?? entry.effect;
  took.textContent = duration(entry.milliseconds);
  size.textContent = entry.bytes === undefined ? 'streamed' : bytes(entry.bytes);
  time.textContent = entry.time.slice(11, 23);
}

/** `0.4 ms`, `12 ms`, `1.3 s` */
function duration(milliseconds) {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

function parts(row) {
  const made = { path: h('bdi'), note: h('small') };
  for (const name of ['number', 'method', 'status', 'effect', 'took', 'size', 'time']) made[name] = h('span', { class: name });
  row.classList.add('request');
  row.append(made.number, made.method, h('span', { class: 'path' }, made.path, made.note), made.status, made.effect, made.took, made.size, made.time);
  return made;
}
