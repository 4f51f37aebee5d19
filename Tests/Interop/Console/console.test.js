// The pure parts of the console's scripts: node --test, in a folder with the scripts as ES modules.
import assert from 'node:assert/strict';
import test from 'node:test';
import { events } from './api.js';
import { at, cell, columns, compare, moment, sortKey, widthOf } from './cells.js';
import { axisOf, bars, distance, placeOf } from './chart.js';
import { blocks, closing, parts, unfolded } from './editor.js';
import { expiry } from './expiry.js';
import { brief, differences, parse, pretty, print } from './json.js';

const row = (text) => parse(text);

test('JSON keeps digits, names and order', () => {
  const text = '{"b":12345678901234567890,"a":1.0,"__proto__":{"x":[true,null]}}';
  assert.equal(print(parse(text), 0), text);
  assert.equal(({}).x, undefined);
});

test('JSON errors name line and column', () => {
  assert.throws(() => parse('{\n  "a": ,\n}'), /^SyntaxError: line 2, column 9: /);
  assert.throws(() => parse('{"a":1,"a":2}'), /occurs twice/);
  assert.throws(() => parse('[1] 2'), /unexpected text after/);
});

test('text that is not JSON stays as it is', () => assert.equal(pretty('{"a":'), '{"a":'));

test('differences name the path', () => {
  const found = differences(row('{"a":{"b":1},"c":2}'), row('{"a":{"b":"1"},"c":2}'));
  assert.deepEqual(found.map(({ path, left, right }) => [path.join('.'), brief(left), brief(right)]), [['a.b', '1', '1']]);
});

test('moments are recognised by their digits and names', () => {
  const value = (text) => parse(text);
  assert.equal(moment('createddate', value('1371040000123')), 1371040000123);
  assert.equal(moment('n', value('1371040000123')), 1371040000123);
  assert.equal(moment('_ts', value('1371040000')), 1371040000000);
  assert.equal(moment('phone', value('1371040000')), null);
  assert.equal(moment('phone', value('4915112345678')), null);
  assert.equal(moment('at', value('"2013-06-12T12:26:40.123Z"')), 1371040000123);
  assert.equal(moment('at', value('"2013-06-99T12:26:40Z"')), null);
  assert.equal(moment('at', value('"12:26"')), null);
});

test('a cell shows a readable moment with the raw value, and folds what is nested', () => {
  assert.deepEqual(cell('createddate', parse('1371040000123')), { text: '2013-06-12 12:26:40', kind: 'moment', raw: '1371040000123' });
  assert.equal(cell('a', parse('{"x":1,"y":2}')).text, '{x, y}');
  assert.equal(cell('a', parse('[1,2]')).text, '[2] 1');
  assert.deepEqual(cell('a', undefined), { text: '', kind: 'none' });
  assert.deepEqual(cell('a', parse('12345678901234567')), { text: '12345678901234567', kind: 'number' });
});

test('the user’s fields come first, and the service’s after them', () => {
  const table = { key: 'todo_id', columns: [{ name: 'todo_id' }, { name: 'createddate' }, { name: 'sm_owner' }, { name: 'title' }], serverFields: ['createddate', 'sm_owner'] };
  const found = columns(table, [row('{"todo_id":"1","title":"a","extra":{"x":1},"createddate":1}')]);
  assert.deepEqual(found.map(({ title, isVendors }) => [title, isVendors]),
    [['todo_id', false], ['title', false], ['extra', false], ['createddate', true], ['sm_owner', true]]);
});

test('an unfolded column has a column for each member', () => {
  const table = { key: 'id', columns: [{ name: 'id' }], serverFields: [] };
  const rows = [row('{"id":"1","place":{"city":"Rome","geo":{"lat":1}}}'), row('{"id":"2"}')];
  assert.deepEqual(columns(table, rows, new Set(['place'])).map(({ title, isOpen }) => [title, isOpen ?? false]),
    [['id', false], ['place', true], ['place.city', false], ['place.geo', false]]);
  assert.equal(at(rows[0], ['place', 'geo', 'lat']).text, '1');
  assert.equal(at(rows[1], ['place', 'geo', 'lat']), undefined);
});

test('rows are sorted by value, and those without one are last in both directions', () => {
  const values = ['"b"', '10', '9', 'null', '"a10"', '"a9"', 'true'].map((text) => sortKey('x', parse(text)));
  const sorted = (isDescending) => [0, 1, 2, 3, 4, 5, 6].sort((a, b) => compare(values[a], values[b], isDescending));
  assert.deepEqual(sorted(false), [2, 1, 6, 5, 4, 0, 3]);
  assert.deepEqual(sorted(true), [0, 4, 5, 6, 1, 2, 3]);
});

test('a column is as wide as its values, within limits', () => {
  assert.equal(widthOf('a', []), 7);
  assert.equal(widthOf('a', ['x'.repeat(200)]), 30);
});

test('the editor folds a block and gives the whole text back', () => {
  const text = '{\n  "a": {\n    "b": "}⋯1"\n  }\n}';
  const [, inner] = blocks(text);
  assert.deepEqual(inner, { line: 1, place: text.indexOf('{', 1), isFolded: false });
  const end = closing(text, inner.place);
  const folds = new Map([['1', text.slice(inner.place + 1, end)]]);
  const short = `${text.slice(0, inner.place + 1)}⋯1${text.slice(end)}`;
  assert.equal(unfolded(short, folds), text);
  assert.deepEqual(blocks(short).map(({ isFolded }) => isFolded), [false, true]);
  assert.equal(closing('{"a":"}"', 0), -1);
});

test('the editor’s colours leave no character out', () => {
  for (const text of ['{\n  "a": -1.5e3,\n  "b\\"": [true, null, "<i>"]\n}', '{"torn', '⋯1']) {
    assert.equal(parts(text).map((part) => part.text).join(''), text);
  }
  assert.deepEqual(parts('{"a":1}').filter(({ kind }) => kind).map(({ text, kind }) => [text, kind]), [['"a"', 'key'], ['1', 'digits']]);
});

test('the bars of a minute stand on each other, and one request can be seen', () => {
  const { most, bars: found } = bars({ fine: [0, 1000], refused: [0, 1], failed: [0, 0] }, 100);
  assert.equal(most, 1001);
  assert.deepEqual(found.map(({ index, kind }) => [index, kind]), [[1, 'fine'], [1, 'refused']]);
  assert.equal(found[1].height, 2);
  assert.equal(bars({ fine: [0], refused: [0], failed: [0] }, 100).most, 1);
});

test('the time line shows near moments further apart', () => {
  assert.equal(placeOf(-5, 100), 0);
  assert.equal(placeOf(3600000, 3600000), 1);
  assert.ok(placeOf(60000, 86400000) > 60000 / 86400000);
  assert.ok(axisOf(86400000, 5).length <= 5);
  assert.deepEqual([distance(90000), distance(-7200000), distance(500)], ['in 1 min', '2 h ago', 'in 0 s']);
});

test('a row expires at a time, or some seconds after one', () => {
  assert.equal(expiry({ member: 'expires' }, row('{"expires":"2013-06-12T12:26:40.123Z"}')), 1371040000123);
  const rule = { since: '_ts', member: 'ttl', seconds: 60 };
  assert.equal(expiry(rule, row('{"_ts":1371040000,"ttl":10}')), 1371040010000);
  assert.equal(expiry(rule, row('{"_ts":1371040000}')), 1371040060000);
  assert.equal(expiry(rule, row('{"_ts":1371040000,"ttl":-1}')), null);
  assert.equal(expiry({ since: '_ts', member: 'ttl' }, row('{"_ts":1371040000}')), null);
});

test('readers of events learn that the numbers of requests start again', (context) => {
  const sources = [];
  context.mock.timers.enable({ apis: ['setTimeout'] });
  globalThis.location = { search: '' };
  globalThis.EventSource = class extends EventTarget {
    constructor() { super(); sources.push(this); }
    close() {}
  };
  const send = (name, data) => sources.at(-1).dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  let renewals = 0;
  events({ renewed: () => { renewals += 1; } });
  send('hello', { last: 3 });
  send('request', { number: 4 });
  send('hello', { last: 4 });
  assert.equal(renewals, 0, 'the connection was lost, and the server still has the same requests');
  send('hello', { last: 0 });
  assert.equal(renewals, 1, 'the server was restarted');
  send('end', {});
  context.mock.timers.tick(1000);
  send('hello', { last: 9 });
  assert.deepEqual([renewals, sources.length], [2, 2], 'the configuration was read again');
});
