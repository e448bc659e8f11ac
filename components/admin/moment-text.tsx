import { formatFullTime, formatListTime, formatUtcTime, type TimeView } from '#lib/i18n/admin/format-time';

export type MomentTextProps = {
  readonly at: Date;
  readonly view: TimeView;
  /** Among the facts of one thing: to the second, with the zone and how long ago. */
  readonly full?: boolean;
  /** In a series of times: never "5 min ago". */
  readonly absolute?: boolean;
};

/** A time as a page tells it. */
export function MomentText({ at, view, full = false, absolute = false }: MomentTextProps) {
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
