// Sends a query in the vendor's own language as a client would; the table describes the
// request.
import { attempt, button, code, facts, field, fill, foreign, h } from './dom.js';
import { call } from './api.js';
import { link } from './app.js';
import { parse, print } from './json.js';

/** A box for a table with `query`: `{"method","path","headers","example","member"}`. */
export function queryBox(table) {
  const { query } = table;
  const area = h('textarea', { rows: '3', spellcheck: 'false', required: true });
  area.value = query.example ?? 'SELECT * FROM c';
  const result = h('div', { role: 'status' });
  return h('details', null, h('summary', null, 'Query'), h('form', { class: 'panel', 'aria-label': 'Query', submit: attempt(async (event) => {
    event.preventDefault();
    await run(null);
  }) }, field('Query', area), h('p', { class: 'actions' }, h('button', { class: 'primary' }, 'Run'))), result);

  async function run(continuation) {
    const headers = [...query.headers ?? []];
    if (continuation) headers.push({ name: 'x-ms-continuation', value: continuation });
    const it = await call('POST', 'requests', { body: {
      emulator: table.emulator, method: query.method, path: query.path, headers, sign: true,
      body: JSON.stringify({ query: area.value, parameters: [] }),
    } });
    const header = (name) => it.response.headers.find((one) => one.name.toLowerCase() === name)?.value;
    const next = header('x-ms-continuation');
    const answer = parse(it.response.body || 'null');
    const rows = answer instanceof Map && Array.isArray(answer.get(query.member)) ? answer.get(query.member) : answer;
    fill(result, facts([
      ['Status', [String(it.response.status), ' ', h('a', { href: link(['requests', it.number]) }, 'The whole exchange')]],
      Array.isArray(rows) ? ['Rows', String(rows.length)] : null,
      header('x-ms-request-charge') ? ['Charge', `${header('x-ms-request-charge')} RU`] : null,
      header('x-ms-documentdb-query-metrics') ? ['Metrics', h('details', null, h('summary', null, 'Show'), code(header('x-ms-documentdb-query-metrics').replaceAll(';', '\n'), 'Metrics'))] : null,
      next ? ['Continuation', h('code', null, foreign(next, 120))] : null,
    ]), code(print(rows), 'Result'), next ? button('Next page', () => run(next)) : null);
  }
}
