import { timeFormat } from '#lib/i18n/admin/format';
import { minuteMs } from '#lib/vocabulary/time';
import { addressWith, type Query, textOf } from './query';

/** The local time in a zone, in the format of a time input: "2026-11-23T14:05". */
export function toLocalTime(at: Date, timeZone: string): string {
  // The Swedish format is the format of time inputs.
  return timeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T');
}

/**
 * The moment of a local time in a zone. If the local time occurs twice, the earlier moment.
 * @returns null for an invalid time
 */
export function fromLocalTime(text: string, zone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null;
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return null;
  const aheadAt = (time: number) => Date.parse(`${toLocalTime(new Date(time), zone)}Z`) - time;
  const guess = asUtc - aheadAt(asUtc);
  return new Date(asUtc - aheadAt(guess));
}

/** The start of the current day in a zone: midnight, or the first moment of the day if it has no midnight. */
export function startOfLocalDay(at: Date, zone: string): Date {
  const midnight = new Date(at.getTime() - minutesOf(at, zone) * minuteMs - (at.getTime() % minuteMs));
  // If the offset changed in between, this is another time of the same or previous day.
  const minutes = minutesOf(midnight, zone);
  if (minutes === 0) return midnight;
  const rest = minutes > 12 * 60 ? 24 * 60 - minutes : -minutes;
  return new Date(midnight.getTime() + rest * minuteMs);
}

/** The local time in the zone, in minutes since midnight. */
function minutesOf(at: Date, zone: string): number {
  const [hours = 0, minutes = 0] = toLocalTime(at, zone).slice(11).split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * The address of a list for a period that was typed in a time zone. It contains instants, so it means the same in every
 * zone.
 * @returns null if no period was typed
 */
export function addressOfTyped(path: string, query: Query, zone: string): string | null {
  if (query.range !== 'period') return null;
  const [from, to] = (['from', 'to'] as const).map((name) => fromLocalTime(textOf(query, name, 20) ?? '', zone));
  if (!from && !to) return null;
  const period: Period = { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
  return addressWith(path, query, { range: null, ...period, after: null, before: null });
}

/** A period in ISO 8601: `from` is inclusive, `to` is exclusive. Null where it is open. */
export type Period = { readonly from: string | null; readonly to: string | null };

/**
 * The period in an address: `from` and `to`. Anything else than a time counts as absent.
 * @param ranges the values of `range`, which takes precedence over a period
 */
export function readPeriod(query: Query, ranges: readonly string[] = []): Period {
  if (ranges.includes(query.range ?? '')) return { from: null, to: null };
  return { from: timeOf(query, 'from'), to: timeOf(query, 'to') };
}

/** A time with its offset, so that a list does not depend on the time zone of the server. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function timeOf(query: Query, name: string): string | null {
  const text = textOf(query, name, 40);
  if (text === null || !instant.test(text)) return null;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
