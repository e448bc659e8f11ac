import { formatFullTime, formatListTime, formatUtcTime, type TimeView } from '#lib/i18n/admin/format-time';

export type MomentTextProps = {
  readonly at: Date;
  readonly view: TimeView;
  /** For the facts about one object: precise to the second, with the time zone and how long ago it was. */
  readonly full?: boolean;
  /** For a series of times: never "5 min ago". */
  readonly absolute?: boolean;
};

/** A time as the page shows it. */
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
