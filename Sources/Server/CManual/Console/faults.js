// The view of fault plans: the requests that they apply to, their effect, and how often they
// applied.
import { amount, announce, attempt, button, confirmed, field, fill, foreign, h, head, select, stacked } from './dom.js';
import { call, emulators, events, namespace, seldom } from './api.js';
import { link } from './app.js';

const kinds = [
  ['status', 'Respond with a status'], ['latency', 'Delay the response'], ['reset', 'Reset the connection'], ['empty', 'Close without a response'],
  ['malformed-chunk', 'Send a malformed chunk'], ['truncate', 'Cut the body off'], ['dribble', 'Send the body slowly'],
];
const often = [['', 'each request'], ['nth', 'one request'], ['every', 'every 2nd, 3rd, 4th …'], ['probability', 'a share of the requests']];

/** Shows the view. */
export async function view(content, { signal }) {
  const known = await emulators();
  const table = h('div');
  content.append(
    head('Faults', button('Remove all', removeAll, 'changes danger')),
    h('p', { class: 'lead' }, 'Make requests fail as they do in production, and see what the app does.'),
    table, form(known, show));

  async function show() {
    const { faults } = await call('GET', 'faults', { signal });
    fill(table, faults.length ? list(faults) : h('p', { class: 'notice' }, 'There are no fault plans: all requests get their usual responses.'));
  }
  function list(faults) {
    return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Faults' }, stacked(h('table', null,
      h('thead', null, h('tr', null, ['No.', 'Requests', 'Effect', 'Matched', 'Applied', ''].map((name) => h('th', { scope: 'col' }, name || h('span', { class: 'unseen' }, 'Remove'))))),
      h('tbody', null, faults.map((fault) => h('tr', { class: isSpent(fault) ? 'spent' : null },
        h('td', null, fault.number), h('td', null, foreign(addressed(fault))), h('td', null, foreign(outcome(fault)), isSpent(fault) ? h('span', { class: 'tag' }, 'spent') : null),
        h('td', null, fault.matches), h('td', null, h('strong', null, fault.hits)),
        h('td', null, h('button', { type: 'button', class: 'small changes', 'aria-label': `Remove fault ${fault.number}`, click: attempt(async () => {
          await call('DELETE', 'faults', { query: { number: fault.number } });
          announce('The fault is removed');
          await show();
        }) }, 'Remove'))))))));
  }
  async function removeAll() {
    if (!await confirmed('Remove all faults?', `Requests in “${namespace()}” get their usual responses again.`, 'Remove')) return;
    await call('DELETE', 'faults');
    await show();
  }
  await show();
  const later = seldom(200, show);
  events({ request: (entry) => { if (entry.fault !== undefined || entry.effect === 'injected') later(); }, change: later }, { signal });
}

function plan(fault) { return fault.plan ?? fault; }

/** `1st`, `22nd`, `13th` */
function ordinal(number) {
  const teen = number % 100 > 10 && number % 100 < 14;
  return number + ((!teen && { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]) || 'th');
}

/** Whether a plan applies to no further request. */
function isSpent(fault) {
  const { times, nth } = plan(fault);
  return (times !== undefined && fault.hits >= times) || (nth !== undefined && fault.matches >= nth);
}

function addressed(fault) {
  const it = plan(fault);
  const where = [it.emulator ?? 'any emulator', it.route, it.method, it.path].filter(Boolean).join(' · ');
  const when = it.nth ? `, the ${ordinal(it.nth)} request` : it.every ? `, every ${ordinal(it.every)} request` : it.probability !== undefined ? `, ${Math.round(it.probability * 1000) / 10}% of them` : '';
  return where + when + (it.times ? `, at most ${amount(it.times, 'time')}` : '');
}

function outcome(fault) {
  const { status, latency, real, delivery, retryAfter } = plan(fault);
  const parts = [];
  if (status) parts.push(`status ${status}`);
  if (retryAfter) parts.push(`retry after ${retryAfter} s`);
  if (latency) parts.push(`delayed by ${seconds(latency)}${real ? '' : ' on the clock'}`);
  if (typeof delivery === 'string') parts.push(kinds.find(([kind]) => kind === delivery)?.[1].toLowerCase() ?? delivery);
  else if (delivery?.truncate !== undefined) parts.push(`body cut after ${amount(delivery.truncate, 'byte')}`);
  else if (delivery?.dribble !== undefined) parts.push(`body in pieces of ${amount(delivery.dribble, 'byte')}`);
  return parts.join(', ') || JSON.stringify(plan(fault));
}

/** `2000ms` as `2s`. */
function seconds(latency) { return /^\d+000ms$/.test(latency) ? `${latency.slice(0, -5)}s` : latency; }

/** The form that adds a fault; it shows only what its choices need. */
function form(known, added) {
  const emulator = select([['', 'any'], ...known.map(({ name, title }) => [name, title])], '');
  const route = select([['', 'any']], '');
  const method = select([['', 'any'], 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], '');
  const path = h('input', { autocomplete: 'off', placeholder: '/todo*' });
  const kind = select(kinds, 'status');
  const number = (value, properties) => h('input', { type: 'number', value, required: true, autocomplete: 'off', ...properties });
  const status = number('503', { min: '200', max: '599' });
  const retry = h('input', { type: 'number', min: '1', max: '86400', autocomplete: 'off', placeholder: 'none' });
  const latency = h('input', { value: '2s', required: true, autocomplete: 'off', pattern: '\\d+(ms|s)' });
  const real = h('input', { type: 'checkbox', id: 'real', checked: true });
  const size = number('100', { min: '0' });
  const occurrence = select(often, '');
  const which = number('1', { min: '0', step: 'any' });
  const times = h('input', { type: 'number', min: '1', autocomplete: 'off', placeholder: 'no limit' });
  const rows = {
    status: field('Status', status), retry: field('Retry after, in seconds', retry), latency: field('Delay', latency, 'Such as 250ms or 2s'),
    real: h('div', { class: 'field check' }, real, h('label', { for: 'real' }, 'The client waits in real time')),
    size: field('Bytes', size), which: field('Which', which, 'A number; for a share, from 0 to 1'),
  };
  const element = h('form', { class: 'panel grid changes', 'aria-labelledby': 'add', change: adapt, submit: attempt(async (event) => {
    event.preventDefault();
    const { number: id } = await call('POST', 'faults', { body: { ...body(), namespace: namespace() } });
    announce(`Fault ${id} is added`);
    await added();
  }) },
  h('h2', { id: 'add', class: 'wide' }, 'Add a fault'),
  field('Emulator', emulator), field('Route', route), field('Method', method), field('Path', path, '* stands for any text'),
  field('Effect', kind), rows.status, rows.retry, rows.latency, rows.real, rows.size,
  field('How often', occurrence), rows.which, field('Maximum number of times', times),
  h('p', { class: 'actions wide' }, h('button', { class: 'primary' }, 'Add the fault'), h('a', { href: link('requests') }, 'Watch the requests')));

  function adapt(event) {
    if (!event || event.target === emulator) {
      const routes = known.filter(({ name }) => !emulator.value || name === emulator.value).flatMap((one) => one.routes.map(({ title }) => title));
      fill(route, [['', 'any'], ...new Set(routes)].map((title) => (Array.isArray(title) ? h('option', { value: '' }, 'any') : h('option', { value: title }, title))));
    }
    const shown = { status: kind.value === 'status', retry: kind.value === 'status', latency: kind.value === 'latency', real: kind.value === 'latency',
      size: ['truncate', 'dribble'].includes(kind.value), which: occurrence.value !== '' };
    for (const [name, row] of Object.entries(rows)) {
      row.hidden = !shown[name];
      for (const control of row.querySelectorAll('input')) control.disabled = !shown[name];
    }
  }
  function body() {
    const result = { emulator: emulator.value, route: route.value, method: method.value, path: path.value.trim(), times: times.value && Number(times.value) };
    if (occurrence.value) result[occurrence.value] = Number(which.value);
    if (kind.value === 'status') Object.assign(result, { status: Number(status.value), retryAfter: retry.value && Number(retry.value) });
    else if (kind.value === 'latency') Object.assign(result, { latency: latency.value, real: real.checked });
    else result.delivery = { truncate: { truncate: Number(size.value) }, dribble: { dribble: Number(size.value) } }[kind.value] ?? kind.value;
    return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== ''));
  }
  adapt();
  return element;
}
