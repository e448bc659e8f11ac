import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { TextLink } from '#components/ui/text-link';
import type { Activity } from '#lib/account/activity/read-activity';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState } from './account-form';
import { moment } from './moment';

type ActivityViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly activity: Activity;
  readonly timeZone: string;
};

/** What happened to the account, in words, and the way out if it was somebody else. */
export function ActivityView({ locale, form, activity: { rows, next }, timeZone }: ActivityViewProps) {
  return (
    <div className="grid gap-6">
      {rows.length === 0 ? (
        <EmptyState title={translate(locale, 'account.activity.empty')} />
      ) : (
        <ol className="divide-y divide-border rounded-box border border-border bg-card">
          {rows.map((row) => (
            <li key={row.id} data-event={row.id} className="grid gap-0.5 px-4 py-3">
              <p className="font-semibold">{translate(locale, row.key)}</p>
              <p className="flex flex-wrap gap-x-3 text-muted-foreground text-sm [overflow-wrap:anywhere]">
                <span>{moment(locale, row.at, timeZone)}</span>
                {row.app !== null && <bdi>{displayText(row.app)}</bdi>}
                {row.address !== null && <bdi>{row.address}</bdi>}
                {row.place !== null && <span>{translate(locale, 'account.devices.near', { place: row.place })}</span>}
                {row.byAdministrator && <span>{translate(locale, 'account.activity.by_administrator')}</span>}
              </p>
            </li>
          ))}
        </ol>
      )}
      {next !== null && (
        <p>
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
