// The tables of the backends: the menu of all of them, next to one.
import { count, fill, h, refill, reveal, short } from './dom.js';
import { call, events, seldom, server } from './api.js';
import { link } from './app.js';
import { tableView } from './grid.js';

/** Shows tables in `content`; `wanted` chooses among them and `base` is the view's name. */
export async function tables(content, place, base, wanted) {
  const { signal } = place;
  const menu = h('nav', { class: 'tables', 'aria-label': 'Tables' });
  const shown = h('div', { class: 'table' });
  const titles = new Map((await server()).emulators.map(({ name, title }) => [name, title]));
  let known = [];
  let current = null;
  content.append(h('div', { class: 'split' }, menu, shown));

  async function load() {
    known = (await call('GET', 'data', { signal })).tables.filter(wanted);
  }
  function showMenu([emulator, name], isUpdate = false) {
    const before = isUpdate ? new Map([...menu.querySelectorAll('details')].map((group) => [group.dataset.name, group.open])) : new Map();
    const groups = new Map();
    for (const table of known) {
      const title = `${titles.get(table.emulator) ?? table.emulator} · ${table.group}`;
      groups.set(title, [...groups.get(title) ?? [], table]);
    }
    refill(menu, [...groups].map(([title, members]) => h('details', {
      'data-name': title, open: before.get(title) ?? (groups.size < 8 || !emulator || members.some((one) => one.emulator === emulator)),
    },
      h('summary', null, short(title)),
      h('ul', { class: 'menu' }, members.map((one) => h('li', null, h('a', {
        href: link([base, one.emulator, one.name]), 'aria-current': one.emulator === emulator && one.name === name ? 'page' : null,
      }, short(one.title), h('small', null, count(one.count)))))))));
    if (!known.length) fill(menu, h('p', { class: 'notice' }, 'There is nothing yet.'));
  }
  async function open(now) {
    const [emulator, name, key] = now.rest;
    showMenu(now.rest);
    reveal(menu);
    const table = known.find((one) => one.emulator === emulator && one.name === name);
    if (current && table && current.table.emulator === emulator && current.table.name === name && current.search === (now.query.get('search') ?? '')) {
      await current.open(key);
      return true;
    }
    current?.leave.abort();
    current = null;
    if (!table) {
      fill(shown, h('p', { class: 'notice' }, name || (emulator && !titles.has(emulator)) ? 'There is no such table.' : 'Choose a table.'));
      return true;
    }
    const leave = new AbortController();
    signal.addEventListener('abort', () => leave.abort());
    current = await tableView(shown, table, { ...now, signal: leave.signal, base, refresh: load });
    current.leave = leave;
    await current.open(key);
    return true;
  }
  await load();
  await open(place);

  const later = seldom(500, async () => {
    await load();
    const rest = location.pathname.split('/').slice(3).map(decodeURIComponent);
    showMenu(rest, true);
    current?.changed(known.find((one) => one.emulator === rest[0] && one.name === rest[1]));
  });
  events({ request: ({ effect }) => { if (effect === 'changed') later(); }, change: later }, { signal });
  return { update: open, shown: () => { reveal(menu); current?.update(); } };
}
