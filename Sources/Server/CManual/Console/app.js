// Finds the view for the page's address, shows it, and navigates between views.
import { attempt, dialog, fill, h, head, showError } from './dom.js';
import { call, namespace, server, signIn } from './api.js';

/** The views: the first part of the path below /console/, what people call it, and the key after g. */
const views = [
  ['', 'Start', 's'], ['requests', 'Requests', 'r'], ['data', 'Data', 'd'], ['sessions', 'Users and sessions', 'u'],
  ['time', 'Time', 't'], ['faults', 'Faults', 'f'], ['outbox', 'Outbox', 'o'], ['states', 'States', 'p'],
  ['namespaces', 'Namespaces', 'n'], ['contracts', 'Contracts', 'c'],
];
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

async function show({ focus = true } = {}) {
  const where = place();
  const entry = views.find(([name]) => name === where.name);
  markNavigation(where.name);
  if (shown && shown.name === where.name && shown.namespace === namespace() && shown.update) {
    if (await shown.update(where) !== false) return;
  }
  shown?.control.abort();
  const control = new AbortController();
  const mine = { name: where.name, namespace: namespace(), control };
  shown = mine;
  if (!entry) {
    title('Nothing here');
    fill(main, head('Nothing here'), h('p', null, 'No view has this address. ', h('a', { href: link('') }, 'To the start')));
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

function markNavigation(current) {
  fill(document.getElementById('views'), views.map(([name, label]) =>
    h('li', null, h('a', { href: link(name), 'aria-current': name === current ? 'page' : null }, label))));
  document.querySelector('#views [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
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
  const rest = ['data', 'states'].includes(where.name) ? where.rest : [];
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
      h('dt', null, h('kbd', null, '↑'), ' ', h('kbd', null, '↓')), h('dd', null, 'Another row of a list'),
      h('dt', null, h('kbd', null, 'Enter')), h('dd', null, 'Open the row'),
      h('dt', null, h('kbd', null, 'Space')), h('dd', null, 'Choose the request, to save it with others'),
      h('dt', null, h('kbd', null, 'Esc')), h('dd', null, 'Close what is open'),
      h('dt', null, h('kbd', null, '?')), h('dd', null, 'This list')),
    h('p', null, box, ' ', h('label', { for: 'keys' }, 'Single keys are shortcuts')),
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
