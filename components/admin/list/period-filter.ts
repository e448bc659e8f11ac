import type { Period } from '#lib/admin/period';
import { formatPeriod } from '#lib/i18n/admin/format-column';
import { timeView } from '../frame/time-view';
import type { ListFilter } from './list-toolbar';

type PeriodFilter = Period & {
  readonly label: string;
  readonly range: string;
  /** The range that counts when nothing is said. */
  readonly fallback: string;
  readonly ranges: Readonly<Record<string, string>>;
};

/** The time of a list: one of its ranges, or the period that its address names. */
export function periodFilter({ label, range, fallback, ranges, from, to }: PeriodFilter): ListFilter {
  const filter = { name: 'range', label, fallback, with: ['from', 'to'] };
  if (from === null && to === null) return { ...filter, value: range, options: Object.entries(ranges) };
  const period = ['period', formatPeriod({ from, to }, timeView().zone)] as const;
  return { ...filter, value: 'period', options: [period, ...Object.entries(ranges)] };
}
