// A graph of rows that link two others, such as EGF2's edges: up to 60 nodes, in the same
// layout each time.
import { h, s } from './dom.js';
import { link } from './app.js';
import { brief } from './json.js';
import { targetOf } from './row.js';

const most = 60;
const [width, height] = [900, 512];

/** The picture, with the same as a list for those who do not see it. */
export function graph(table, [from, to], answer, base) {
  const nodes = new Map();
  const edges = [];
  const node = (id, target) => {
    if (!nodes.has(id)) nodes.set(id, { id, target, number: nodes.size });
    return nodes.get(id);
  };
  for (const item of answer.get('rows')) {
    const [one, other] = [from, to].map(({ name }) => brief(item.get('row').get(name)));
    const known = [one, other].filter((id) => nodes.has(id)).length;
    if (nodes.size + 2 - known > most) continue;
    edges.push({ one: node(one, targetOf(from, item.get('row'))), other: node(other, targetOf(to, item.get('row'))) });
  }
  const all = [...nodes.values()];
  layOut(all, edges);
  const picture = s('svg', { class: 'graph', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': `${all.length} objects and ${edges.length} edges of ${table.title}` },
    edges.map(({ one, other }) => s('line', { x1: one.x, y1: one.y, x2: other.x, y2: other.y })),
    all.map((it) => s('a', { href: link([base, table.emulator, it.target, it.id]), 'aria-label': it.id },
      s('circle', { cx: it.x, cy: it.y, r: 7 }), s('text', it.x < width / 2 - 1 ? { x: it.x - 10, y: it.y + 4, 'text-anchor': 'end' } : { x: it.x + 10, y: it.y + 4 }, it.id.length > 14 ? it.id.slice(0, 13) + '…' : it.id))));
  picture.addEventListener('click', (event) => {
    const anchor = event.target.closest('a');
    if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const plain = h('a', { href: anchor.getAttribute('href'), class: 'unseen' });
    picture.parentElement.append(plain);
    plain.click();
    plain.remove();
  });
  return h('figure', null, picture, h('figcaption', { class: 'hint' }, edges.length ? `${all.length} objects, ${edges.length} edges` : 'There are no edges yet.',
    edges.length < answer.get('rows').length ? ', the first of more' : ''));
}

/** Springs along edges, repulsion between all, from a circle; no chance in it. */
function layOut(nodes, edges) {
  for (const node of nodes) {
    const angle = (node.number / nodes.length) * 2 * Math.PI;
    node.x = width / 2 + Math.cos(angle) * 200;
    node.y = height / 2 + Math.sin(angle) * 180;
  }
  for (let round = 0; round < 200; round += 1) {
    const heat = 12 * (1 - round / 200);
    const moves = new Map(nodes.map((node) => [node, [(width / 2 - node.x) * 0.02, (height / 2 - node.y) * 0.03]]));
    const pull = (one, other, strength) => {
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const distance = Math.max(1, Math.hypot(dx, dy));
      const force = strength(distance);
      for (const [node, sign] of [[one, 1], [other, -1]]) {
        const move = moves.get(node);
        move[0] += (sign * force * dx) / distance;
        move[1] += (sign * force * dy) / distance;
      }
    };
    for (const one of nodes) for (const other of nodes) if (one.number < other.number) pull(one, other, (distance) => -16000 / (distance * distance));
    for (const { one, other } of edges) if (one !== other) pull(one, other, (distance) => (distance - 110) * 0.08);
    for (const [node, [dx, dy]] of moves) {
      const length = Math.max(1, Math.hypot(dx, dy));
      node.x = Math.min(width - 120, Math.max(120, node.x + (dx / length) * Math.min(length, heat)));
      node.y = Math.min(height - 12, Math.max(12, node.y + (dy / length) * Math.min(length, heat)));
    }
  }
}
