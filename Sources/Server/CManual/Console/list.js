// A list of many rows of one height, in which only the visible rows are elements.
import { h } from './dom.js';

/**
 * Makes the list. `size()` says how many rows there are, `item(index)` what one stands for, if it is there yet,
 * `draw(row, item)` fills its element, `open(item)` follows Enter or a click; `sight(first, last)` learns which rows
 * are in sight; `choose(item)` follows the space bar. Arrow keys, Home, End and Page keys move the active row.
 */
export function windowedList({ label, size, item, draw, open, sight, key, choose }) {
  const canvas = h('div', { class: 'canvas', role: 'presentation' });
  const list = h('div', { class: 'rows', role: 'listbox', tabindex: '0', 'aria-label': label }, canvas);
  const rows = new Map();
  let active = 0;
  let chosen;
  let pressed = null;
  let height = 36;
  let isPlanned = false;

  function update() {
    isPlanned = false;
    const total = size();
    const wanted = parseFloat(getComputedStyle(list).getPropertyValue('--row')) || 36;
    height = wanted * parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    canvas.style.height = `${total * height}px`;
    const first = Math.max(0, Math.floor(list.scrollTop / height) - 5);
    const last = Math.min(total, Math.ceil((list.scrollTop + list.clientHeight) / height) + 5);
    for (const [index, row] of rows) {
      if (index < first || index >= last) { row.remove(); rows.delete(index); }
    }
    active = Math.max(0, Math.min(active, total - 1));
    for (let index = first; index < last; index += 1) place(index, total);
    const current = rows.get(active);
    if (current) list.setAttribute('aria-activedescendant', current.id);
    else list.removeAttribute('aria-activedescendant');
    sight?.(first, last);
  }

  function place(index, total) {
    let row = rows.get(index);
    if (!row) {
      row = h('div', { class: 'row', role: 'option', id: `row-${index}` });
      row.dataset.index = index;
      rows.set(index, row);
      const after = rows.get(index + 1);
      if (after) after.before(row); else canvas.append(row);
    }
    row.style.transform = `translateY(${index * height}px)`;
    row.style.height = `${height}px`;
    row.setAttribute('aria-posinset', index + 1);
    row.setAttribute('aria-setsize', total);
    row.setAttribute('aria-selected', chosen !== undefined && !!item(index) && key(item(index)) === chosen);
    row.classList.toggle('active', index === active);
    draw(row, item(index));
  }

  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(update);
  }

  function move(index) {
    active = Math.max(0, Math.min(index, size() - 1));
    const top = active * height;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
    update();
  }

  list.addEventListener('scroll', plan, { passive: true });
  function openAt(index) {
    const found = item(index);
    if (found) { active = index; update(); open(found); }
  }

  // A click opens the row that was pressed, even if the rows move before the pointer is
  // released.
  list.addEventListener('pointerdown', (event) => {
    const row = event.button === 0 ? event.target.closest('.row') : null;
    pressed = row && { found: item(Number(row.dataset.index)), index: Number(row.dataset.index), x: event.clientX, y: event.clientY };
  });
  list.addEventListener('pointerup', (event) => {
    const it = pressed;
    pressed = null;
    if (!it?.found || Math.hypot(event.clientX - it.x, event.clientY - it.y) > 8) return;
    active = it.index;
    plan();
    open(it.found);
  });
  list.addEventListener('click', (event) => {
    const row = event.target.closest('.row');
    // A click without a pointer comes from a screen reader.
    if (row && event.detail === 0) openAt(Number(row.dataset.index));
  });
  list.addEventListener('keydown', (event) => {
    const page = Math.max(1, Math.floor(list.clientHeight / height) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (step !== undefined) { event.preventDefault(); move(Math.max(0, Math.min(size() - 1, active + step))); }
    if (event.key === 'Enter') { event.preventDefault(); openAt(active); }
    if (event.key === ' ' && choose) {
      event.preventDefault();
      if (item(active)) choose(item(active));
    }
  });
  const resized = new ResizeObserver(plan);
  resized.observe(list);

  return {
    element: list,
    update: plan,
    /** Keeps the rows in sight where they are when `added` rows come before them. */
    grow(added) {
      if (list.scrollTop > 0) list.scrollTop += added * height;
      active += active > 0 || list.scrollTop > 0 ? added : 0;
      plan();
    },
    /** Marks the row with a key. */
    choose(value) { chosen = value; plan(); },
    move,
    toTop() { list.scrollTop = 0; active = 0; plan(); },
  };
}
