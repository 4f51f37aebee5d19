// The view of services: the emulators, recordings, contracts and upstreams that this server hosts.
import { copyButton, foreign, h, head, short, stacked } from './dom.js';
import { server } from './api.js';
import { link } from './app.js';

/** Shows the view. */
export async function view(content) {
  const { emulators } = await server();
  content.append(
    head('Services'),
    h('p', { class: 'lead' }, 'What this server hosts. ', h('code', null, 'ghostlight.json'), ' adds recordings, contracts and upstreams: ', h('a', { href: '/manual/Services' }, 'Services'), '.'),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Services' }, stacked(h('table', { class: 'matrix' },
      h('thead', null, h('tr', null, ['Service', 'Kind', 'Address', 'Hosts', 'Open'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', null, emulators.map((one) => h('tr', null,
        h('th', { scope: 'row', class: 'whole' }, short(one.title), h('p', { class: 'hint' }, h('code', null, short(one.name)))),
        h('td', { class: 'whole' }, one.kind),
        h('td', { class: 'whole' }, one.url ? h('div', { class: 'actions' }, h('code', null, foreign(one.url)), copyButton('Copy', one.url)) : 'through the proxy only'),
        h('td', null, one.hosts.length ? h('ul', { class: 'bare' }, one.hosts.slice(0, 20).map((host) => h('li', null, h('code', null, foreign(host, 120))))) : '–'),
        h('td', null, h('div', { class: 'actions' },
          h('a', { href: link(['data', one.name]) }, 'Data'),
          h('a', { href: link('requests', { emulator: one.name }) }, 'Requests'),
          h('a', { href: link(['recordings', 'new', one.name]) }, 'Record'),
          one.manual ? h('a', { href: one.manual }, 'Manual') : null)))))))));
}
