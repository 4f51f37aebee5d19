// The first view: the state of the namespace, its requests by minute, and each service's address,
// keys and first request.
import { amount, announce, button, code, confirmed, copyButton, facts, fill, foreign, h, head, short } from './dom.js';
import { call, events, namespace, seldom, server } from './api.js';
import { link } from './app.js';
import { minutesChart } from './chart.js';

/** Shows the view. */
export async function view(content, { signal }) {
  const { version, emulators, readOnly } = await server();
  const world = h('section', { 'aria-labelledby': 'world' });
  const cards = emulators.map(card);
  content.append(
    head('Start', button('Reset everything', reset, 'changes')),
    h('p', { class: 'lead' }, 'Every backend here runs on this machine. ', h('span', { class: 'muted' }, `Ghostlight ${version}`, readOnly ? ', read-only' : '')),
    world,
    h('div', { class: 'cards' }, cards.map(({ element }) => element)));
  const show = async () => {
    const summary = await call('GET', 'summary', { signal });
    fill(world, figures(summary));
    for (const { name, light } of cards) light(summary.emulators[name]);
  };
  await show();
  const later = seldom(500, show);
  events({ request: (entry) => { cards.find(({ name }) => name === entry.emulator)?.arrived(entry); later(); }, change: later }, { signal });

  async function reset() {
    if (!await confirmed('Reset everything?', `All emulators of the namespace “${namespace()}” return to their initial data. Everything that clients wrote is lost.`, 'Reset')) return;
    await call('POST', 'reset', { body: { namespace: namespace() } });
    announce('Everything is reset');
    await show();
  }
}

function figures({ requests, unmatched, faults, messages, clock, minutes }) {
  const figure = (name, items, value, label, mark) => h('li', { class: mark }, h('a', { href: link(name, items) }, h('strong', null, value), ' ', h('span', null, label)));
  return [
    h('h2', { id: 'world', class: 'unseen' }, 'State of the namespace'),
    h('ul', { class: 'figures' },
      figure('requests', {}, ...words(requests, 'request')),
      figure('requests', { unmatched: 1 }, String(unmatched), 'unmatched', unmatched ? 'warn' : null),
      figure('faults', {}, ...words(faults, 'fault'), faults ? 'warn' : null),
      figure('outbox', {}, ...words(messages, 'message')),
      figure('time', {}, clock.now.slice(11, 16), `${clock.now.slice(0, 10)}, ${clock.frozen ? 'frozen' : 'running'}`)),
    requests ? minutesChart(minutes) : null,
  ];
}

function words(number, word) {
  const [digits, ...rest] = amount(number, word).split(' ');
  return [digits, rest.join(' ')];
}

/** A service's card. Before its first request has arrived, the card asks for it. */
function card(emulator) {
  const id = `emulator-${emulator.name}`;
  const keys = Object.entries(emulator.keys ?? {});
  const lamp = h('p', { class: 'lamp', role: 'status' });
  const first = h('div', { class: 'first' });
  let isLit = null;
  const light = (number) => {
    if (isLit === number > 0) return;
    isLit = number > 0;
    element.classList.toggle('lit', isLit);
    fill(lamp, isLit ? h('span', null, 'Receives requests') : h('span', null, 'Waiting for the first request'));
    fill(first, snippets(emulator, !isLit));
  };
  const arrived = ({ number, method, path, status }) => {
    light(1);
    fill(lamp, h('a', { href: link(['requests', number]) }, h('bdi', null, `${method} ${path.slice(0, 60)} → ${status}`)));
  };
  const element = h('section', { class: 'card', 'aria-labelledby': id },
    h('div', { class: 'head' }, h('h2', { id }, short(emulator.title)), lamp),
    emulator.url ? facts([
      ['Address', [h('code', null, foreign(emulator.url)), ' ', copyButton('Copy', emulator.url)]],
      ...keys.map(([name, value]) => [h('code', null, name), [h('code', { class: 'key' }, foreign(value)), ' ', copyButton('Copy', value)]]),
    ], 'stacked') : h('p', null, 'It has no address of its own: clients reach it through the proxy.'),
    first,
    h('p', { class: 'links' },
      h('a', { href: link(['data', emulator.name]) }, 'Data'), ' ',
      h('a', { href: link('requests', { emulator: emulator.name }) }, 'Requests'), ' ',
      h('a', { href: link(['states', emulator.name]) }, 'States'), ' ',
      emulator.manual ? h('a', { href: emulator.manual }, 'Manual') : null));
  return { name: emulator.name, element, light, arrived };
}

function snippets(emulator, isFirst) {
  return [
    emulator.try && isFirst ? h('h3', null, 'Send your first request') : null,
    emulator.try ? snippet('A first request with curl', emulator, emulator.try, isFirst) : null,
    emulator.trySwift ? snippet('The same in Swift', emulator, emulator.trySwift) : null,
  ];
}

function snippet(title, emulator, text, open = false) {
  return h('details', { open }, h('summary', null, title), code(text, `${title}, ${emulator.title}`), h('p', null, copyButton('Copy', text, open ? 'primary' : 'small')));
}
