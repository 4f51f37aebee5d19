// The pure parts of the console's scripts: node --test, in a folder with the scripts as ES modules.
import assert from 'node:assert/strict';
import test from 'node:test';
import { brief, differences, parse, pretty, print } from './json.js';

const row = (text) => parse(text);

test('JSON keeps digits, names and order', () => {
  const text = '{"b":12345678901234567890,"a":1.0,"__proto__":{"x":[true,null]}}';
  assert.equal(print(parse(text), 0), text);
  assert.equal(({}).x, undefined);
});

test('JSON errors name line and column', () => {
  assert.throws(() => parse('{\n  "a": ,\n}'), /^SyntaxError: line 2, column 9: /);
  assert.throws(() => parse('{"a":1,"a":2}'), /stands twice/);
  assert.throws(() => parse('[1] 2'), /something stands after/);
});

test('text that is not JSON stays as it is', () => assert.equal(pretty('{"a":'), '{"a":'));

test('differences name the path', () => {
  const found = differences(row('{"a":{"b":1},"c":2}'), row('{"a":{"b":"1"},"c":2}'));
  assert.deepEqual(found.map(({ path, left, right }) => [path.join('.'), brief(left), brief(right)]), [['a.b', '1', '1']]);
});
