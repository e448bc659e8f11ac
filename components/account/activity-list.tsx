import { Breakable } from '#components/ui/breakable';
import type { ActivityRow } from '#lib/account/activity/read-activity';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { moment } from './moment';

type ActivityListProps = {
  readonly locale: Locale;
  readonly rows: readonly ActivityRow[];
  readonly timeZone: string;
};

/** Events of an account in words, newest first. */
export function ActivityList({ locale, rows, timeZone }: ActivityListProps) {
  return (
    <ol className="divide-y divide-border rounded-box border border-border bg-card">
      {rows.map((row) => (
        <li key={row.id} data-event={row.id} className="grid gap-0.5 px-4 py-3">
          <p className="font-semibold">{translate(locale, row.key)}</p>
          <p className="flex flex-wrap gap-x-3 text-muted-foreground text-sm">
            <span>{moment(locale, row.at, timeZone)}</span>
            {row.factor !== null && <span>{translate(locale, `mail.factor.${row.factor}`)}</span>}
            {row.app !== null && <bdi>{displayText(row.app)}</bdi>}
            {row.address !== null && (
              <bdi>
                <Breakable>{row.address}</Breakable>
              </bdi>
            )}
            {row.place !== null && <span>{translate(locale, 'account.devices.near', { place: row.place })}</span>}
            {row.byAdministrator && <span>{translate(locale, 'account.activity.by_administrator')}</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}
