import { type Query, textOf } from './query';

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
