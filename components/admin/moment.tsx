import { formatFullTime, formatListTime, formatUtcTime } from '#lib/i18n/admin/format';
import { timeView } from './page-facts';

type MomentProps = {
  readonly at: Date;
  /** For the facts about one object: precise to the second, with the time zone and how long ago it was. */
  readonly full?: boolean;
  /** For a series of times: never "5 min ago". */
  readonly absolute?: boolean;
};

/**
 * A time in the time zone that the person chose. The tooltip has the time in UTC, so that people in different zones can
 * compare.
 */
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
