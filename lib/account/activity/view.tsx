import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/panel';
import { TextLink } from '#components/ui/text';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountPage, ActivityList, type Shown } from '../kit/view';
import { type Activity, readActivity } from './read';

export const activityPages: readonly AccountPage[] = [
  {
    path: 'activity',
    page: 'account-activity',
    section: 'security',
    title: 'account.activity.title',
    text: 'account.activity.text',
    render: async ({ context, session, query: { before }, ...shown }) => ({
      body: (
        <ActivityView {...shown} activity={await readActivity(session, { before, locale: shown.locale }, context)} />
      ),
    }),
  },
];

type ActivityViewProps = Shown<'form' | 'timeZone'> & { readonly activity: Activity };

/** The events of the account in words, and a button to end all sessions if the person does not recognize an event. */
function ActivityView({ locale, form, activity: { rows, next }, timeZone }: ActivityViewProps) {
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
