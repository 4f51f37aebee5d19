// The view of one row of a table: its links, its actions, and its JSON for editing.
import { announce, attempt, button, code, confirmed, copyButton, field, fill, foreign, h, short } from './dom.js';
import { jsonEditor } from './editor.js';
import { call, lossless } from './api.js';
import { link } from './app.js';
import { brief, parse, print } from './json.js';

/** Shows a row in `place`, or a new one where `key` is null. */
export async function rowEditor(place, table, key, { signal, address, close, base, saved, removed }) {
  const isNew = key === null;
  const row = isNew ? new Map() : (await lossless('GET', address(key), { signal })).get('row');
  const name = h('input', { placeholder: 'random by default', autocomplete: 'off', spellcheck: 'false' });
  const original = isNew ? '{\n  \n}' : print(row);
  const isHuge = original.length > 500000;
  const editor = jsonEditor({ text: isHuge ? '' : original, 'aria-describedby': 'problem', readonly: !table.editable, changed: check });
  const { area } = editor;
  const problem = h('p', { id: 'problem', class: 'hint', role: 'status' });
  const submit = h('button', { class: 'primary' }, isNew ? 'Create' : 'Save');
  const answers = h('div', { role: 'status' });
  const links = isNew ? [] : linksOf(table, row);
  // Only sessions and tokens have the action 'expire'; they are revoked, not deleted.
  const removal = (table.actions ?? []).some((action) => action.name === 'expire') ? 'Revoke' : 'Delete';
  fill(place,
    h('div', { class: 'head' }, h('h2', { tabindex: '-1' }, isNew ? 'New row' : nameOf(table, key, row)), h('a', { href: close, class: 'button' }, 'Close')),
    isNew ? null : h('p', { class: 'actions changes' }, (table.actions ?? []).map((action) => button(action.title, () => act(action))),
      table.deletable ?? table.editable ? button(removal, remove, 'danger') : null),
    answers,
    links.length ? h('div', null, h('h3', null, 'Links'), h('ul', null, links.map(({ column, target, value }) => h('li', null, h('span', { class: 'muted' }, foreign(column), ': '),
      h('a', { href: link(['data', table.emulator, target, value]) }, short(value, 100)))))) : null,
    isHuge ? [h('h3', null, 'JSON'), code(original, 'The row as JSON'), h('p', { class: 'hint' }, 'This row is too long to be edited here. To change it, use ghostlight data put with a file.')]
      : h('form', { 'aria-label': 'The row', submit: attempt(store) },
        isNew ? field('Key', name, 'Leave it empty if the row contains its key, or to get a random one.') : null, jsonField(editor), h('div', { class: 'foot' }, problem,
          h('p', { class: 'actions' },
            table.editable ? [h('span', { class: 'changes' }, submit), h('button', { type: 'button', class: 'changes', click: undo }, 'Undo')] : null,
            copyButton('Copy', editor.value, null), editor.foldAll))));
  place.scrollTop = 0;
  (isNew ? name : place.querySelector('h2')).focus({ preventScroll: true });

  function undo() {
    editor.set(original);
    check();
  }
  function check() {
    try {
      if (!(parse(editor.value()) instanceof Map)) throw new SyntaxError('a row is an object: { … }');
      area.removeAttribute('aria-invalid');
      problem.textContent = '';
      problem.className = 'hint';
      submit.disabled = false;
    } catch (error) {
      refuse(error.message);
      submit.disabled = true;
    }
  }
  /** Says below the text what is wrong with it. */
  function refuse(message) {
    area.setAttribute('aria-invalid', 'true');
    fill(problem, foreign(message, 1000));
    problem.className = 'hint bad';
  }
  async function store(event) {
    event.preventDefault();
    const at = isNew ? name.value.trim() || undefined : key;
    let stored;
    try { stored = await lossless(at === undefined ? 'POST' : 'PUT', address(at), { raw: editor.value() }); } catch (error) {
      if (error.status !== 409) throw error;
      fill(answers);
      refuse(error.message);
      area.focus();
      return;
    }
    announce(isNew ? 'Created' : 'Saved');
    if (!isNew) editor.set(print(stored.get('row')));
    check();
    fill(answers, h('p', { class: 'notice ok' }, isNew ? 'Created' : 'Saved'));
    await saved(stored.get('key'));
  }
  async function remove() {
    if (!await confirmed(`${removal} this row?`, `${key.slice(0, 200)} is removed from ${table.title}, as an administrator would remove it.`, removal)) return;
    await call('DELETE', address(key));
    announce(`${removal}d`);
    await removed();
  }
  async function act(action) {
    const members = new Map([['action', action.name]]);
    const answer = await lossless('POST', address(key), { raw: print(members, 0) });
    const values = answer.get('values');
    announce(`${action.title}: done`);
    fill(answers, h('div', { class: 'card' }, h('p', null, h('strong', null, action.title), ': done.'),
      values instanceof Map && values.size ? h('table', { class: 'plain' }, h('caption', { class: 'unseen' }, 'Results'), h('tbody', null, [...values].map(([member, value]) =>
        h('tr', null, h('th', { scope: 'row' }, foreign(member)), h('td', null, foreign(brief(value), 400), ' ', copyButton('Copy', brief(value))))))) : null));
    if (base === 'sessions') await saved(key);
  }
}

/** A row's name for people: if its key is the service's own, such as Cosmos DB's _rid, the value of the first column. */
export function nameOf(table, key, row) {
  const name = row.get(table.columns[0]?.name);
  return short(table.serverFields?.includes(table.key) && typeof name === 'string' && name ? name : key, 200);
}

/** The editor under its label. */
function jsonField(editor) {
  editor.area.id ||= 'row-json';
  return h('div', { class: 'field' }, h('label', { for: editor.area.id }, 'JSON'), editor.element);
}

/** The table that a column's values are keys of; `{member}` in its name stands for that member of the row. */
export function targetOf(column, row) { return column.link.replace(/\{(\w+)\}/g, (_, name) => brief(row.get(name))); }

/** The rows of other tables that a row names. */
function linksOf(table, row) {
  return table.columns.filter((column) => column.link && row.has(column.name)).flatMap((column) =>
    [row.get(column.name)].flat().slice(0, 50).filter((value) => typeof value === 'string' && value).map((value) => ({ column: column.name, target: targetOf(column, row), value })));
}
