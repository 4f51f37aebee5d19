// Calls the control API, which /__ghostlight/v1/openapi.json documents.
import { parse } from './json.js';

const base = '/__ghostlight/v1/';

/** The namespace that the page's address names. */
export function namespace() { return new URLSearchParams(location.search).get('namespace') || 'default'; }

/** Where a call is, in this namespace unless the query names another. */
export function address(path, query = {}) {
  const items = new URLSearchParams();
  for (const [name, value] of Object.entries({ namespace: namespace(), ...query })) {
    if (value !== null && value !== undefined && value !== '') items.set(name, value);
  }
  // The control API does not decode a plus in a query as a space.
  return base + path + (items.size ? '?' + String(items).replaceAll('+', '%20') : '');
}

/**
 * Exchanges the token of a link, as in /console/#token=…, for the cookie that the browser then presents, and
 * removes it from the address at once. Answers whether there was one.
 */
export async function signIn() {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (!token) return false;
  history.replaceState(null, '', location.pathname + location.search);
  await text('POST', 'session', { query: { namespace: null }, headers: { Authorization: `Bearer ${token}` } });
  kept.clear();
  return true;
}

/** Calls and answers the body as text. Throws an error with the server's own words. */
export async function text(method, path, { query, body, raw, signal, headers } = {}) {
  const init = { method, signal, headers: { Accept: 'application/json', ...headers } };
  if (body !== undefined || raw !== undefined) {
    init.body = raw ?? JSON.stringify(body);
    init.headers['Content-Type'] = 'application/json';
  }
  let response;
  try {
    response = await fetch(address(path, query), init);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Error('The server does not respond. Is ghostlight serve still running?');
  }
  const answer = await response.text();
  if (response.ok) return answer;
  const error = new Error(message(answer) ?? `${method} ${path}: the response has the status ${response.status}`);
  error.status = response.status;
  throw error;
}

/** Calls and answers the body as JavaScript's values: for what the control API writes itself. */
export async function call(method, path, options) {
  const answer = await text(method, path, options);
  return answer ? JSON.parse(answer) : {};
}

/** Calls and answers the body without loss: for what others wrote, whose numbers and members stay as they are. */
export async function lossless(method, path, options) { return parse(await text(method, path, options)); }

/** What an answer says in words: the server itself, before any call, says it without JSON. */
function message(answer) {
  try { return JSON.parse(answer).error; } catch { return answer.length <= 300 ? answer.trim() || null : null; }
}

const kept = new Map();

/** What does not change while a server runs is asked for once. */
function once(path) {
  if (!kept.has(path)) {
    const answer = call('GET', path, { query: { namespace: null } });
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return kept.get(path);
}

/** The server: its version, whether it is read only here, and each emulator's address, keys and first request. */
export function server() { return once('console'); }

/** The emulators with their routes and states. */
export async function emulators() { return (await once('emulators')).emulators; }

/** An action that follows events, once in so many milliseconds however many they are; it fails in silence. */
export function seldom(milliseconds, action) {
  let planned = null;
  return () => {
    planned ??= setTimeout(() => {
      planned = null;
      Promise.resolve(action()).catch(() => {});
    }, milliseconds);
  };
}

let stream = null;

/** The stream of this namespace's events: one for the whole page, since a browser opens six connections to a server. */
function openStream() {
  const where = address('events');
  const made = { namespace: namespace(), source: null, readers: new Set(), isOpen: false, last: 0, hasEnded: false, connect };
  const tell = (isOpen) => {
    made.isOpen = isOpen;
    for (const { state } of made.readers) state?.(isOpen);
  };
  function connect() {
    const source = new EventSource(where);
    made.source = source;
    for (const name of ['request', 'missed', 'change']) {
      source.addEventListener(name, (event) => {
        const data = JSON.parse(event.data);
        if (name === 'request') made.last = data.number;
        for (const { listeners } of made.readers) listeners[name]?.(data);
      });
    }
    // The numbers of requests start again after the end of a stream, and when the server was restarted.
    source.addEventListener('hello', (event) => {
      const { last } = JSON.parse(event.data);
      const isRenewed = made.hasEnded || last < made.last;
      Object.assign(made, { last, hasEnded: false });
      if (!isRenewed) return;
      kept.clear();
      for (const { listeners } of [...made.readers]) listeners.renewed?.();
    });
    // The server ends the stream when it reads its configuration again, and when the namespace is dropped.
    source.addEventListener('end', () => {
      source.close();
      made.hasEnded = true;
      tell(false);
      setTimeout(() => { if (made.readers.size && made.source === source) connect(); }, 1000);
    });
    source.addEventListener('open', () => tell(true));
    source.addEventListener('error', () => tell(false));
  }
  connect();
  return made;
}

/** Listens to events until the signal ends; the browser connects again by itself. `renewed` is called when all earlier data is void. */
export function events(listeners, { signal, state } = {}) {
  if (signal?.aborted) return;
  if (stream?.namespace !== namespace() || !stream.readers.size) stream = openStream();
  else if (stream.source.readyState === EventSource.CLOSED) stream.connect();
  const mine = stream;
  const reader = { listeners, state };
  mine.readers.add(reader);
  state?.(mine.isOpen);
  signal?.addEventListener('abort', () => {
    mine.readers.delete(reader);
    if (!mine.readers.size) mine.source.close();
  });
}
