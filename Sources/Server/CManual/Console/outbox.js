// The view of the outbox: the mails, pushes and webhooks that the backends would have sent.
import { amount, code, facts, fill, foreign, h, head, refill, short } from './dom.js';
import { events, lossless } from './api.js';
import { link } from './app.js';
import { brief, print } from './json.js';

/** Shows the view. */
export async function view(content, place) {
  const { signal } = place;
  let messages = [];
  const menu = h('nav', { 'aria-label': 'Messages' });
  const shown = h('section', { 'aria-label': 'The message' });
  const total = h('p', { class: 'muted' });
  content.append(head('Outbox'), h('p', { class: 'lead' }, 'Nothing leaves this machine: what would have been sent is kept here.'), total,
    h('div', { class: 'split' }, menu, shown));

  async function load() {
    const answer = await lossless('GET', 'outbox', { signal });
    messages = answer.get('messages').map(read).reverse();
  }
  function open({ rest }) {
    const [emulator, number] = rest;
    const message = messages.find((one) => one.emulator === emulator && one.number === number);
    total.textContent = messages.length ? amount(messages.length, 'message') : '';
    refill(menu, messages.length === 0 ? null : h('ul', { class: 'menu' }, messages.map((one) => h('li', null, h('a', {
      href: link(['outbox', one.emulator, one.number]), 'aria-current': one === message ? 'true' : null,
    }, h('span', null, h('strong', null, short(title(one), 60)), h('br'), h('small', null, `${one.kind} to `, short(one.to.join(', '), 40))),
    h('small', null, one.time.slice(11, 19)))))));
    if (message) fill(shown, letter(message));
    else fill(shown, h('p', { class: 'notice' }, !messages.length ? 'No backend has sent anything yet.' : number ? 'There is no such message any more.' : 'Choose a message.'));
  }
  await load();
  open(place);
  events({
    change: async ({ what }) => {
      if (!['outbox', 'reset', 'snapshot'].includes(what)) return;
      await load();
      open({ rest: location.pathname.split('/').slice(3).map(decodeURIComponent) });
    },
  }, { signal });
  return { update: async (now) => { open(now); shown.querySelector('h2')?.focus({ preventScroll: true }); } };
}

function read(message) {
  return {
    emulator: message.get('emulator'), number: brief(message.get('number')), time: message.get('time'), kind: message.get('kind'),
    to: message.get('to').map(brief), content: message.get('content'),
  };
}

function title({ kind, content }) {
  const payload = content.get('payload');
  const alert = payload instanceof Map ? payload.get('aps')?.get?.('alert') ?? payload.get('alert') ?? payload.get('message') : undefined;
  return brief(content.get('subject') ?? content.get('title') ?? alert ?? (content.has('temporary_password') ? 'Temporary password' : kind));
}

function letter(message) {
  const { content, kind } = message;
  const html = content.get('html');
  const text = content.get('text') ?? content.get('body');
  const rest = [...content].filter(([name]) => !['html', 'text', 'body', 'subject', 'payload'].includes(name));
  return [
    h('h2', { tabindex: '-1' }, short(title(message), 200)),
    facts([['Kind', kind], ['To', message.to.map((name, index) => [index ? ', ' : '', foreign(name)])], ['From', foreign(message.emulator)], ['Time', message.time.replace('T', ' ').replace('Z', ' UTC')]]),
    kind === 'push' ? phone(message) : null,
    text === undefined ? null : h('div', { class: 'card' }, linked(brief(text))),
    rest.length ? h('div', { class: 'card' }, facts(rest.map(([name, value]) => [foreign(name), value instanceof Map ? code(print(value), name) : linked(brief(value))]))) : null,
    html === undefined ? null : [h('h3', null, 'As HTML'), h('iframe', { sandbox: '', srcdoc: brief(html), title: 'The mail as HTML, without scripts and what is elsewhere' })],
    h('details', null, h('summary', null, 'As JSON'), code(print(content), 'The message as JSON')),
  ];
}

/** A push as a phone would show it. */
function phone(message) {
  const payload = message.content.get('payload');
  const badge = payload instanceof Map ? payload.get('aps')?.get?.('badge') ?? payload.get('badge') : undefined;
  return [h('div', { class: 'push', role: 'group', 'aria-label': 'As a phone shows it' },
    h('small', { class: 'muted' }, `${message.emulator} · now`), h('strong', null, short(title(message), 200)),
    badge === undefined ? null : h('small', null, 'Badge ', brief(badge))),
  payload === undefined ? null : h('details', null, h('summary', null, 'Payload'), code(brief(payload) && print(payload), 'Payload'))];
}

/** Text whose web addresses are links. */
function linked(text) {
  const shown = text.slice(0, 20000);
  const pieces = [];
  let place = 0;
  for (const match of shown.matchAll(/https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g)) {
    pieces.push(shown.slice(place, match.index), h('a', { href: match[0], target: '_blank', rel: 'noopener noreferrer' }, match[0]));
    place = match.index + match[0].length;
  }
  return h('bdi', null, pieces, place ? shown.slice(place) : null, place ? null : foreign(text));
}
