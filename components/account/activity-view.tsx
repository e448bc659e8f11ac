import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { TextLink } from '#components/ui/text-link';
import type { Activity } from '#lib/account/activity/read-activity';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState } from './account-form';
import { ActivityList } from './activity-list';

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
