import { timeFormat } from '../time-format';

/** How times are shown: the zone, and the present time. Without `now`, no times are relative, such as "5 min ago". */
export type TimeView = { readonly zone: string; readonly now: Date | null };

/** The default: absolute, in UTC. */
export const plainTimeView: TimeView = { zone: 'UTC', now: null };

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A time in a list: "5 min ago" within a day, otherwise "Nov 21, 02:51". The year is added if it is another one. */
export function formatListTime(at: Date, view: TimeView): string {
  const { zone, now } = view;
  if (now !== null && Math.abs(at.getTime() - now.getTime()) < day * 1000) return formatDistance(at, now);
  const isThisYear = now !== null && yearOf(at, zone) === yearOf(now, zone);
  const { date, year, time } = partsOf(at, zone);
  return `${date}${isThisYear ? '' : `, ${year}`}, ${time}${zone === 'UTC' ? ' UTC' : ''}`;
}

/** A time among the details of an object: "Nov 21, 2026, 02:51:21 GMT+1 · 34 h ago". */
export function formatFullTime(at: Date, { zone, now }: TimeView): string {
  const { date, year, time, seconds, name } = partsOf(at, zone);
  return `${date}, ${year}, ${time}:${seconds} ${name}${now === null ? '' : ` · ${formatDistance(at, now)}`}`;
}

/** A time that is the same for everybody: "2026-11-21 02:51:21 UTC". */
export function formatUtcTime(at: Date): string {
  const text = at.toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;
}

/** The distance of a time from now, in the largest useful unit: minutes, hours up to two days, then days. */
function formatDistance(at: Date, now: Date): string {
  const seconds = Math.floor(Math.abs(now.getTime() - at.getTime()) / 1000);
  const isPast = at.getTime() <= now.getTime();
  if (seconds < minute) return isPast ? 'just now' : 'in less than 1 min';
  const far = lengthOf(seconds);
  return isPast ? `${far} ago` : `in ${far}`;
}

function lengthOf(seconds: number): string {
  if (seconds < hour) return `${Math.floor(seconds / minute)} min`;
  if (seconds < 2 * day) return `${Math.floor(seconds / hour)} h`;
  return `${Math.floor(seconds / day)} days`;
}

function yearOf(at: Date, zone: string): string {
  return partsOf(at, zone).year;
}

function partsOf(at: Date, zone: string) {
  const parts = new Map(
    timeFormat('en-US', { timeZone: zone, ...told })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    date: `${part('month')} ${part('day')}`,
    year: part('year'),
    time: `${part('hour')}:${part('minute')}`,
    seconds: part('second'),
    name: part('timeZoneName'),
  };
}

/** All parts of a time. */
const told = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;
