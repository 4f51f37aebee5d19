// The view of provider states, each with a form for its parameters.
import { announce, attempt, code, copyButton, field, fill, foreign, h, head, reveal, select, short } from './dom.js';
import { emulators, lossless, namespace } from './api.js';
import { link } from './app.js';
import { brief, parse, print } from './json.js';

/** Shows the view. */
export async function view(content, place) {
  const known = await emulators();
  const menu = h('nav', { 'aria-label': 'States' });
  const shown = h('section', { 'aria-label': 'The state' });
  content.append(head('States'), h('p', { class: 'lead' }, 'The provider states of contracts. Each one sets up the data that a test starts with.'),
    h('div', { class: 'split' }, menu, shown));
  function open({ rest: [name, state] }) {
    fill(menu, known.map((emulator) => h('details', { open: !name || emulator.name === name },
      h('summary', null, short(emulator.title)),
      h('ul', { class: 'menu' }, emulator.states.map((one) => h('li', null, h('a', {
        href: link(['states', emulator.name, one.name]), 'aria-current': emulator.name === name && one.name === state ? 'true' : null,
      }, short(one.name))))))));
    reveal(menu);
    const found = known.find((one) => one.name === name)?.states.find((one) => one.name === state);
    fill(shown, found ? form(name, found) : h('p', { class: 'notice' }, state || (name && !known.some((one) => one.name === name)) ? 'There is no such state.' : 'Choose a state.'));
  }
  open(place);
  return { update: async (now) => { open(now); shown.querySelector('h2')?.focus({ preventScroll: true }); } };
}

function form(emulator, state) {
  const inputs = Object.entries(state.parameters ?? {}).map(([name, meaning]) => input(name, meaning));
  const result = h('div', { role: 'status' });
  const results = Object.entries(state.results ?? {});
  return [
    h('h2', { tabindex: '-1' }, short(state.name)),
    h('form', { class: 'panel changes', 'aria-label': state.name, submit: attempt(async (event) => {
      event.preventDefault();
      fill(result);
      const members = inputs.map((one) => [one.name, one.value()]).filter(([, value]) => value !== undefined);
      const raw = print(new Map([['state', state.name], ['emulator', emulator], ['namespace', namespace()], ['params', new Map(members)]]), 0);
      const values = await lossless('POST', 'states', { raw });
      announce('The state is set up');
      fill(result, h('div', { class: 'notice ok' }, h('p', null, 'The state is set up.', values.size ? ' Results:' : '')), values.size ? table(values, state.results ?? {}) : null);
    }) },
    inputs.length ? inputs.map((one) => one.element) : h('p', null, 'This state has no parameters.'),
    h('p', { class: 'actions' }, h('button', { class: 'primary' }, 'Set up'))),
    results.length ? h('p', { class: 'hint' }, 'Results: ', results.map(([name, meaning], index) => [index ? '; ' : '', h('code', null, name), `: ${meaning}`])) : null,
    result,
  ];
}

function table(values, meanings) {
  return h('table', { class: 'plain' }, h('caption', { class: 'unseen' }, 'Results'),
    h('tbody', null, [...values].map(([name, value]) => h('tr', null,
      h('th', { scope: 'row' }, foreign(name), Object.hasOwn(meanings, name) ? h('p', { class: 'hint' }, meanings[name]) : null),
      h('td', null, value instanceof Map || Array.isArray(value) ? code(print(value), name) : [h('code', { class: 'key' }, foreign(brief(value))), ' ', copyButton('Copy', brief(value))])))));
}

/** A control for a parameter, by the type that its meaning begins with. */
function input(name, meaning) {
  const isOptional = /default|optional/.test(meaning);
  const attributes = { autocomplete: 'off', spellcheck: 'false', name };
  const make = (control, value) => ({ name, value, element: field(isOptional ? name : `${name} (required)`, control, meaning) });
  if (/^boolean/.test(meaning)) {
    const control = select([['', 'default'], 'true', 'false'], '', attributes);
    return make(control, () => (control.value === '' ? undefined : control.value === 'true'));
  }
  if (/^(object|array|any value|string or array)/.test(meaning)) {
    const control = h('textarea', { ...attributes, rows: '3', placeholder: /^object/.test(meaning) ? '{ }' : /^array/.test(meaning) ? '[ ]' : '"text"', required: !isOptional });
    return make(control, () => json(control, name));
  }
  if (/^(integer|whole number)/.test(meaning)) {
    const control = h('input', { ...attributes, type: 'number', step: '1', required: !isOptional });
    return make(control, () => (control.value === '' ? undefined : Number(control.value)));
  }
  const control = h('input', { ...attributes });
  return make(control, () => (control.value === '' ? undefined : control.value));
}

function json(control, name) {
  control.removeAttribute('aria-invalid');
  if (!control.value.trim()) return undefined;
  try { return parse(control.value); } catch (error) {
    control.setAttribute('aria-invalid', 'true');
    control.focus();
    throw new Error(`${name} is not valid JSON: ${error.message}`);
  }
}
