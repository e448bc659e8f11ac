import { toLocalTime } from '#lib/admin/local-time';
import type { Period } from '#lib/admin/period';
import { formatPeriod } from '#lib/i18n/admin/format-column';
import { timeView } from '../frame/time-view';
import type { ListFilter } from './list-toolbar';

type PeriodFilter = Period & {
  readonly label: string;
  readonly range: string;
  /** The range that applies without one in the address. */
  readonly fallback: string;
  readonly ranges: Readonly<Record<string, string>>;
  /**
   * Offers to type a period, under this label. The page redirects such an address to one with exact times
   * (addressOfTyped()).
   */
  readonly typed?: string;
};

/** The time filter of a list: one of its ranges, or the period in the address. */
export function periodFilter({ label, range, fallback, ranges, typed, from, to }: PeriodFilter): ListFilter {
  const { zone } = timeView();
  const local = (at: string | null) => (at === null ? '' : toLocalTime(new Date(at), zone));
  const between = typed === undefined ? {} : { between: { from: local(from), to: local(to), zone } };
  const filter = { name: 'range', label, fallback, with: ['from', 'to'], ...between };
  const isPeriod = from !== null || to !== null;
  const named = isPeriod ? formatPeriod({ from, to }, zone) : typed;
  const period = named === undefined ? [] : [['period', named] as const];
  return { ...filter, value: isPeriod ? 'period' : range, options: [...period, ...Object.entries(ranges)] };
}
