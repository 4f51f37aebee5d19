// The view of the clock that the namespace's emulators use.
import { amount, announce, attempt, button, field, fill, h, head, short } from './dom.js';
import { call, events, lossless, namespace, seldom, server } from './api.js';
import { link } from './app.js';
import { distance, timeline } from './chart.js';
import { spoken } from './cells.js';
import { expiry } from './expiry.js';
import { nameOf } from './row.js';

const steps = [['1 minute', '1m'], ['15 minutes', '15m'], ['1 hour', '1h'], ['1 day', '1d'], ['30 days', '30d']];

/** Shows the view. */
export async function view(content, { signal }) {
  let clock = null;
  let readAt = 0;
  const face = h('p', { class: 'clock', role: 'timer', 'aria-label': 'The clock of the emulators' });
  const state = h('p', { class: 'muted' });
  const ends = h('section', { 'aria-labelledby': 'ends' });
  const run = button('', () => change(clock.frozen ? { run: true } : { freeze: true }), 'changes');
  const step = h('input', { autocomplete: 'off', placeholder: '1h30m', size: '8', required: true });
  const date = h('input', { type: 'date', required: true, autocomplete: 'off' });
  // An input of the type "time" has twelve hours in some languages.
  const hours = h('input', { required: true, autocomplete: 'off', size: '8', inputmode: 'numeric', placeholder: '23:59:59', pattern: '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?' });
  content.append(
    head('Time', run),
    h('p', { class: 'lead' }, 'The emulators use this clock to expire tokens and to write dates. Moving it takes no real time.'),
    h('div', { class: 'card' }, face, state),
    ends,
    h('section', { class: 'changes', 'aria-labelledby': 'advance' }, h('h2', { id: 'advance' }, 'Advance'),
      h('p', { class: 'actions' }, steps.map(([label, long]) => button(`+ ${label}`, () => change({ advance: long })))),
      h('form', { class: 'filters', 'aria-label': 'Advance by', submit: attempt(async (event) => {
        event.preventDefault();
        await change({ advance: step.value.trim() });
      }) }, field('By', step, 'Such as 90s, 1h30m or 14d; with a minus sign, it moves back'), h('button', null, 'Advance'))),
    h('section', { class: 'changes', 'aria-labelledby': 'set' }, h('h2', { id: 'set' }, 'Set'),
      h('form', { class: 'filters', 'aria-label': 'Set the clock', submit: attempt(async (event) => {
        event.preventDefault();
        await change({ set: `${date.value}T${hours.value.length === 5 ? hours.value + ':00' : hours.value}Z` });
      }) }, field('Date', date), field('Time, in UTC', hours, '24 hours, such as 23:59:59'), h('button', null, 'Set'), button('Use the real time', () => change({ set: new Date().toISOString().slice(0, 19) + 'Z' })))));

  async function change(body) {
    take(await call('POST', 'clock', { body: { ...body, namespace: namespace() } }));
    announce(`The clock says ${words()}`);
  }
  function take(reading) {
    clock = reading;
    readAt = performance.now();
    fill(run, clock.frozen ? 'Let it run' : 'Freeze');
    state.textContent = clock.frozen ? 'Frozen: it moves only when you move it.' : 'Running.';
    tick();
    if (!date.value) [date.value, hours.value] = clock.now.slice(0, 19).split('T');
  }
  function words() {
    const passed = clock.frozen ? 0 : performance.now() - readAt;
    return new Date(clock.milliseconds + passed).toISOString().slice(0, 19).replace('T', ' ') + ' UTC';
  }
  function tick() { if (face.textContent !== words()) face.textContent = words(); }

  take(await call('GET', 'clock', { signal }));
  let items = [];
  const { emulators } = await server();
  const look = async () => { items = await expiring(emulators, signal); showEnds(); };
  const showEnds = () => { fill(ends, picture(items, clock.milliseconds + (clock.frozen ? 0 : performance.now() - readAt))); };
  await look();
  const later = seldom(1000, look);
  const slow = setInterval(() => { if (!clock.frozen) showEnds(); }, 15000);
  signal.addEventListener('abort', () => clearInterval(slow));
  const timer = setInterval(tick, 250);
  signal.addEventListener('abort', () => clearInterval(timer));
  events({
    request: ({ effect }) => { if (effect === 'changed') later(); },
    change: async ({ what }) => {
      later();
      if (['clock', 'snapshot', 'reset'].includes(what)) take(await call('GET', 'clock', { signal }));
    },
  }, { signal });
}

/** Everything that expires, of the tables whose rows do: at most a thousand rows of each. */
async function expiring(emulators, signal) {
  const titles = new Map(emulators.map(({ name, title }) => [name, title]));
  const { tables } = await call('GET', 'data', { signal });
  const found = await Promise.all(tables.filter((table) => table.expiry && table.count).slice(0, 20).map(async (table) => {
    const path = ['data', table.emulator, table.name].map(encodeURIComponent).join('/');
    const answer = await lossless('GET', path, { query: { limit: 1000 }, signal });
    return answer.get('rows').map((row) => ({
      table: `${titles.get(table.emulator) ?? table.emulator} · ${table.title}`, key: nameOf(table, row.get('key'), row.get('row')).textContent,
      at: expiry(table.expiry, row.get('row')), href: link(['data', table.emulator, table.name, row.get('key')]),
    })).filter(({ at }) => at !== null);
  }));
  return found.flat().sort((one, other) => one.at - other.at);
}

function picture(items, now) {
  const ahead = items.filter(({ at }) => at > now);
  const title = h('h2', { id: 'ends' }, 'What expires');
  if (!items.length) return [title, h('p', { class: 'muted' }, 'Nothing expires: there is no session, no token and no document with a time to live.')];
  const past = items.length - ahead.length;
  return [title, ahead.length ? timeline(ahead, now) : null,
    h('ul', { class: 'bare ends' }, ahead.slice(0, 8).map(({ table, key, at, href }) => h('li', null, h('a', { href }, short(key, 40)), ' ', h('span', { class: 'muted' }, short(table, 60)), ' ',
      h('time', { datetime: new Date(at).toISOString(), title: `${spoken(at)} UTC` }, distance(at - now))))),
    past ? h('p', { class: 'hint' }, `${amount(past, 'row has', 'rows have')} expired.`) : null];
}
