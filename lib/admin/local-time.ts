import type { Period } from './period';
import { addressWith, type Query, textOf } from './query';

/** A time on a clock in a zone, as an input for times has it: "2026-11-23T14:05". */
export function toLocalTime(at: Date, zone: string): string {
  return formatOf(zone).format(at).replace(' ', 'T');
}

/**
 * The moment at which a clock in the zone shows a time; the earlier one where it shows it twice.
 * @returns null for what is no such time
 */
export function fromLocalTime(text: string, zone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null;
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return null;
  const aheadAt = (time: number) => Date.parse(`${toLocalTime(new Date(time), zone)}Z`) - time;
  const guess = asUtc - aheadAt(asUtc);
  return new Date(asUtc - aheadAt(guess));
}

/**
 * The address of a list for a period that somebody typed in their zone: with moments, so that it means the same to
 * everybody. @returns null where none was typed
 */
export function addressOfTyped(path: string, query: Query, zone: string): string | null {
  if (query.range !== 'period') return null;
  const [from, to] = (['from', 'to'] as const).map((name) => fromLocalTime(textOf(query, name, 20) ?? '', zone));
  if (!from && !to) return null;
  const period: Period = { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
  return addressWith(path, query, { range: null, ...period, after: null, before: null });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish times are those of inputs. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format;
}
