// The first view: each emulator's address, keys and first request, and the state of the
// namespace.
import { amount, button, code, copyButton, facts, foreign, h, head, short, fill, announce, confirmed } from './dom.js';
import { call, events, namespace, seldom, server } from './api.js';
import { link } from './app.js';

/** Shows the view. */
export async function view(content, { signal }) {
  const { version, emulators, readOnly } = await server();
  const world = h('section', { 'aria-labelledby': 'world' });
  content.append(
    head('Start', button('Reset everything', reset, 'changes')),
    h('p', { class: 'lead' }, 'Every backend here runs on this machine. ', h('span', { class: 'muted' }, `Ghostlight ${version}`, readOnly ? ', to be read only' : '')),
    world,
    h('div', { class: 'cards' }, emulators.map(card)));
  await showWorld(world, signal);
  const later = seldom(500, () => showWorld(world, signal));
  events({ request: later, change: later }, { signal });

  async function reset() {
    if (!await confirmed('Reset everything?', `All emulators of the namespace “${namespace()}” go back to their seeded state; what clients wrote is lost.`, 'Reset')) return;
    await call('POST', 'reset', { body: { namespace: namespace() } });
    announce('Everything is reset');
    await showWorld(world, signal);
  }
}

async function showWorld(world, signal) {
  const [requests, unmatched, clock, faults, outbox] = await Promise.all([
    call('GET', 'requests', { query: { limit: 0 }, signal }), call('GET', 'requests/unmatched', { query: { limit: 0 }, signal }),
    call('GET', 'clock', { signal }), call('GET', 'faults', { signal }), call('GET', 'outbox', { signal }),
  ]);
  const figure = (name, items, value, label, mark) => h('li', { class: mark }, h('a', { href: link(name, items) }, h('strong', null, value), ' ', h('span', null, label)));
  fill(world, h('h2', { id: 'world', class: 'unseen' }, 'State of the world'), h('ul', { class: 'figures' },
    figure('requests', {}, ...words(requests.total, 'request')),
    figure('requests', { unmatched: 1 }, String(unmatched.total), 'unmatched', unmatched.total ? 'warn' : null),
    figure('faults', {}, ...words(faults.faults.length, 'fault'), faults.faults.length ? 'warn' : null),
    figure('outbox', {}, ...words(outbox.messages.length, 'message')),
    figure('time', {}, clock.now.slice(11, 16), `${clock.now.slice(0, 10)}, the clock ${clock.frozen ? 'stands' : 'runs'}`)));
}

function words(number, word) {
  const [digits, ...rest] = amount(number, word).split(' ');
  return [digits, rest.join(' ')];
}

function card(emulator) {
  const id = `emulator-${emulator.name}`;
  const keys = Object.entries(emulator.keys ?? {});
  return h('section', { class: 'card', 'aria-labelledby': id },
    h('h2', { id }, short(emulator.title)),
    emulator.url ? facts([
      ['Address', [h('code', null, foreign(emulator.url)), ' ', copyButton('Copy', emulator.url)]],
      ...keys.map(([name, value]) => [h('code', null, name), [h('code', { class: 'key' }, foreign(value)), ' ', copyButton('Copy', value)]]),
    ], 'stacked') : h('p', null, 'It has no address of its own; clients come through the proxy.'),
    emulator.try ? snippet('A first request with curl', emulator.try) : null,
    emulator.trySwift ? snippet('The same in Swift', emulator.trySwift) : null,
    h('p', { class: 'links' },
      h('a', { href: link(['data', emulator.name]) }, 'Data'), ' ',
      h('a', { href: link('requests', { emulator: emulator.name }) }, 'Requests'), ' ',
      h('a', { href: link(['states', emulator.name]) }, 'States')));
}

function snippet(title, text) {
  return h('details', null, h('summary', null, title), code(text, title), h('p', null, copyButton('Copy', text)));
}
