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

/** When something began: "17:20" for today, otherwise "Nov 21, 17:20". */
export function formatStart(at: Date, { zone, now }: TimeView): string {
  const { date, time } = partsOf(at, zone);
  const isToday = now !== null && formatDay(at, zone) === formatDay(now, zone);
  return `${isToday ? '' : `${date}, `}${time}${zone === 'UTC' ? ' UTC' : ''}`;
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
  // What was given 90 days a moment ago ends in 90 days.
  const far = lengthOf(isPast || seconds < 2 * day ? seconds : seconds + day / 2);
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

/** By locale and options. There are a few for each of a few hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A format for times. It is cached, because creating one takes much longer than using it. */
export function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** The label of a column of a chart: "14:00" for an hour, "Nov 16" for a day. */
export function formatColumn(
  from: Date,
  { zone, isHour }: { readonly zone: string; readonly isHour: boolean },
): string {
  const parts = isHour ? hourParts : dayParts;
  return timeFormat('en-US', { timeZone: zone, ...parts }).format(from);
}

/** A day: "Monday, Nov 30, 2026". */
export function formatDay(at: Date, zone: string): string {
  return timeFormat('en-US', { timeZone: zone, weekday: 'long', ...dayParts, year: 'numeric' }).format(at);
}

const hourParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const dayParts = { month: 'short', day: 'numeric' } as const;

type Span = { readonly from: string | null; readonly to: string | null };

/** A period between two times in ISO 8601: "Nov 16, 00:00 – Nov 23, 11:06". Null means open. */
export function formatPeriod({ from, to }: Span, zone: string): string {
  const tell = (at: string | null) => {
    if (at === null) return '';
    const date = new Date(at);
    return `${formatColumn(date, { zone, isHour: false })}, ${formatColumn(date, { zone, isHour: true })}`;
  };
  return `${tell(from)} – ${tell(to)}`.trim();
}

/** A change in percent: "+12%", "-1%". Null if there was nothing before. */
export function formatChange(now: number, before: number | null): string | null {
  if (before === null || before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-US')}%`;
}

/** The administration is in American English, and so is the format of its numbers. */
const format = new Intl.NumberFormat('en-US');

/** A count with grouped thousands: "5,005". */
export function formatNumber(value: number): string {
  return format.format(value);
}

/**
 * A count that may be incomplete: "1,000+".
 * @param more true if there are more than were counted
 */
export function formatCount(value: number, more: boolean): string {
  return more ? `${formatNumber(value)}+` : formatNumber(value);
}

/** A number that was counted up to one more than a limit. Beyond the limit it is shown as "1,000+". */
export function formatUpTo(counted: number, limit: number): string {
  return formatCount(Math.min(counted, limit), counted > limit);
}
