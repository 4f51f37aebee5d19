// How a table's values are shown in cells, and the order of its columns and rows.
import { Digits, brief } from './json.js';

const [first, last] = [Date.UTC(2000, 0), Date.UTC(2040, 0)];
const timely = /^_ts$|date|time|stamp|expire|ends$|_at$|At$/;

/** The moment that a value says, in milliseconds since 1970, or null; `name` is that of its member. */
export function moment(name, value) {
  if (value instanceof Digits && /^\d{10}(\d{3})?$/.test(value.text)) {
    const isLong = value.text.length === 13;
    const milliseconds = Number(value.text) * (isLong ? 1 : 1000);
    // Ten digits are as often a number of another kind, so the name decides.
    return (isLong || timely.test(name)) && milliseconds >= first && milliseconds < last ? milliseconds : null;
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(value)) return null;
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

/** A moment for people, in UTC: `2026-12-01 09:30:00`. */
export function spoken(milliseconds) { return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' '); }

/** What a cell shows: its text, its kind for the style, and the raw value for the pointer if that says more. */
export function cell(name, value) {
  if (value === undefined) return { text: '', kind: 'none' };
  const raw = brief(value).slice(0, 400);
  const when = moment(name, value);
  if (when !== null) return { text: spoken(when), kind: 'moment', raw };
  if (value instanceof Map || Array.isArray(value)) return { text: folded(value), kind: 'nested', raw };
  if (value instanceof Digits) return { text: raw, kind: 'number' };
  if (typeof value !== 'string') return { text: raw, kind: 'literal' };
  return raw.length > 120 ? { text: raw.slice(0, 120) + '…', kind: 'text', raw } : { text: raw, kind: 'text' };
}

/** An object or a list, folded into a few words: `{name, age}`, `[3]`. */
function folded(value) {
  if (Array.isArray(value)) return value.length ? `[${value.length}] ${brief(value[0]).slice(0, 40)}` : '[]';
  const names = [...value.keys()].map((name) => name.slice(0, 20));
  return `{${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}}`;
}

/** The value at a path of members. */
export function at(row, path) { return path.reduce((value, name) => (value instanceof Map ? value.get(name) : undefined), row); }

/** One name for a path, in which no member can be mistaken for two. */
export function titleOf(path) { return path.map((name) => name.replaceAll('.', '\\.')).join('.'); }

/**
 * The columns of a table: the user's fields first, then the vendor's. A column is `{path, title, isVendors, isNested}`.
 * `unfolded` names the columns whose members are columns of their own.
 */
export function columns(table, rows, unfolded = new Set()) {
  const vendors = new Set(table.serverFields ?? []);
  const names = [...new Set([table.key, ...table.columns.map(({ name }) => name), ...rows.flatMap((row) => [...row.keys()])])];
  const known = names.filter((name) => name !== table.key || !vendors.has(name) || rows.some((row) => row.has(name)));
  const make = (path, isVendors) => {
    const title = titleOf(path);
    const nested = rows.map((row) => at(row, path)).filter((value) => value instanceof Map);
    const isNested = nested.length > 0 && path.length < 4;
    if (!isNested || !unfolded.has(title)) return [{ path, title, isVendors, isNested }];
    const members = [...new Set(nested.flatMap((value) => [...value.keys()]))].slice(0, 40);
    return [{ path, title, isVendors, isNested, isOpen: true }, ...members.flatMap((name) => make([...path, name], isVendors))];
  };
  const ordered = [...known.filter((name) => !vendors.has(name)), ...known.filter((name) => vendors.has(name))];
  return ordered.slice(0, 200).flatMap((name) => make([name], vendors.has(name)));
}

const collator = new Intl.Collator('en', { numeric: true });

/** What a value is sorted by: numbers and moments before texts, and rows without the member last. */
export function sortKey(name, value) {
  if (value === undefined || value === null) return { rank: 3, by: 0 };
  const when = moment(name, value);
  if (when !== null) return { rank: 0, by: when };
  if (value instanceof Digits) return { rank: 0, by: Number(value.text) };
  if (typeof value === 'boolean') return { rank: 1, by: Number(value) };
  return { rank: 2, by: brief(value).slice(0, 200) };
}

/** The order of two such keys; what is missing is last in both directions. */
export function compare(a, b, isDescending) {
  if (a.rank === 3 || b.rank === 3) return a.rank - b.rank;
  const order = a.rank - b.rank || (a.rank === 2 ? collator.compare(a.by, b.by) : a.by - b.by);
  return isDescending ? -order : order;
}

/** A column's width in characters for what its first rows show. */
export function widthOf(title, texts) {
  // What one row in ten exceeds may be cut: a single long key would push the other columns out of sight.
  const lengths = texts.map((text) => text.length).sort((one, other) => one - other);
  const longest = lengths[Math.floor((lengths.length - 1) * 0.9)] ?? 0;
  return Math.max(7, Math.min(30, Math.max(title.length + 5, longest + 2)));
}
