// The view of one exchange: the request, the response and its explanation, and sending it
// again.
import { amount, attempt, announce, button, bytes, code, copyButton, facts, field, fill, foreign, h, select, short } from './dom.js';
import { call } from './api.js';
import { go, link } from './app.js';
import { pretty } from './json.js';
import { keepContract, keepRecording } from './keep.js';

/** The elements that show the exchange with a number. */
export async function exchange(number, { signal, close, filters, choice }) {
  const it = await call('GET', `requests/${number}`, { signal });
  const { request, response } = it;
  const editor = h('div', { class: 'editing' });
  const again = async () => {
    const answer = await call('POST', `requests/${number}/replay`, { body: {} });
    announce(`Sent again: ${answer.response.status}`);
    await go(link(['requests', answer.number], filters));
  };
  return [
    h('div', { class: 'head' },
      h('h2', { tabindex: '-1' }, h('span', { class: 'method' }, request.method), ' ', short(request.path, 200)),
      h('a', { href: close, class: 'button' }, 'Close')),
    h('p', { class: 'actions' },
      button('Send again', again, 'changes'),
      button('Edit and send', () => edit(editor, it, filters), 'changes'),
      copyButton('Copy as curl', it.curl, null),
      button('Save as HAR', () => keepRecording(`request-${number}`, [number])),
      button('Save as contract', () => keepContract([number])), choice),
    editor,
    facts([
      ['Status', h('strong', { class: response.status >= 400 ? 'bad' : 'ok' }, String(response.status))],
      ['Emulator', foreign(it.emulator)], ['Namespace', foreign(it.namespace)],
      ['Time', h('time', { datetime: it.time }, it.time.replace('T', ' ').replace('Z', ' UTC'))],
      it.milliseconds === undefined ? null : ['Duration', `${it.milliseconds} ms${it.delayMilliseconds ? `, and ${it.delayMilliseconds} ms of delay by a fault` : ''}`],
      ['Effect', meaning(it.effect)],
      ['Route', it.chapter ? [h('code', null, `${it.chapter.method} ${it.chapter.pattern}`), ', ', chapter(it.chapter)] : it.route ?? 'none'],
      it.fault === undefined ? null : ['Fault', h('a', { href: link('faults') }, `Fault ${it.fault}`)],
    ]),
    why(it), message('Request', request), message('Response', response),
  ];
}

/** The route's heading with its section of the protocol, as a link. */
function chapter({ title, section, article, url }) {
  const name = section ? `${title}: ${section}` : title;
  if (url) return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, short(name, 200));
  return ['chapter ', h('cite', null, foreign(name)), article ? h('span', { class: 'hint' }, h('br'), h('code', null, article)) : null];
}

function meaning(effect) {
  return {
    read: 'read: no state changed', changed: 'changed the state', refused: 'refused: no state changed',
    injected: 'a fault plan was applied', unmatched: 'no route matches', forwarded: 'the upstream responded',
  }[effect] ?? effect;
}

function why(it) {
  if (!it.reason && !it.nearest?.length && !it.signature) return null;
  return h('section', { class: 'why', 'aria-label': 'Why' },
    h('h3', null, it.response.status >= 400 ? 'Why it was refused' : 'Remarks'),
    it.reason ? h('p', null, reason(it)) : null,
    it.nearest?.length ? [h('p', null, 'The closest matches:'), h('ul', null, it.nearest.map((line) => h('li', null, foreign(line))))] : null,
    it.signature ? signature(it.signature) : null);
}

/** The reason, in which the sections of the protocol at its end are links. */
function reason({ reason: text, sections = [] }) {
  const codes = sections.map(({ code: each }) => each).join(', ');
  if (!sections.length || !text.endsWith(`${codes})`)) return foreign(text.split('; nearest: ')[0]);
  const links = sections.flatMap(({ code: each, section, url }, index) => [
    index ? ', ' : null, h('a', { href: url, title: section, target: '_blank', rel: 'noopener noreferrer' }, each)]);
  // The closest matches are a list of their own.
  return [foreign(text.slice(0, -codes.length - 1).replace(/; nearest: .*(?= \()/s, '')), links, ')'];
}

/** The signature part by part: what was signed, and where the two differ. */
function signature({ stringToSign = [], ours, theirs, firstDifference }) {
  const place = (value) => {
    if (value === undefined) return 'none';
    if (firstDifference === undefined || firstDifference === null) return h('code', { class: 'key' }, foreign(value));
    return h('code', { class: 'key' }, h('bdi', null, value.slice(0, firstDifference), h('mark', null, value.slice(firstDifference))));
  };
  return [
    h('h4', null, 'The signed text, line by line'),
    h('ol', { class: 'lines', tabindex: '0', 'aria-label': 'The signed text' }, stringToSign.map((line) => h('li', null, line ? foreign(line) : h('span', { class: 'muted' }, '(empty)')))),
    facts([['Signature sent', place(theirs)], ['Signature expected', place(ours)]]),
    h('p', { class: 'hint' }, 'If these lines are what you signed, the client has a different key. The start page lists the keys.'),
  ];
}

function message(title, { headers, body, encoding, bytes: size, streamed }) {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return h('section', { 'aria-label': title },
    h('h3', null, title),
    h('details', { open: headers.length < 12 }, h('summary', null, amount(headers.length, 'header')),
      h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${title} headers` },
        h('table', { class: 'plain' }, h('thead', { class: 'unseen' }, h('tr', null, h('th', { scope: 'col' }, 'Name'), h('th', { scope: 'col' }, 'Value'))),
          h('tbody', null, headers.map(({ name, value }) => h('tr', null, h('th', { scope: 'row' }, foreign(name)), h('td', null, foreign(value, 500), parts(name, value)))))))),
    streamed ? h('p', { class: 'hint' }, 'The body was streamed, so it is not stored.') : null,
    size ? content(title, body, encoding, type, size) : streamed ? null : h('p', { class: 'muted' }, 'No body'));
}

/** What a credential says, decoded: a signed token's claims, or the parts of an Authorization field. */
function parts(name, value) {
  if (name.toLowerCase() !== 'authorization') return null;
  const token = /[\w-]+\.([\w-]+)\.[\w-]*/.exec(value);
  try {
    if (token) return h('details', null, h('summary', null, 'Claims'), code(pretty(decode(token[1])), 'Claims'));
    if (/^type(%3d|=)/i.test(value)) return h('details', null, h('summary', null, 'Parts'), code(decodeURIComponent(value).replaceAll('&', '\n'), 'Parts'));
    if (/^(mac|oauth) /i.test(value)) return h('details', null, h('summary', null, 'Parts'), code(value.replace(' ', '\n').replaceAll(/,\s*/g, '\n'), 'Parts'));
  } catch { /* It is not what it looks like. */ }
  return null;
}

function decode(base64) {
  const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

function content(title, body, encoding, type, size) {
  const label = `${title} body`;
  const kind = h('p', { class: 'muted' }, type ? [foreign(type), ', '] : null, bytes(size));
  if (encoding === 'base64') {
    const data = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
    if (/^image\/(png|jpeg|gif|webp|svg\+xml)/.test(type)) {
      const image = h('img', { alt: `${title} body as an image`, src: URL.createObjectURL(new Blob([data], { type })) });
      return [kind, image];
    }
    return [kind, code(hexadecimal(data), label), size > 4096 ? h('p', { class: 'hint' }, 'The first 4,096 bytes') : null];
  }
  const nice = body.length < 4e6 ? pretty(body) : body;
  const shown = h('div', null, code(nice, label));
  const copy = copyButton('Copy', body);
  if (nice === body) return [kind, shown, h('p', null, copy)];
  const raw = h('button', {
    type: 'button', class: 'small', 'aria-pressed': 'false', click: () => {
      const isRaw = raw.getAttribute('aria-pressed') !== 'true';
      raw.setAttribute('aria-pressed', isRaw);
      fill(shown, code(isRaw ? body : nice, label));
    },
  }, 'As sent');
  return [kind, shown, h('p', { class: 'actions' }, copy, raw)];
}

function hexadecimal(data) {
  const lines = [];
  for (let start = 0; start < Math.min(data.length, 4096); start += 16) {
    const row = data.slice(start, start + 16);
    const digits = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = [...row].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${start.toString(16).padStart(6, '0')}  ${digits.padEnd(47)}  ${letters}`);
  }
  return lines.join('\n');
}

/** A form with the request, to be changed and sent. */
function edit(place, it, filters) {
  const { request } = it;
  const isText = request.encoding !== 'base64';
  const method = select([...new Set([request.method, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])], request.method);
  const path = h('input', { value: request.path, autocomplete: 'off', spellcheck: 'false', required: true });
  const headers = h('textarea', { rows: '6', spellcheck: 'false' });
  headers.value = request.headers.filter(({ name }) => !/^(host|content-length)$/i.test(name)).map(({ name, value }) => `${name}: ${value}`).join('\n');
  const body = h('textarea', { rows: '8', spellcheck: 'false' });
  body.value = isText ? request.body ?? '' : '';
  const sign = h('input', { type: 'checkbox', id: 'sign', checked: request.headers.some(({ name }) => /^authorization$/i.test(name)) });
  const element = h('form', { class: 'panel', 'aria-label': 'Edit and send', submit: attempt(async (event) => {
    event.preventDefault();
    const edits = { method: method.value, path: path.value, headers: lines(headers.value), sign: sign.checked };
    if (isText) Object.assign(edits, { body: body.value, encoding: 'text' });
    const answer = await call('POST', `requests/${it.number}/replay`, { body: edits });
    announce(`The response has the status ${answer.response.status}`);
    await go(link(['requests', answer.number], filters));
  }) },
  field('Method', method), field('Path and query', path), field('Headers', headers, 'One per line, as Name: value'),
  isText ? field('Body', body) : h('p', { class: 'hint' }, 'The body is not text, so it is sent unchanged.'),
  h('p', { class: 'field check' }, sign, h('label', { for: 'sign' }, 'Sign the request, and add the keys that clients send')),
  h('p', { class: 'actions' }, h('button', { class: 'primary' }, 'Send'), h('button', { type: 'button', click: () => fill(place) }, 'Cancel')));
  fill(place, element);
  path.focus();
}

function lines(value) {
  return value.split('\n').filter((line) => line.trim()).map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`“${line.slice(0, 40)}” is not a header field: write Name: value`);
    return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
  });
}
