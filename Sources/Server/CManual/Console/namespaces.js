// The view of namespaces: their copies, comparisons, and snapshots to download and upload.
import { amount, announce, attempt, button, bytes, code, confirmed, count, field, fill, foreign, h, head, save, select, short, stacked } from './dom.js';
import { call, events, lossless, namespace, text } from './api.js';
import { go, link, showNamespaces } from './app.js';
import { print } from './json.js';

/** Shows the view. */
export async function view(content, place) {
  const { signal } = place;
  const table = h('div');
  const compared = h('div', { role: 'region', 'aria-label': 'Comparison' });
  const working = h('div', { role: 'status' });
  const pickers = h('div', { class: 'filters even' });
  const file = h('input', { type: 'file', id: 'snapshot', accept: 'application/json,.json', class: 'unseen', tabindex: '-1', 'aria-label': 'A snapshot', change: attempt(restore) });
  content.append(
    head('Namespaces', button('Download snapshot', download), button('Restore snapshot', () => file.click(), 'changes'), file,
      button('Reset namespace', reset, 'changes danger')),
    h('p', { class: 'lead' }, 'Each namespace has its own data, clock, faults and requests. Clients choose one with the header X-Ghostlight-Namespace or the host NAME.localhost.'),
    working, table, forkForm(),
    h('section', { 'aria-labelledby': 'compare' }, h('h2', { id: 'compare' }, 'Compare two namespaces'), pickers, compared));

  async function show() {
    const { namespaces } = await call('GET', 'namespaces', { query: { namespace: null }, signal });
    const names = [...new Set(['default', ...namespaces])].sort();
    fill(table, stacked(h('table', null, h('caption', { class: 'unseen' }, 'Namespaces'),
      h('thead', null, h('tr', null, ['Name', 'Requests', 'Clock', 'Actions'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', null, await Promise.all(names.slice(0, 200).map(row))))),
    names.length > 200 ? h('p', { class: 'hint' }, `The first 200 of ${count(names.length)}`) : null);
    pick(names);
  }
  async function row(name) {
    const query = { namespace: name };
    const [requests, clock] = await Promise.all([call('GET', 'requests', { query: { ...query, limit: 0 }, signal }), call('GET', 'clock', { query, signal })]);
    return h('tr', null,
      h('th', { scope: 'row' }, foreign(name), name === namespace() ? h('span', { class: 'muted' }, ' (shown)') : null),
      h('td', null, count(requests.total)), h('td', null, clock.now.slice(0, 19).replace('T', ' '), clock.frozen ? ', frozen' : ''),
      h('td', null, h('div', { class: 'actions' },
        name === namespace() ? null : h('a', { class: 'button small', href: link('namespaces', { namespace: name }) }, 'Switch', h('span', { class: 'unseen' }, ` to ${name}`)),
        h('button', { type: 'button', class: 'small changes', 'aria-label': `Drop ${name}`, click: attempt(() => drop(name)) }, 'Drop'))));
  }
  async function drop(name) {
    if (!await confirmed(`Drop “${name}”?`, 'Its data, clock, faults and requests are lost. The next request with this name starts with the initial data.', 'Drop')) return;
    await call('DELETE', `namespaces/${encodeURIComponent(name)}`, { query: { namespace: null } });
    announce(`${name} is dropped`);
    await Promise.all([show(), showNamespaces()]);
  }
  function forkForm() {
    const name = h('input', { required: true, pattern: '[A-Za-z0-9._\\-]{1,64}', autocomplete: 'off', spellcheck: 'false' });
    return h('form', { class: 'filters changes', 'aria-label': 'Fork', submit: attempt(async (event) => {
      event.preventDefault();
      await call('POST', `namespaces/${encodeURIComponent(name.value)}`, { body: { from: namespace() }, query: { namespace: null } });
      announce(`${name.value} is a copy of ${namespace()}`);
      name.value = '';
      await Promise.all([show(), showNamespaces()]);
    }) }, field(`A copy of “${namespace()}”, named`, name, 'Letters, digits, dots, dashes'), h('button', null, 'Fork'));
  }
  async function reset() {
    if (!await confirmed(`Reset “${namespace()}”?`, 'All emulators return to their initial data. Everything that clients wrote is lost.', 'Reset')) return;
    await call('POST', 'reset', { body: { namespace: namespace() } });
    announce('The namespace is reset');
    await show();
  }
  async function download() { save(`${namespace()}.snapshot.json`, await text('GET', 'snapshot')); }
  async function restore() {
    const [chosen] = file.files;
    if (!chosen) return;
    const raw = await chosen.text();
    file.value = '';
    if (!await confirmed(`Restore “${namespace()}”?`, `Its data is replaced by that of ${chosen.name}.`, 'Restore')) return;
    fill(working, h('p', { class: 'notice' }, 'Restoring ', foreign(chosen.name), ` of ${bytes(chosen.size)} …`));
    try { await call('PUT', 'snapshot', { raw }); } finally { fill(working); }
    announce('The snapshot is restored');
    await show();
  }

  function pick(known) {
    // The address may name a namespace that does not exist yet.
    const names = [...new Set([...known, ...['one', 'other'].map((item) => place.query.get(item)).filter(Boolean)])];
    const one = select(names, place.query.get('one') ?? namespace());
    const other = select(names, place.query.get('other') ?? names.find((name) => name !== namespace()) ?? namespace());
    fill(pickers, field('One', one), field('Other', other), button('Compare', () => go(link('namespaces', { one: one.value, other: other.value }))));
  }
  await show();
  const [one, other] = [place.query.get('one'), place.query.get('other')];
  if (one && other) fill(compared, await comparison(one, other, signal));
  events({ change: ({ what }) => { if (what === 'namespaces') show().catch(() => {}); } }, { signal });
}

async function comparison(one, other, signal) {
  const answer = await lossless('GET', 'comparison', { query: { one, other, namespace: null }, signal });
  const tables = answer.get('tables');
  if (!tables.length) return h('p', { class: 'notice ok' }, 'Both have the same data.');
  return tables.map((table) => {
    const total = ['onlyOne', 'onlyOther', 'changed'].map((name) => Number(String(table.get(name))));
    const title = `${table.get('emulator')} · ${table.get('title')}`;
    return h('details', { open: tables.length < 6 },
      h('summary', null, short(title), h('span', { class: 'muted' }, ' – ', [`only in ${one}`, `only in ${other}`, 'changed'].map((what, index) => (total[index] ? `${count(total[index])} ${what}` : null)).filter(Boolean).join(', '))),
      table.get('rows').slice(0, 100).map((row) => difference(row, one, other)),
      table.get('truncated') === true || table.get('rows').length > 100 ? h('p', { class: 'hint' }, `${amount(total[0] + total[1] + total[2], 'row')} differ in all; these are the first.`) : null);
  });
}

function difference(row, one, other) {
  const kind = { onlyOne: `only in ${one}`, onlyOther: `only in ${other}`, changed: 'changed' }[row.get('kind')];
  const side = (name, value) => (value === undefined ? null : h('div', null, h('small', { class: 'muted' }, name), code(print(value), `${row.get('key')} in ${name}`, 4000)));
  return h('details', null, h('summary', null, short(row.get('key')), ` – ${kind}`),
    h('div', { class: 'panes-even' }, side(one, row.get('one')), side(other, row.get('other'))));
}
