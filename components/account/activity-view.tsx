import { Breakable } from '#components/ui/breakable';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { TextLink } from '#components/ui/text-link';
import type { Activity, ActivityRow } from '#lib/account/activity/activity';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState } from './account-form';
import { formatMoment } from './moment';

type ActivityViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly activity: Activity;
  readonly timeZone: string;
};

/** The events of the account in words, and a button to end all sessions if the person does not recognize an event. */
export function ActivityView({ locale, form, activity: { rows, next }, timeZone }: ActivityViewProps) {
  return (
    <div className="grid gap-6">
      {rows.length === 0 ? (
        <EmptyState title={translate(locale, 'account.activity.empty')} />
      ) : (
        <ActivityList locale={locale} rows={rows} timeZone={timeZone} />
      )}
      {next !== null && (
        <p className="-my-2.5">
          <TextLink href={`/account/activity?${new URLSearchParams({ before: next })}`}>
            {translate(locale, 'account.activity.older')}
          </TextLink>
        </p>
      )}
      <AccountForm locale={locale} form={form}>
        <Button variant="danger" name="decision" value="not_me" className="sm:w-fit">
          {translate(locale, 'account.activity.not_me')}
        </Button>
      </AccountForm>
    </div>
  );
}

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
            <span>{formatMoment(locale, row.at, timeZone)}</span>
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
