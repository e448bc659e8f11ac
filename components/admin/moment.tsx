import { formatFullTime, formatListTime, formatUtcTime } from '#lib/i18n/admin/format-time';
import { timeView } from './frame/time-view';

type MomentProps = {
  readonly at: Date;
  /** Among the facts of one thing: to the second, with the zone and how long ago. */
  readonly full?: boolean;
  /** In a series of times: never "5 min ago". */
  readonly absolute?: boolean;
};

/** A time for people in the zone of their choice; the title says it in UTC, so that everybody can tell the same. */
export function Moment({ at, full = false, absolute = false }: MomentProps) {
  const view = timeView();
  const text = full ? formatFullTime(at, view) : formatListTime(at, absolute ? { ...view, now: null } : view);
  return (
    <time
      dateTime={at.toISOString()}
      title={formatUtcTime(at)}
      className={full ? 'tabular-nums' : 'whitespace-nowrap tabular-nums'}
    >
      {text}
    </time>
  );
}
