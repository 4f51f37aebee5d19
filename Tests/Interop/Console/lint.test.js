// Checks of all of the console's scripts and its style sheet that need no browser.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const sources = new Map(readdirSync('.').filter((name) => name.endsWith('.js') && !name.endsWith('.test.js')).map((name) => [name, readFileSync(name, 'utf8')]));
const exported = (text) => [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map((match) => match[1]);
const imports = (text) => [...text.matchAll(/^import \{ ([^}]+) \} from '\.\/([\w.]+)';$/gm)]
  .flatMap(([, names, from]) => names.split(', ').map((name) => ({ name, from })));

for (const [file, text] of sources) {
  test(`${file}: each import exists and is used`, () => {
    for (const { name, from } of imports(text)) {
      assert.ok(exported(sources.get(from) ?? '').includes(name), `${from} exports no ${name}`);
      assert.ok(text.match(new RegExp(`\\b${name}\\b`, 'g')).length > 1, `${name} is not used`);
    }
    assert.equal((text.match(/^import /gm) ?? []).length, new Set(text.match(/^import .*$/gm) ?? []).size);
  });

  test(`${file}: what is declared at the top is used, here or elsewhere`, () => {
    const elsewhere = [...sources].filter(([name]) => name !== file).flatMap(([, other]) => imports(other)).filter(({ from }) => from === file).map(({ name }) => name);
    for (const [, isExported, name] of text.matchAll(/^(export )?(?:async )?(?:function|const|let|class) (\w+)/gm)) {
      const uses = text.match(new RegExp(`\\b${name}\\b`, 'g')).length;
      assert.ok(uses > 1 || (isExported && (elsewhere.includes(name) || name === 'view')), `${name} is not used`);
    }
  });

  test(`${file}: lines are short, end where they end, and no string goes over one`, () => {
    for (const [index, line] of text.split('\n').entries()) {
      const place = `line ${index + 1}`;
      assert.ok(line.length <= 260, `${place} has ${line.length} characters`);
      assert.ok(!/\s$|\t/.test(line), `${place} has spaces at its end, or a tab`);
      // The server drops the indentation of lines, which would change such a string.
      assert.equal((line.match(/`/g) ?? []).length % 2, 0, `${place} has a string over several lines`);
    }
    assert.ok(text.endsWith('\n') && !text.endsWith('\n\n'));
  });

  test(`${file}: nothing compares loosely, logs, or makes markup of text`, () => {
    for (const refused of [/[^=!]==[^=]/, /!=[^=]/, /\bvar /, /console\.(log|error)/, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser/, /\beval\(|new Function/, /debugger/]) {
      assert.ok(!refused.test(text), `${refused}`);
    }
  });
}

test('the style sheet has a rule for each class of the scripts, and none for others', () => {
  const style = readFileSync('console.css', 'utf8');
  const scripts = [...sources.values()].join('\n') + readFileSync('index.html', 'utf8');
  const ruled = new Set([...style.replace(/\/\*.*?\*\//gs, '').replace(/\d\.\d/g, '').replace(/\.\d/g, '').matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1]));
  const unused = [...ruled].filter((name) => !new RegExp(`\\b${name}\\b`).test(scripts) && !/^[ct]-/.test(name));
  assert.deepEqual(unused, []);
  assert.equal((style.match(/\{/g) ?? []).length, (style.match(/\}/g) ?? []).length);
});
