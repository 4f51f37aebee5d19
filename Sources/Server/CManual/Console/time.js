// The view of the clock that the namespace's emulators use.
import { announce, attempt, button, fill, field, h, head } from './dom.js';
import { call, events, namespace } from './api.js';

const steps = [['1 minute', '1m'], ['15 minutes', '15m'], ['1 hour', '1h'], ['1 day', '1d'], ['30 days', '30d']];

/** Shows the view. */
export async function view(content, { signal }) {
  let clock = null;
  let readAt = 0;
  const face = h('p', { class: 'clock', role: 'timer', 'aria-label': 'The clock of the emulators' });
  const state = h('p', { class: 'muted' });
  const run = button('', () => change(clock.frozen ? { run: true } : { freeze: true }), 'changes');
  const amount = h('input', { autocomplete: 'off', placeholder: '1h30m', size: '8', required: true });
  const moment = h('input', { type: 'datetime-local', step: '1', required: true, autocomplete: 'off' });
  content.append(
    head('Time', run),
    h('p', { class: 'lead' }, 'Tokens expire and times are written by this clock. Moving it is safe: nothing waits.'),
    h('div', { class: 'card' }, face, state),
    h('section', { class: 'changes', 'aria-labelledby': 'advance' }, h('h2', { id: 'advance' }, 'Advance'),
      h('p', { class: 'actions' }, steps.map(([label, step]) => button(`+ ${label}`, () => change({ advance: step })))),
      h('form', { class: 'filters', 'aria-label': 'Advance by', submit: attempt(async (event) => {
        event.preventDefault();
        await change({ advance: amount.value.trim() });
      }) }, field('By', amount, 'Such as 90s, 1h30m or 14d; with a minus, back'), h('button', null, 'Advance'))),
    h('section', { class: 'changes', 'aria-labelledby': 'set' }, h('h2', { id: 'set' }, 'Set'),
      h('form', { class: 'filters', 'aria-label': 'Set the clock', submit: attempt(async (event) => {
        event.preventDefault();
        await change({ set: `${moment.value.length === 16 ? moment.value + ':00' : moment.value}Z` });
      }) }, field('To, in UTC', moment), h('button', null, 'Set'), button('To the real time', () => change({ set: new Date().toISOString().slice(0, 19) + 'Z' })))));

  async function change(body) {
    take(await call('POST', 'clock', { body: { ...body, namespace: namespace() } }));
    announce(`The clock says ${words()}`);
  }
  function take(reading) {
    clock = reading;
    readAt = performance.now();
    fill(run, clock.frozen ? 'Let it run' : 'Freeze');
    state.textContent = clock.frozen ? 'It stands, and moves only when told to.' : 'It runs with the real time.';
    tick();
    if (!moment.value) moment.value = clock.now.slice(0, 19);
  }
  function words() {
    const passed = clock.frozen ? 0 : performance.now() - readAt;
    return new Date(clock.milliseconds + passed).toISOString().slice(0, 19).replace('T', ' ') + ' UTC';
  }
  function tick() { if (face.textContent !== words()) face.textContent = words(); }

  take(await call('GET', 'clock', { signal }));
  const timer = setInterval(tick, 250);
  signal.addEventListener('abort', () => clearInterval(timer));
  events({
    change: async ({ what }) => {
      if (['clock', 'snapshot', 'reset'].includes(what)) take(await call('GET', 'clock', { signal }));
    },
  }, { signal });
}
