// Builds the document, and inserts text only as text: the console never parses HTML.

/** An element; a function among `properties` listens, `true` sets an attribute, `false` and `null` do not. */
export function h(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === 'function') element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element of SVG. */
export function s(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Replaces what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces the links and groups of a menu; the one with the focus keeps it. */
export function refill(menu, ...children) {
  const name = (item) => item.getAttribute('href') ?? item.textContent;
  const focused = menu.contains(document.activeElement) ? name(document.activeElement) : null;
  fill(menu, ...children);
  if (focused) [...menu.querySelectorAll('a, summary')].find((item) => name(item) === focused)?.focus({ preventScroll: true });
}

/** Scrolls a menu to its current link, once the menu is in the document. */
export function reveal(menu) {
  requestAnimationFrame(() => {
    const current = menu.querySelector('[aria-current]');
    if (current) menu.scrollTop = current.offsetTop - menu.offsetTop - menu.clientHeight / 2;
  });
}

/** Names the cells of a table after their columns: on narrow pages, each row is a block of named values. */
export function stacked(table) {
  const names = [...table.tHead.rows[0].cells].map((cell) => (cell.querySelector('.unseen') ? '' : cell.textContent));
  for (const row of table.tBodies[0].rows) {
    for (const [index, cell] of [...row.cells].entries()) {
      cell.dataset.label = names[index];
      cell.append(h('div', null, ...cell.childNodes));
    }
  }
  table.classList.add('stack');
  return table;
}

const cut = 2000;

/** Text that somebody else wrote: isolated from the direction of what is around it, and cut where it is long. */
export function foreign(text, limit = cut) {
  text = String(text ?? '');
  if (text.length <= limit) return h('bdi', null, text);
  const shown = h('bdi', null, text.slice(0, limit) + '…');
  const button = h('button', {
    type: 'button', class: 'small', click: () => {
      shown.textContent = text;
      button.remove();
      announce('All of the text is shown');
    },
  }, `Show all ${count(text.length)} characters`);
  return h('span', null, shown, ' ', button);
}

/** The beginning of such a text, where a button has no place: in links, headings and rows. */
export function short(text, limit = 80) {
  text = String(text ?? '');
  return h('bdi', { title: text.length > limit ? text.slice(0, cut) : null }, text.length > limit ? text.slice(0, limit) + '…' : text);
}

/** Preformatted text that can be scrolled by keyboard. */
export function code(text, label, limit = 20000) {
  return h('pre', { tabindex: '0', role: 'region', 'aria-label': label }, h('code', null, foreign(text, limit)));
}

/** `12,345` */
export function count(number) { return Number(number).toLocaleString('en'); }

/** `1 request`, `2 requests` */
export function amount(number, word, plural = word + 's') { return `${count(number)} ${number === 1 ? word : plural}`; }

/** Bytes for people: `1.2 KB` */
export function bytes(number) {
  if (number < 1000) return `${number} B`;
  return number < 1e6 ? `${(number / 1000).toFixed(1)} KB` : `${(number / 1e6).toFixed(1)} MB`;
}

let pending = 0;

/** Has a screen reader say something when it is done with what it says. */
export function announce(text) {
  clearTimeout(pending);
  pending = setTimeout(() => { document.getElementById('status').textContent = text; }, 100);
}

/** A button that copies a text, or what a function answers. */
export function copyButton(label, text, kind = 'small') {
  const button = h('button', {
    type: 'button', class: kind, click: async () => {
      await copy(typeof text === 'function' ? await text() : text);
      button.textContent = 'Copied';
      announce('Copied');
      setTimeout(() => { button.textContent = label; }, 1500);
    },
  }, label);
  return button;
}

async function copy(text) {
  if (navigator.clipboard) {
    try { return await navigator.clipboard.writeText(text); } catch { /* Not permitted: by selection, below. */ }
  }
  const area = h('textarea', { class: 'unseen', 'aria-hidden': 'true', tabindex: '-1' });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** Hands a text to the browser as a file. */
export function save(name, text, type = 'application/json') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

let dialogs = 0;

/** Shows a dialog, which a button or Escape ends; answers the pressed button's value, or nothing. */
export function dialog(title, content, ...buttons) {
  return new Promise((resolve) => {
    const id = `dialog-${dialogs += 1}`;
    const element = h('dialog', { 'aria-labelledby': id, close: () => { element.remove(); resolve(element.returnValue); } },
      h('form', { method: 'dialog' },
        h('h2', { id }, title), content,
        h('p', { class: 'actions' }, buttons.map(([value, label, kind]) => h('button', { value, class: kind }, label)))));
    document.body.append(element);
    element.showModal();
  });
}

/** Asks before something cannot be undone. */
export async function confirmed(title, text, action) {
  return await dialog(title, h('p', null, text), ['', 'Cancel', null], ['yes', action, 'danger']) === 'yes';
}

/** Tells what went wrong at the top of the view, until the next attempt. */
export function showError(error) {
  clearError();
  if (error?.name === 'AbortError') return;
  const box = h('div', { id: 'error', class: 'notice bad', role: 'alert' },
    h('p', null, foreign(error?.message ?? error)),
    h('button', { type: 'button', class: 'small', click: clearError }, 'Dismiss'));
  const heading = document.querySelector('main h1');
  if (heading) (heading.closest('.head') ?? heading).after(box);
  else document.getElementById('main').prepend(box);
  box.scrollIntoView({ block: 'nearest' });
}

/** Takes the last error away. */
export function clearError() { document.getElementById('error')?.remove(); }

/** A listener that tells what goes wrong in an action. */
export function attempt(action) {
  return async (event) => {
    clearError();
    try { await action(event); } catch (error) { showError(error); }
  };
}

/** A button with an action. */
export function button(label, action, kind) {
  return h('button', { type: 'button', class: kind, click: attempt(action) }, label);
}

/** A form control under its label, with a line that explains it. */
export function field(label, control, hint) {
  control.id ||= `field-${fields += 1}`;
  const note = hint ? h('span', { class: 'hint', id: `${control.id}-hint` }, hint) : null;
  if (note) control.setAttribute('aria-describedby', note.id);
  return h('div', { class: 'field' }, h('label', { for: control.id }, label), control, note);
}
let fields = 0;

/** A choice; options are texts, or pairs of value and text. */
export function select(options, chosen, properties) {
  return h('select', { autocomplete: 'off', ...properties }, options.map((option) => {
    const [value, text] = Array.isArray(option) ? option : [option, option];
    return h('option', { value, selected: value === chosen }, text);
  }));
}

/** Names and values. */
export function facts(pairs, kind = '') {
  return h('dl', { class: `facts ${kind}` }, pairs.filter((pair) => pair).map(([name, value]) =>
    [h('dt', null, name), h('dd', null, value)]));
}

/** The heading of a view with what can be done there. */
export function head(title, ...actions) {
  return h('div', { class: 'head' }, h('h1', { tabindex: '-1' }, title), h('div', { class: 'actions' }, actions));
}
