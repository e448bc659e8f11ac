import { type Query, textOf } from './query';

/** From a time on, up to but without another, in ISO 8601; null where it is open. */
export type Period = { readonly from: string | null; readonly to: string | null };

/**
 * The period that an address names: `from` and `to`. What is no time counts as absent.
 * @param ranges the words of `range`: one of them counts instead of a period
 */
export function readPeriod(query: Query, ranges: readonly string[] = []): Period {
  if (ranges.includes(query.range ?? '')) return { from: null, to: null };
  return { from: timeOf(query, 'from'), to: timeOf(query, 'to') };
}

/** A time with its zone: a list must not depend on where the server is. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function timeOf(query: Query, name: string): string | null {
  const text = textOf(query, name, 40);
  if (text === null || !instant.test(text)) return null;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
