// Parses and prints JSON without loss: numbers keep their digits, members their order and
// names.

/** A number as it was written. */
export class Digits {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

const token = /\s*(?:([[\]{}:,])|("[^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;
const deepest = 400;

/** A text's value: Map, array, string, boolean, null or Digits. Throws SyntaxError with line and column. */
export function parse(text) {
  let place = 0;
  let current = null;
  const fail = (what) => {
    const before = text.slice(0, place).split('\n');
    throw new SyntaxError(`line ${before.length}, column ${before.at(-1).length + 1}: ${what}`);
  };
  const next = () => {
    token.lastIndex = place;
    const match = token.exec(text);
    if (!match) {
      place += /^\s*/.exec(text.slice(place, place + 1000))[0].length;
      fail(place >= text.length ? 'the text ends too early' : `“${text.slice(place, place + 12)}” is not valid JSON`);
    }
    current = match;
    place = token.lastIndex;
    return match;
  };
  const isMark = (mark) => current[1] === mark;
  const string = () => {
    try { return JSON.parse(current[2]); } catch { return fail('the string has a wrong escape'); }
  };
  const value = (depth) => {
    if (depth > deepest) fail(`it is nested deeper than ${deepest}`);
    if (current[2] !== undefined) return string();
    if (current[3] !== undefined) return new Digits(current[3]);
    if (current[4] !== undefined) return { true: true, false: false, null: null }[current[4]];
    if (isMark('[')) return list(depth);
    if (isMark('{')) return object(depth);
    return fail(`a value is missing before “${current[1]}”`);
  };
  const list = (depth) => {
    const items = [];
    next();
    if (isMark(']')) return items;
    for (;;) {
      items.push(value(depth + 1));
      next();
      if (isMark(']')) return items;
      if (!isMark(',')) fail('a comma or ] is missing');
      next();
    }
  };
  const object = (depth) => {
    const members = new Map();
    next();
    if (isMark('}')) return members;
    for (;;) {
      if (current[2] === undefined) fail('a member needs a name in quotes');
      const name = string();
      if (members.has(name)) fail(`“${name.slice(0, 40)}” occurs twice`);
      next();
      if (!isMark(':')) fail('a colon is missing');
      next();
      members.set(name, value(depth + 1));
      next();
      if (isMark('}')) return members;
      if (!isMark(',')) fail('a comma or } is missing');
      next();
    }
  };
  next();
  const result = value(0);
  if (text.slice(place).trim()) fail('unexpected text after the value');
  return result;
}

/** The text of a value, each member on a line where `space` is given. */
export function print(value, space = 2, indent = '') {
  if (value instanceof Digits) return value.text;
  const deeper = indent + ' '.repeat(space);
  const [start, between, end] = space ? ['\n' + deeper, ',\n' + deeper, '\n' + indent] : ['', ',', ''];
  if (Array.isArray(value)) {
    if (!value.length) return '[]';
    return '[' + start + value.map((item) => print(item, space, deeper)).join(between) + end + ']';
  }
  if (value instanceof Map) {
    if (!value.size) return '{}';
    const members = [...value].map(([name, item]) =>
      JSON.stringify(name) + (space ? ': ' : ':') + print(item, space, deeper));
    return '{' + start + members.join(between) + end + '}';
  }
  return JSON.stringify(value ?? null);
}

/** A text pretty, or as it is where it is no JSON. */
export function pretty(text) {
  try { return print(parse(text)); } catch { return text; }
}

/** A value in one line, for a table's cell. */
export function brief(value) { return typeof value === 'string' ? value : value === undefined ? '' : print(value, 0); }

/** The differences of two values, each with its path, at most `limit` of them. */
export function differences(left, right, limit = 500) {
  const found = [];
  const walk = (a, b, path) => {
    if (found.length >= limit) return;
    if (a instanceof Map && b instanceof Map) {
      for (const name of new Set([...a.keys(), ...b.keys()])) walk(a.get(name), b.get(name), [...path, name]);
    } else if (Array.isArray(a) && Array.isArray(b)) {
      for (let index = 0; index < Math.max(a.length, b.length); index += 1) walk(a[index], b[index], [...path, index]);
    } else if (brief(a) !== brief(b) || (a === undefined) !== (b === undefined) || typeof a !== typeof b) {
      found.push({ path, left: a, right: b });
    }
  };
  walk(left, right, []);
  return found;
}
