// One table: a grid of rows with columns to choose, to widen and to sort by, and the open row.
import { amount, announce, attempt, button, count, dialog, field, fill, h, save, short, showError } from './dom.js';
import { lossless } from './api.js';
import { go, link } from './app.js';
import { at, cell, columns, compare, sortKey, widthOf } from './cells.js';
import { parse, print } from './json.js';
import { windowedList } from './list.js';
import { rowEditor } from './row.js';
import { graph } from './graph.js';
import { queryBox } from './query.js';

const page = 1000;
const path = (table, key) => ['data', table.emulator, table.name, ...(key === undefined ? [] : [key])].map(encodeURIComponent).join('/');

/** What somebody set for a table's columns; this browser keeps it. */
function settingsOf(table) {
  const place = `ghostlight.columns.${table.emulator}.${table.name}`.slice(0, 300);
  const settings = { hidden: new Set(), unfolded: new Set(), widths: new Map() };
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? '{}');
    for (const name of ['hidden', 'unfolded']) for (const title of kept[name] ?? []) settings[name].add(String(title));
    for (const [title, width] of kept.widths ?? []) if (width >= 3 && width <= 100) settings.widths.set(String(title), Number(width));
  } catch { /* Another version wrote it: the table is as at first. */ }
  settings.keep = () => {
    const kept = { hidden: [...settings.hidden], unfolded: [...settings.unfolded], widths: [...settings.widths] };
    try { localStorage.setItem(place, JSON.stringify(kept)); } catch { /* The browser keeps nothing. */ }
  };
  return settings;
}

/** Shows a table in `shown`; its place names the search, and later the open row. */
export async function tableView(shown, table, { query, signal, base, refresh }) {
  const search = query.get('search') ?? '';
  const settings = settingsOf(table);
  let rows = [];
  let order = null;
  let sorting = null;
  let all = [];
  let visible = [];
  let next = null;
  let total = table.count;
  let looked = 0;
  let loading = null;
  let isBroken = false;
  let sight = [0, 0];
  let opened;

  const figure = h('p', { class: 'muted', role: 'status' });
  const empty = h('p', { class: 'notice', hidden: true });
  const stale = button('The data has changed: reload', () => reload(), 'small');
  stale.hidden = true;
  const list = windowedList({
    label: `${table.title}, rows`, item: (index) => rows[order ? order[index] : index], key: (row) => row.key,
    size: () => (order ? order.length : search ? rows.length + (next === null ? 0 : 1) : total),
    draw: (element, row) => draw(element, row, visible),
    open: (row) => go(link([base, table.emulator, table.name, row.key], { search })),
    sight: (first, last) => { sight = [first, last]; want(); },
  });
  const header = h('div', { class: 'columns cells', role: 'group', 'aria-label': 'Columns' });
  const scroller = h('div', { class: 'heads' }, header);
  const frame = h('div', { class: 'list datagrid' }, scroller, list.element);
  list.element.addEventListener('scroll', () => { scroller.scrollLeft = list.element.scrollLeft; }, { passive: true });
  scroller.addEventListener('scroll', () => { if (scroller.contains(document.activeElement)) list.element.scrollLeft = scroller.scrollLeft; }, { passive: true });
  const detail = h('section', { class: 'detail', 'aria-label': 'The row' });
  const panes = h('div', { class: 'panes' }, frame, detail);
  const input = h('input', { type: 'search', value: search, autocomplete: 'off', placeholder: 'text in any member' });
  const file = h('input', { type: 'file', class: 'unseen', tabindex: '-1', accept: 'application/json,.json', 'aria-label': 'Rows', change: attempt(bringIn) });
  const special = h('div');
  const ends = table.columns.filter(({ link: target }) => target);
  fill(shown, h('div', { class: 'head' }, h('h2', { tabindex: '-1' }, short(table.title, 120)), h('p', { class: 'actions' },
    table.editable ? button('New row', () => edit(null), 'changes') : null,
    ends.length > 1 && ends.length >= table.columns.length - 2 ? button('As a graph', () => draws()) : null,
    button('Columns', choose), button('Export', bringOut), table.editable ? [button('Import', () => file.click(), 'changes'), file] : null)),
  h('form', { class: 'filters', role: 'search', 'aria-label': `Search ${table.title}`, submit: (event) => {
    event.preventDefault();
    go(link([base, table.emulator, table.name], { search: input.value.trim() }));
  } }, field('Search', input), h('button', null, 'Search'), stale),
  table.query ? queryBox(table) : null, special, figure, empty, panes);

  // MARK: Columns

  function showColumns() {
    visible = all.filter(({ title, isOpen }) => !isOpen && !settings.hidden.has(title));
    fill(header, visible.map(columnHead));
    layOut();
  }
  function columnHead(column) {
    const { title, isVendors } = column;
    const direction = sorting?.title === title ? (sorting.isDescending ? 'descending' : 'ascending') : null;
    const sorter = h('button', { type: 'button', class: 'sort', 'aria-label': `Sort by ${title}${direction ? `, now ${direction}` : ''}`, click: attempt(() => sortBy(column)) },
      h('bdi', null, title.slice(0, 60)), h('span', { 'aria-hidden': 'true' }, { ascending: ' ↑', descending: ' ↓' }[direction] ?? ''));
    const parent = all.find((one) => one.isOpen && one.path.length === column.path.length - 1 && one.path.every((name, index) => name === column.path[index]));
    const folder = column.isNested ? foldButton(`Unfold ${title}`, '▸', () => settings.unfolded.add(title))
      : parent && all.find((one) => one.path.length === column.path.length && one.path.length > 1 && one.path.slice(0, -1).every((name, index) => name === parent.path[index])) === column
        ? foldButton(`Fold ${parent.title}`, '◂', () => settings.unfolded.delete(parent.title)) : null;
    return h('div', { class: `column${isVendors ? ' theirs' : ''}${column.isNumeric ? ' numeric' : ''}` }, sorter, folder, separator(column));
  }
  function foldButton(label, mark, change) {
    return h('button', { type: 'button', class: 'fold', 'aria-label': label, title: label, click: attempt(async () => { change(); settings.keep(); await reload(); }) }, mark);
  }
  /** The edge of a column, which the pointer or the arrow keys move. */
  function separator(column) {
    const width = () => Math.round(widthNow(column));
    const set = (characters) => {
      settings.widths.set(column.title, Math.max(3, Math.min(100, characters)));
      element.setAttribute('aria-valuenow', width());
      layOut();
    };
    const element = h('div', { class: 'edge', role: 'separator', tabindex: '0', 'aria-orientation': 'vertical', 'aria-label': `Width of ${column.title}`,
      'aria-valuemin': 3, 'aria-valuemax': 100, 'aria-valuenow': width(), keydown: (event) => {
        const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
        if (step) { event.preventDefault(); set(widthNow(column) + step); settings.keep(); }
      } });
    element.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      const [start, before] = [event.clientX, widthNow(column)];
      const character = element.parentElement.getBoundingClientRect().width / before;
      const move = (moved) => set(before + (moved.clientX - start) / character);
      element.addEventListener('pointermove', move);
      element.addEventListener('lostpointercapture', () => { element.removeEventListener('pointermove', move); settings.keep(); }, { once: true });
    });
    return element;
  }
  function widthNow({ title, width }) { return settings.widths.get(title) ?? width ?? 12; }
  function layOut() {
    frame.style.setProperty('--grid', visible.map((column) => `${widthNow(column)}ch`).join(' '));
    frame.style.setProperty('--wide', `calc(${visible.reduce((sum, column) => sum + widthNow(column), 0)}ch + ${visible.length * 0.75 + 1}rem)`);
  }
  async function choose() {
    const boxes = all.filter(({ isOpen }) => !isOpen).map(({ title, isVendors }, index) => {
      const box = h('input', { type: 'checkbox', id: `column-${index}`, checked: !settings.hidden.has(title) });
      return { title, box, element: h('p', { class: isVendors ? 'check theirs' : 'check' }, box, h('label', { for: box.id }, short(title, 60), isVendors ? h('span', { class: 'hint' }, ' (the service’s)') : null)) };
    });
    const answer = await dialog('Columns', h('div', { class: 'boxes', tabindex: '0', role: 'group', 'aria-label': 'Columns' }, boxes.map(({ element }) => element)),
      ['', 'Cancel', null], ['reset', 'Reset', null], ['show', 'Show', 'primary']);
    if (answer === 'reset') for (const name of ['hidden', 'unfolded', 'widths']) settings[name].clear();
    else if (answer === 'show') for (const { title, box } of boxes) settings.hidden[box.checked ? 'delete' : 'add'](title);
    else return;
    settings.keep();
    await reload();
  }

  // MARK: Rows

  async function sortBy(column) {
    if (sorting?.title !== column.title) sorting = { title: column.title, path: column.path, isDescending: false };
    else if (!sorting.isDescending) sorting.isDescending = true;
    else sorting = null;
    await reload();
    announce(sorting ? `Sorted by ${column.title}, ${sorting.isDescending ? 'descending' : 'ascending'}` : 'In the order of the service');
    [...header.querySelectorAll('.sort')][visible.findIndex(({ title }) => title === column.title)]?.focus();
  }
  /** Loads pages until what is in sight is there: any page of a table, and what a search finds one after the other. */
  function want() {
    const query = loading || signal.aborted || sorting ? null : search ? further() : missing();
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
    if (query.offset === undefined && query.after === undefined) {
      const sample = fresh.slice(0, 50).map((row) => row.get('row'));
      all = columns(table, sample, settings.unfolded);
      for (const column of all) {
        const cells = sample.map((row) => cell(column.path.at(-1), at(row, column.path))).filter(({ kind }) => kind !== 'none');
        column.width = widthOf(column.title, cells.map(({ text }) => text));
        column.isNumeric = cells.length > 0 && cells.every(({ kind }) => kind === 'number');
      }
      if (sorting && !all.some(({ title }) => title === sorting.title)) sorting = null;
      showColumns();
    }
    // Only the visible text is stored: a hundred thousand rows need a few megabytes.
    const show = (row) => {
      const values = row.get('row');
      const made = { key: row.get('key'), cells: visible.map((column) => cell(column.path.at(-1), at(values, column.path))) };
      if (sorting) made.sort = sortKey(sorting.path.at(-1), at(values, sorting.path));
      return made;
    };
    if (search || sorting) { for (const row of fresh) rows.push(show(row)); return; }
    for (const [index, row] of fresh.entries()) rows[(query.offset ?? 0) + index] = show(row);
    // An empty page means that rows were deleted in the meantime, so the total is lower.
    if (!fresh.length) total = Math.min(total, query.offset ?? 0);
  }
  /** Reads all rows, since the service has its own order only, and sorts them. */
  async function sortAll() {
    const mine = rows;
    while (next !== null && rows === mine && !signal.aborted) {
      figure.textContent = `${count(rows.length)} rows read`;
      await fetchPage({ after: next });
    }
    if (rows !== mine || !sorting) return;
    order = rows.map((_, index) => index);
    order.sort((one, other) => compare(rows[one].sort, rows[other].sort, sorting.isDescending) || one - other);
  }
  function say() {
    figure.textContent = !search ? amount(total, 'row')
      : `${count(rows.length)} found${next === null ? '' : ' so far'}, ${count(Math.min(looked, total))} of ${amount(total, 'row')} searched`;
    const isEmpty = search ? !rows.length && next === null : total === 0;
    empty.hidden = !isEmpty;
    fill(empty, search ? ['Nothing found for “', short(search, 60), '”.'] : table.editable ? 'No rows yet. New row adds one, and so can a client.' : 'No rows yet.');
    frame.hidden = isEmpty;
  }
  async function reload() {
    stale.hidden = true;
    [rows, order, looked, isBroken] = [[], null, 0, false];
    await fetchPage({});
    if (sorting) await sortAll();
    list.update();
    say();
  }
  async function edit(key) {
    opened = key;
    panes.classList.toggle('open', key !== undefined);
    list.choose(key);
    if (key === undefined) return void fill(detail);
    try { await showRow(key); } catch (error) {
      if (error.status !== 404) throw error;
      fill(detail, h('div', { class: 'notice bad', role: 'alert' }, h('p', null, 'There is no row ', short(key, 200), '. It may have been deleted.'),
        h('a', { href: link([base, table.emulator, table.name], { search }), class: 'button small' }, 'Close')));
    }
    return undefined;
  }
  async function showRow(key) {
    await rowEditor(detail, table, key, {
      signal, address: (name) => path(table, name), close: link([base, table.emulator, table.name], { search }), base,
      saved: async (name) => { await refresh(); await reload(); if (key === null) await go(link([base, table.emulator, table.name, name], { search })); },
      removed: async () => { await refresh(); await go(link([base, table.emulator, table.name], { search })); await reload(); },
    });
  }
  async function draws() {
    if (special.firstChild) return void fill(special);
    fill(special, await graph(table, ends, await lossless('GET', path(table), { query: { limit: 300, search }, signal }), base));
    return undefined;
  }
  async function bringOut() {
    const found = [];
    let after = null;
    do {
      const answer = await lossless('GET', path(table), { query: { limit: page, after, search }, signal });
      found.push(...answer.get('rows'));
      after = answer.get('next') ?? null;
      figure.textContent = `${count(found.length)} rows read`;
    } while (after !== null);
    save(`${table.emulator}-${table.title}.json`, print(found));
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
      if (typeof key !== 'string' || !(row instanceof Map)) throw new Error(`Row ${index + 1} is not {"key", "row"}. The ${index} before it are imported.`);
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

/** Fills a row's element. */
function draw(element, row, visible) {
  element.classList.add('cells');
  if (!row) { element.row = null; element.replaceChildren(h('span', { class: 'muted' }, 'Loading …')); return; }
  if (element.row === row) return;
  element.row = row;
  element.replaceChildren(...row.cells.map(({ text, kind, raw }, index) =>
    h('span', { class: `c-${kind}${visible[index]?.isVendors ? ' theirs' : ''}`, title: raw ?? null }, h('bdi', null, text))));
}
