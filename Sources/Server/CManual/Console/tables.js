// The tables of the backends: the menu, a windowed list with pages and search, and the open
// row.
import { amount, announce, attempt, button, count, field, fill, h, save, short, showError } from './dom.js';
import { call, events, lossless, seldom, server } from './api.js';
import { go, link } from './app.js';
import { brief, parse, print } from './json.js';
import { windowedList } from './list.js';
import { rowEditor } from './row.js';
import { graph } from './graph.js';
import { queryBox } from './query.js';

const page = 1000;
const mostCells = 6;
const path = (table, key) => ['data', table.emulator, table.name, ...(key === undefined ? [] : [key])].map(encodeURIComponent).join('/');

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
  function showMenu([emulator, name]) {
    const groups = new Map();
    for (const table of known) {
      const title = `${titles.get(table.emulator) ?? table.emulator} · ${table.group}`;
      groups.set(title, [...groups.get(title) ?? [], table]);
    }
    fill(menu, [...groups].map(([title, members]) => h('details', { open: groups.size < 8 || !emulator || members.some((one) => one.emulator === emulator) },
      h('summary', null, short(title)),
      h('ul', { class: 'menu' }, members.map((one) => h('li', null, h('a', {
        href: link([base, one.emulator, one.name]), 'aria-current': one.emulator === emulator && one.name === name ? 'page' : null,
      }, short(one.title), h('small', null, count(one.count)))))))));
    if (!known.length) fill(menu, h('p', { class: 'notice' }, 'There is nothing yet.'));
  }
  async function open(now) {
    const [emulator, name, key] = now.rest;
    showMenu(now.rest);
    const table = known.find((one) => one.emulator === emulator && one.name === name);
    if (current && table && current.table.emulator === emulator && current.table.name === name && current.search === (now.query.get('search') ?? '')) {
      await current.open(key);
      return true;
    }
    current?.leave.abort();
    current = null;
    if (!table) {
      fill(shown, h('p', { class: 'notice' }, name ? 'There is no such table.' : 'Choose a table.'));
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
    showMenu(rest);
    current?.changed(known.find((one) => one.emulator === rest[0] && one.name === rest[1]));
  });
  events({ request: ({ effect }) => { if (effect === 'changed') later(); }, change: later }, { signal });
  return { update: open, shown: () => current?.update() };
}

async function tableView(shown, table, { query, signal, base, refresh }) {
  const search = query.get('search') ?? '';
  let rows = [];
  let next = null;
  let total = table.count;
  let names = table.columns.map(({ name }) => name);
  let looked = 0;
  let loading = null;
  let isBroken = false;
  let sight = [0, 0];
  let opened;

  const figure = h('p', { class: 'muted', role: 'status' });
  const stale = button('It has changed: show anew', () => reload(), 'small');
  stale.hidden = true;
  const list = windowedList({
    label: `${table.title}, rows`, item: (index) => rows[index], key: (row) => row.key,
    size: () => (search ? rows.length + (next === null ? 0 : 1) : total),
    draw: (element, row) => draw(element, row, names),
    open: (row) => go(link([base, table.emulator, table.name, row.key], { search })),
    sight: (first, last) => { sight = [first, last]; want(); },
  });
  const header = h('div', { class: 'columns cells', 'aria-hidden': 'true' });
  const detail = h('section', { class: 'detail', 'aria-label': 'The row' });
  const panes = h('div', { class: 'panes' }, h('div', { class: 'list' }, header, list.element), detail);
  const input = h('input', { type: 'search', value: search, autocomplete: 'off', placeholder: 'text in any member' });
  const file = h('input', { type: 'file', class: 'unseen', tabindex: '-1', accept: 'application/json,.json', 'aria-label': 'Rows', change: attempt(bringIn) });
  const special = h('div');
  const ends = table.columns.filter(({ link: target }) => target);
  fill(shown, h('div', { class: 'head' }, h('h2', { tabindex: '-1' }, short(table.title, 120)), h('p', { class: 'actions' },
    table.editable ? button('New row', () => edit(null), 'changes') : null,
    ends.length > 1 && ends.length >= table.columns.length - 2 ? button('As a graph', () => draws()) : null,
    button('Export', bringOut), table.editable ? [button('Import', () => file.click(), 'changes'), file] : null)),
  h('form', { class: 'filters', role: 'search', 'aria-label': `Search ${table.title}`, submit: (event) => {
    event.preventDefault();
    go(link([base, table.emulator, table.name], { search: input.value.trim() }));
  } }, field('Search', input), h('button', null, 'Search'), stale),
  table.query ? queryBox(table) : null, special, figure, panes);

  /** Loads pages until what is in sight is there: any page of a table, and what a search finds one after the other. */
  function want() {
    const query = loading || signal.aborted ? null : search ? further() : missing();
    if (!query) return;
    loading = fetchPage(query).catch((error) => { isBroken = true; showError(error); }).finally(() => { loading = null; list.update(); say(); });
  }
  function further() { return next === null || isBroken || rows.length > sight[1] ? null : { after: next }; }
  function missing() {
    let place = sight[0];
    while (place < Math.min(sight[1], total) && rows[place]) place += 1;
    if (isBroken || place >= Math.min(sight[1], total)) return null;
    const start = place - (place % page);
    // If an earlier fetch returned only part of this page, because its rows are large, the
    // rest is fetched.
    return { offset: rows[start] ? place : start };
  }
  async function fetchPage(query) {
    const earlier = rows;
    const answer = await lossless('GET', path(table), { query: { limit: page, ...query, search }, signal });
    if (earlier !== rows) return;
    total = Number(String(answer.get('total')));
    looked += Number(String(answer.get('scanned') ?? 0));
    next = answer.get('next') ?? null;
    const fresh = answer.get('rows');
    // Only the visible text is stored: a hundred thousand rows need a few megabytes.
    const show = (row) => ({ key: row.get('key'), cells: names.map((name) => brief(row.get('row').get(name)).slice(0, 120)) });
    if (query.offset === undefined && query.after === undefined) {
      const seen = new Set(names);
      for (const row of fresh.slice(0, 50)) for (const name of row.get('row').keys()) seen.add(name);
      names = [...seen].slice(0, mostCells);
      fill(header, names.map((name) => h('span', null, short(name, 40))));
    }
    if (search) { for (const row of fresh) rows.push(show(row)); return; }
    for (const [index, row] of fresh.entries()) rows[(query.offset ?? 0) + index] = show(row);
    // An empty page means that rows were deleted in the meantime, so the total is lower.
    if (!fresh.length) total = Math.min(total, query.offset ?? 0);
  }
  function say() {
    figure.textContent = !search ? amount(total, 'row')
      : `${count(rows.length)} found${next === null ? '' : ' so far'}, ${count(Math.min(looked, total))} of ${amount(total, 'row')} searched`;
  }
  async function reload() {
    stale.hidden = true;
    rows = [];
    looked = 0;
    isBroken = false;
    await fetchPage({});
    list.update();
    say();
  }
  async function edit(key) {
    opened = key;
    panes.classList.toggle('open', key !== undefined);
    list.choose(key);
    if (key === undefined) return void fill(detail);
    await rowEditor(detail, table, key, {
      signal, address: (name) => path(table, name), close: link([base, table.emulator, table.name], { search }), base,
      saved: async (name) => { await refresh(); await reload(); if (key === null) await go(link([base, table.emulator, table.name, name], { search })); },
      removed: async () => { await refresh(); await go(link([base, table.emulator, table.name], { search })); await reload(); },
    });
    return undefined;
  }
  async function draws() {
    if (special.firstChild) return void fill(special);
    fill(special, await graph(table, ends, await lossless('GET', path(table), { query: { limit: 300, search }, signal }), base));
    return undefined;
  }
  async function bringOut() {
    const all = [];
    let after = null;
    do {
      const answer = await lossless('GET', path(table), { query: { limit: page, after, search }, signal });
      all.push(...answer.get('rows'));
      after = answer.get('next') ?? null;
      figure.textContent = `${count(all.length)} rows read`;
    } while (after !== null);
    save(`${table.emulator}-${table.title}.json`, print(all));
    say();
  }
  async function bringIn() {
    const [chosen] = file.files;
    if (!chosen) return;
    const items = parse(await chosen.text());
    file.value = '';
    if (!Array.isArray(items)) throw new Error('A file of rows is an array of {"key", "row"}, as Export writes it.');
    for (const [index, item] of items.entries()) {
      const [key, row] = [item.get?.('key'), item.get?.('row')];
      if (typeof key !== 'string' || !(row instanceof Map)) throw new Error(`Row ${index + 1} is no {"key", "row"}; ${index} are imported.`);
      try { await lossless('PUT', path(table, key), { raw: print(row, 0) }); } catch (error) {
        throw new Error(`Row ${index + 1}, ${key}: ${error.message} The ${index} before it are imported.`);
      }
      if (index % 50 === 0) figure.textContent = `${count(index + 1)} of ${amount(items.length, 'row')} imported`;
    }
    announce(`${amount(items.length, 'row')} imported`);
    await reload();
  }

  await reload();
  return {
    table, search, update: list.update,
    open: async (key) => {
      if (key === opened) return;
      await edit(key);
      if (key === undefined) list.element.focus({ preventScroll: true });
    },
    /** The server says that data have changed: what is one page is shown anew, more on demand. */
    changed(now) {
      if (now) Object.assign(table, { count: now.count });
      if ((search ? rows.length : total) < page) reload().catch(() => {}); else stale.hidden = false;
    },
  };
}

function draw(element, row, names) {
  element.classList.add('cells');
  if (!row) { element.row = null; element.replaceChildren(h('span', { class: 'muted' }, 'Loading …')); return; }
  if (element.row === row) return;
  element.row = row;
  element.replaceChildren(...names.map((_, index) => h('span', null, h('bdi', null, row.cells[index]))));
}
