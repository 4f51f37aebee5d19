// The time at which a table's row expires, as the table's description says it.
import { Digits } from './json.js';
import { moment } from './cells.js';

/** The number that a value says, or null. */
function number(value) { return value instanceof Digits ? Number(value.text) : null; }

/**
 * The moment in milliseconds since 1970, or null. A description is `{member}`, a member with that moment, or
 * `{since, member, seconds}`: so many seconds after a moment, of the row's own member or, without it, of the table.
 */
export function expiry({ member, since, seconds }, row) {
  if (since === undefined) {
    const value = row.get(member);
    return moment(member, value) ?? number(value);
  }
  const start = moment(since, row.get(since));
  const long = (member === undefined ? null : number(row.get(member))) ?? seconds ?? null;
  return start === null || long === null || long < 0 ? null : start + long * 1000;
}
