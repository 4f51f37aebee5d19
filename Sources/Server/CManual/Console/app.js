// Finds the view for the page's address, shows it, and navigates between views.
import { attempt, count, dialog, fill, h, head, s, showError } from './dom.js';
import { call, events, namespace, seldom, server, signIn } from './api.js';

/**
 * The views by group: the first part of the path below /console/, what people call it, the key after g, the path of its
 * icon, and the member of the summary with its number.
 */
const groups = [
  ['Watch', [
    ['', 'Start', 's', 'M4 11l8-7 8 7v9h-5v-6H9v6H4z'],
    ['requests', 'Requests', 'r', 'M4 7h13l-3-3M20 17H7l3 3', 'requests'],
    ['outbox', 'Outbox', 'o', 'M3 6h18v12H3zM3 7l9 7 9-7', 'messages'],
  ]],
  ['Shape', [
    ['data', 'Data', 'd', 'M4 6c0-3 16-3 16 0v12c0 3-16 3-16 0zM4 6c0 3 16 3 16 0M4 12c0 3 16 3 16 0'],
    ['sessions', 'Users', 'u', 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-8 16-8 16 0'],
    ['time', 'Time', 't', 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l4 2'],
    ['faults', 'Faults', 'f', 'M13 3L5 14h6l-1 7 8-11h-6z', 'faults'],
    ['states', 'States', 'p', 'M4 5h10M18 5h2M4 12h3M11 12h9M4 19h11M19 19h1M14 3v4M7 10v4M15 17v4'],
  ]],
  ['Manage', [
    ['services', 'Services', 'v', 'M4 4h16v6H4zM4 14h16v6H4zM7 7h1M7 17h1', 'services'],
    ['namespaces', 'Namespaces', 'n', 'M12 3l9 5-9 5-9-5zM3 13l9 5 9-5', 'namespaces'],
    ['recordings', 'Recordings', 'e', 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z', 'recordings'],
    ['contracts', 'Contracts', 'c', 'M6 3h9l4 4v14H6zM9 14l2 2 4-5'],
  ]],
];
const views = groups.flatMap(([, members]) => members);
const main = document.getElementById('main');
let shown = null;

/** Where the page's address leads: the view's name, what follows it, and the query. */
function place() {
  const parts = location.pathname.replace(/^\/(console\/?)?/, '').split('/').filter(Boolean).map(decoded);
  return { name: parts[0] ?? '', rest: parts.slice(1), query: new URLSearchParams(location.search) };
}

function decoded(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

/** The address of a view: its name and what follows it, with the namespace and other items. */
export function link(parts, items = {}) {
  const query = new URLSearchParams();
  const name = items.namespace ?? namespace();
  if (name !== 'default') query.set('namespace', name);
  for (const [key, value] of Object.entries(items)) {
    if (key !== 'namespace' && value !== '' && value !== null && value !== undefined && value !== false) query.set(key, value);
  }
  const path = '/console/' + [parts].flat().filter((part) => part !== '').map(encodeURIComponent).join('/');
  return path + (query.size ? '?' + query : '');
}

/** Goes to an address of the console; `replace` leaves no step in the history. */
export function go(url, { replace = false } = {}) {
  if (url === location.pathname + location.search) return undefined;
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  return show();
}

/** Notes an address without showing anything else: what the view already shows. */
export function note(url) { history.replaceState(null, '', url); }

async function show({ focus = true, isRenewal = false } = {}) {
  const where = place();
  const entry = views.find(([name]) => name === where.name);
  showNavigation(where.name);
  if (!isRenewal && shown && shown.name === where.name && shown.namespace === namespace() && shown.update) {
    if (await shown.update(where) !== false) return;
  }
  shown?.control.abort();
  const control = new AbortController();
  const mine = { name: where.name, namespace: namespace(), control };
  shown = mine;
  if (!entry) {
    title('Page not found');
    fill(main, head('Page not found'), h('p', null, 'The console has no page with this address. ', h('a', { href: link('') }, 'Go to the start page')));
    return;
  }
  title(entry[1]);
  document.getElementById('error')?.remove();
  main.setAttribute('aria-busy', 'true');
  try {
    const module = await import(`./${where.name || 'start'}.js`);
    if (shown !== mine) return;
    const content = h('div', { class: 'view' });
    const result = await module.view(content, { ...where, signal: control.signal });
    if (shown !== mine) return;
    mine.update = result?.update;
    fill(main, content);
    result?.shown?.();
  } catch (error) {
    if (shown !== mine) return;
    fill(main, head(entry[1]));
    showError(error);
  } finally {
    if (shown === mine) main.removeAttribute('aria-busy');
  }
  if (focus && (document.activeElement === main || !main.contains(document.activeElement))) main.querySelector('h1')?.focus({ preventScroll: true });
  if (focus) scrollTo(0, 0);
}

function title(name) {
  document.title = `${name} – ${namespace() === 'default' ? '' : namespace() + ' – '}Ghostlight`;
}

function showNavigation(current) {
  if (navigation?.namespace !== namespace()) {
    navigation?.control.abort();
    navigation = { namespace: namespace(), control: new AbortController(), marks: new Map(), summary: null };
    follow(navigation);
  }
  const { marks, summary } = navigation;
  fill(document.getElementById('views'), groups.map(([title, members], index) => [
    h('p', { id: `group-${index}`, class: 'group' }, title),
    h('ul', { 'aria-labelledby': `group-${index}` }, members.map(([name, label, , path, member]) => {
      const mark = member ? h('small') : null;
      if (mark) marks.set(member, mark);
      const icon = s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: path }));
      return h('li', null, h('a', { href: link(name), 'aria-current': name === current ? 'page' : null }, icon, h('span', null, label), mark));
    })),
  ]));
  if (summary) showCounts();
  showCurrent();
}

function showCurrent() { document.querySelector('#views [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }); }

let navigation = null;

/** Keeps the numbers next to the views, while somebody can see them. */
function follow(mine) {
  const { signal } = mine.control;
  const read = async () => {
    if (signal.aborted || document.hidden) return;
    const isFirst = !mine.summary;
    mine.summary = await call('GET', 'summary', { signal });
    if (navigation !== mine) return;
    showCounts();
    if (isFirst) showCurrent();
  };
  const later = seldom(1500, read);
  const renewed = () => {
    later();
    show({ focus: main.contains(document.activeElement), isRenewal: true });
    showNamespaces().catch(showError);
  };
  events({ request: later, change: later, renewed }, { signal });
  document.addEventListener('visibilitychange', later, { signal });
  read().catch(() => {});
}

function showCounts() {
  for (const [member, mark] of navigation.marks) {
    const number = navigation.summary[member];
    mark.textContent = number ? (number > 9999 ? `${Math.floor(number / 1000)}k` : count(number)) : '';
  }
}

/** Fills the choice of namespaces anew. */
export async function showNamespaces() {
  const { namespaces } = await call('GET', 'namespaces', { query: { namespace: null } });
  const names = [...new Set(['default', ...namespaces, namespace()])].sort();
  fill(document.getElementById('namespace'), names.map((name) =>
    h('option', { value: name, selected: name === namespace() }, name)));
}

document.getElementById('namespace').addEventListener('change', (event) => {
  const where = place();
  const rest = ['data', 'states', 'recordings'].includes(where.name) ? where.rest : [];
  go(link([where.name, ...rest], { namespace: event.target.value }));
});
document.getElementById('switch').addEventListener('submit', (event) => event.preventDefault());

document.addEventListener('click', (event) => {
  const anchor = event.target.closest?.('a[href]');
  if (!anchor || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (anchor.target || anchor.hasAttribute('download') || anchor.origin !== location.origin) return;
  if (!anchor.pathname.startsWith('/console') || anchor.hash) return;
  event.preventDefault();
  go(anchor.pathname + anchor.search);
});
addEventListener('popstate', () => {
  // The hashchange listener below handles a link with a token.
  if (location.hash.startsWith('#token=')) return;
  show();
  showNamespaces().catch(() => {});
});

const setting = 'ghostlight.keys';
const keysAreOn = () => localStorage.getItem(setting) !== 'off';
let prefixed = false;

async function showShortcuts() {
  const box = h('input', { type: 'checkbox', id: 'keys', checked: keysAreOn(), change: (event) =>
    localStorage.setItem(setting, event.target.checked ? 'on' : 'off') });
  await dialog('Keyboard shortcuts', [
    h('dl', { class: 'facts' },
      views.map(([, label, key]) => [h('dt', null, h('kbd', null, 'g'), ' ', h('kbd', null, key)), h('dd', null, label)]),
      h('dt', null, h('kbd', null, '/')), h('dd', null, 'Search or filter in this view'),
      h('dt', null, h('kbd', null, '↑'), ' ', h('kbd', null, '↓')), h('dd', null, 'Move between the rows of a list'),
      h('dt', null, h('kbd', null, 'Enter')), h('dd', null, 'Open the row'),
      h('dt', null, h('kbd', null, 'Space')), h('dd', null, 'Select the request, to save it with others'),
      h('dt', null, h('kbd', null, 'Esc')), h('dd', null, 'Close what is open'),
      h('dt', null, h('kbd', null, '?')), h('dd', null, 'Show these shortcuts')),
    h('p', { class: 'check' }, box, h('label', { for: 'keys' }, 'Use single keys as shortcuts')),
  ], ['', 'Close', null]);
}
document.getElementById('shortcuts').addEventListener('click', attempt(showShortcuts));

document.addEventListener('keydown', (event) => {
  if (!keysAreOn() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.('input, textarea, select, dialog, [contenteditable]')) return;
  const wasPrefixed = prefixed;
  prefixed = false;
  if (wasPrefixed) {
    const view = views.find(([, , key]) => key === event.key);
    if (view) { event.preventDefault(); go(link(view[0])); }
  } else if (event.key === 'Escape') {
    event.target.closest?.('.detail')?.querySelector('.head a')?.click();
  } else if (event.key === 'g') {
    prefixed = true;
  } else if (event.key === '?') {
    event.preventDefault();
    showShortcuts();
  } else if (event.key === '/') {
    const search = main.querySelector('input[type=search]');
    if (search) { event.preventDefault(); search.focus(); search.select(); }
  }
});

function start() {
  server().then(({ readOnly }) => document.documentElement.classList.toggle('read-only', readOnly), () => {});
  show({ focus: false });
  showNamespaces().catch(showError);
}
// Opening a link with a token in this page only changes the hash and does not reload the
// page.
addEventListener('hashchange', () => { signIn().then((isIn) => isIn && start(), showError); });
// An error from an outdated link is ignored: if the cookie is missing too, the views report
// that.
signIn().catch(() => {}).then(start);
