// A field for JSON with colours and folding: a text area above a coloured copy of its text.
import { announce, fill, h } from './dom.js';

const token = /("(?:[^"\\\n]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b|(⋯\d+)/g;
const mostColoured = 100000;

/** The place of the bracket that closes the one at `start`, or -1. */
export function closing(text, start) {
  let depth = 0;
  const mark = /"(?:[^"\\\n]|\\.)*"|[[\]{}]/g;
  mark.lastIndex = start;
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    if (match[0] === '{' || match[0] === '[') depth += 1;
    else if (match[0] === '}' || match[0] === ']') {
      depth -= 1;
      if (depth === 0) return match.index;
    }
  }
  return -1;
}

/** The text with what is folded in it: a mark outside a string stands for the folded text. */
export function unfolded(text, folds) {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|⋯(\d+)/g, (all, number) => (number !== undefined && folds.has(number) ? unfolded(folds.get(number), folds) : all));
}

/** The brackets that open a block of several lines: the number of the line, and the place in the text. */
export function blocks(text) {
  const found = [];
  let place = 0;
  for (const [line, content] of text.split('\n').entries()) {
    const open = /[[{]\s*$/.exec(content);
    if (open) found.push({ line, place: place + open.index, isFolded: false });
    const shut = /[[{]⋯\d+[\]}],?\s*$/.exec(content);
    if (shut) found.push({ line, place: place + shut.index, isFolded: true });
    place += content.length + 1;
  }
  return found;
}

/** The text in parts for the colours: `{text, kind}`. */
export function parts(text) {
  const found = [];
  let place = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > place) found.push({ text: text.slice(place, match.index), kind: null });
    const kind = match[1] !== undefined ? (match[2] === undefined ? 'string' : 'key') : match[3] !== undefined ? 'digits' : match[4] !== undefined ? 'literal' : 'fold';
    const own = kind === 'key' ? match[1] : match[0];
    found.push({ text: own, kind });
    place = match.index + own.length;
  }
  found.push({ text: text.slice(place), kind: null });
  return found;
}

/** Makes the field; `area` is its text area, and `value()` the whole text. */
export function jsonEditor({ text, label, changed, ...properties }) {
  const area = h('textarea', { spellcheck: 'false', autocomplete: 'off', wrap: 'off', ...properties, input: () => { paint(); changed?.(); } });
  const paper = h('pre', { class: 'paper', 'aria-hidden': 'true' });
  const gutter = h('div', { class: 'gutter', 'aria-hidden': 'true' });
  const folds = new Map();
  let number = 0;
  const foldAll = h('button', { type: 'button', click: toggleAll }, 'Fold');
  const element = h('div', { class: 'editor' }, gutter, h('div', { class: 'sheet' }, paper, area));

  function paint() {
    const isColoured = area.value.length <= mostColoured;
    element.classList.toggle('plain-text', !isColoured);
    fill(paper, isColoured ? parts(area.value).map(({ text: part, kind }) => (kind ? h('span', { class: `t-${kind}` }, part) : part)) : [], '\n');
    const opens = isColoured ? blocks(area.value) : [];
    fill(gutter, opens.slice(0, 2000).map(({ line, place, isFolded }) => {
      const mark = h('button', { type: 'button', tabindex: '-1', click: () => toggle(place, isFolded) }, isFolded ? '▸' : '▾');
      mark.style.setProperty('--line', line);
      return mark;
    }));
    foldAll.textContent = folds.size ? 'Unfold' : 'Fold';
    foldAll.hidden = !folds.size && opens.length < 2;
    area.rows = Math.max(4, Math.min(28, area.value.split('\n').length + 1));
    align();
  }
  function align() {
    paper.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
    gutter.style.setProperty('--top', `${-area.scrollTop}px`);
  }
  function fold(place) {
    const end = closing(area.value, place);
    if (end < 0) return;
    number += 1;
    folds.set(String(number), area.value.slice(place + 1, end));
    area.value = `${area.value.slice(0, place + 1)}⋯${number}${area.value.slice(end)}`;
  }
  function toggle(place, isFolded) {
    if (!isFolded) fold(place);
    else {
      const own = /^⋯(\d+)/.exec(area.value.slice(place + 1))?.[1];
      if (!folds.has(own)) return;
      area.value = area.value.slice(0, place + 1) + folds.get(own) + area.value.slice(place + 2 + own.length);
      folds.delete(own);
    }
    paint();
  }
  /** Folds each block within the outermost one, or unfolds all. */
  function toggleAll() {
    if (folds.size) set(unfolded(area.value, folds));
    else {
      for (let block = blocks(area.value)[1]; block; block = blocks(area.value).slice(1).find(({ isFolded }) => !isFolded)) {
        const before = area.value;
        fold(block.place);
        if (area.value === before) break;
      }
      paint();
    }
    announce(folds.size ? 'Folded' : 'Unfolded');
  }
  function set(value) {
    folds.clear();
    area.value = value;
    paint();
  }
  area.addEventListener('scroll', align, { passive: true });
  set(text);
  return { element, area, foldAll, set, value: () => unfolded(area.value, folds) };
}
