// Two pictures, drawn as SVG: requests per minute, and what expires when.
import { amount, h, s, short } from './dom.js';

const kinds = [['fine', 'succeeded'], ['refused', 'refused (4xx)'], ['failed', 'failed (5xx)']];

/** The heights of each minute's parts, from the bottom, in units of `height` for the busiest minute. */
export function bars(minutes, height) {
  const totals = minutes.fine.map((_, index) => kinds.reduce((sum, [kind]) => sum + minutes[kind][index], 0));
  const most = Math.max(1, ...totals);
  return { most, totals, bars: totals.flatMap((_, index) => {
    let below = 0;
    return kinds.flatMap(([kind]) => {
      const number = minutes[kind][index];
      if (!number) return [];
      // A single request among thousands can be seen too.
      const tall = Math.max(2, number / most * height);
      below += tall;
      return [{ index, kind, y: Math.max(0, height - below), height: tall }];
    });
  }) };
}

/** Requests per minute by status, with the same in words. */
export function minutesChart(minutes) {
  const [height, step] = [100, 20];
  const { most, totals, bars: parts } = bars(minutes, height);
  const sums = kinds.map(([kind, label]) => [kind, label, minutes[kind].reduce((sum, number) => sum + number, 0)]);
  const clock = (index) => new Date(Date.parse(minutes.from) + index * 60000).toISOString().slice(11, 16);
  const picture = s('svg', { viewBox: `0 0 ${totals.length * step} ${height}`, preserveAspectRatio: 'none', role: 'img',
    'aria-label': `Requests per minute in ${totals.length} minutes: ${sums.map(([, label, sum]) => `${sum} ${label}`).join(', ')}; at most ${most} in a minute` },
  parts.map(({ index, kind, y, height: tall }) => s('rect', { class: `bar ${kind}`, x: index * step + 2, y, width: step - 4, height: tall },
    s('title', null, `${clock(index)}: ${amount(minutes[kind][index], 'request')} ${kind}`))));
  return h('figure', { class: 'chart' },
    h('figcaption', null, h('strong', null, 'Requests per minute'), sums.map(([kind, label, sum]) => h('span', { class: `legend ${kind}` }, `${label} `, h('b', null, sum)))),
    h('div', { class: 'plot' }, h('small', { class: 'most' }, most), picture),
    h('div', { class: 'axis' }, h('small', null, clock(0)), h('small', null, 'by the emulators’ clock, UTC'), h('small', null, clock(totals.length - 1))));
}

const minute = 60000;
const marks = [['now', 0], ['1 min', minute], ['15 min', 15 * minute], ['1 h', 60 * minute], ['6 h', 360 * minute], ['1 d', 1440 * minute], ['7 d', 10080 * minute], ['30 d', 43200 * minute], ['1 y', 525600 * minute], ['10 y', 5256000 * minute]];

/** The place of a moment between now and the last one, from 0 to 1: near ones are further apart. */
export function placeOf(milliseconds, longest) {
  if (milliseconds <= 0) return 0;
  return Math.min(1, Math.log1p(milliseconds / minute) / Math.log1p(longest / minute));
}

/** Which marks an axis has on which there is room for `most`. */
export function axisOf(longest, most = 6) {
  const fitting = marks.filter(([, at]) => at <= longest);
  const step = Math.ceil(fitting.length / most);
  return fitting.filter((_, index) => index % step === 0).map(([label, at]) => ({ label, place: placeOf(at, longest) }));
}

/** How long something takes, in its largest unit: `in 3 h`, `5 min ago`. */
export function distance(milliseconds) {
  const long = Math.abs(milliseconds);
  const [size, unit] = [[86400000, 'd'], [3600000, 'h'], [60000, 'min']].find(([each]) => long >= each) ?? [1000, 's'];
  const words = `${Math.floor(long / size)} ${unit}`;
  return milliseconds < 0 ? `${words} ago` : `in ${words}`;
}

/** What expires when, a lane for each table: items are `{table, title, key, at, href}`. */
export function timeline(items, now) {
  const ahead = items.filter(({ at }) => at > now);
  const longest = Math.max(minute, ...ahead.map(({ at }) => at - now));
  const lanes = new Map();
  for (const item of ahead) lanes.set(item.table, [...lanes.get(item.table) ?? [], item]);
  const [width, height] = [1000, 24];
  return h('figure', { class: 'chart timeline' },
    [...lanes].map(([table, members]) => h('div', { class: 'lane' }, h('span', null, short(table, 60), h('small', null, ` ${members.length}`)),
      s('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img',
        'aria-label': `${table}: ${members.length} expire, the next ${distance(Math.min(...members.map(({ at }) => at)) - now)}` },
      s('line', { class: 'rail', x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      members.slice(0, 500).map(({ key, at }) => {
        const x = 4 + placeOf(at - now, longest) * (width - 8);
        return s('line', { class: 'tick', x1: x, x2: x, y1: 3, y2: height - 3 }, s('title', null, `${key.slice(0, 60)} ${distance(at - now)}`));
      })))),
    lanes.size ? h('div', { class: 'lane' }, h('span'), h('div', { class: 'axis' }, axisOf(longest, 5).map(({ label, place }) => {
      const mark = h('small', null, label);
      mark.style.setProperty('--at', `${place * 100}%`);
      return mark;
    }))) : null);
}
