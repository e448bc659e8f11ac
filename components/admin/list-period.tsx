import type { Period } from '#lib/admin/period';
import { formatPeriod } from '#lib/i18n/admin/format-column';
import { timeView } from './frame/time-view';

/** Takes the period of a list along with the form of its filters: it counts until another range is chosen. */
export function PeriodInputs({ from, to }: Period) {
  return (
    <>
      {from && <input type="hidden" name="from" value={from} />}
      {to && <input type="hidden" name="to" value={to} />}
    </>
  );
}

/** The period as a choice among the ranges; none where the address names no period. */
export function periodOptions({ from, to }: Period): readonly (readonly [value: string, label: string])[] {
  return from === null && to === null ? [] : [['', formatPeriod({ from, to }, timeView().zone)]];
}
