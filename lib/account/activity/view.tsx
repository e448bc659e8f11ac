import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/panel';
import { Breakable, TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { AccountZone } from '#lib/sessions/time-zone';
import { AccountForm, type AccountPage, formatDay, formatMoment, formatTime, type Shown } from '../kit/view';
import { type Activity, type ActivityRow, readActivity } from './read';

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

/**
 * The events of the account by day and device. Each line of the person has a button to end everything, in case the
 * person does not recognize it. Every button sends the same form.
 */
export function ActivityView({ locale, form, activity: { rows, next }, timeZone }: ActivityViewProps) {
  const days = groupBy(rows, ({ at }) => formatDay(locale, at, timeZone));
  return (
    <AccountForm locale={locale} form={form} className="gap-6">
      {rows.length === 0 && <EmptyState title={translate(locale, 'account.activity.empty')} />}
      {days.map(({ name, rows: ofDay }) => (
        <section key={name} className="grid gap-3">
          <h2 className="font-semibold">{name}</h2>
          {groupBy(ofDay, (row) => whereOf(locale, row).join('\n')).map((group) => (
            <DeviceOfDay key={group.rows[0]?.id} locale={locale} rows={group.rows} timeZone={timeZone} />
          ))}
        </section>
      ))}
      {next !== null && (
        <p className="-my-2.5">
          <TextLink href={`/account/activity?${new URLSearchParams({ before: next })}`}>
            {translate(locale, 'account.activity.older')}
          </TextLink>
        </p>
      )}
    </AccountForm>
  );
}

type Group = { readonly name: string; readonly rows: readonly ActivityRow[] };

/** Groups rows by a name, in the order in which the names first appear. */
function groupBy(rows: readonly ActivityRow[], nameOf: (row: ActivityRow) => string): readonly Group[] {
  const groups = new Map<string, ActivityRow[]>();
  for (const row of rows) {
    const name = nameOf(row);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].map(([name, all]) => ({ name, rows: all }));
}

/** Where something happened: the place first, then the device and the address, as far as they are known. */
function whereOf(locale: Locale, { place, device, address, byAdministrator }: ActivityRow): readonly string[] {
  if (byAdministrator) return [translate(locale, 'account.activity.by_administrator')];
  const near = place === null ? null : translate(locale, 'account.devices.near', { place });
  return [near, device, address].filter((fact) => fact !== null);
}

type ActivityListProps = {
  readonly locale: Locale;
  readonly rows: readonly ActivityRow[];
  readonly timeZone: AccountZone;
};

function DeviceOfDay({ locale, rows, timeZone }: ActivityListProps) {
  const [first] = rows;
  if (first === undefined) return null;
  const where = whereOf(locale, first);
  return (
    <div className="rounded-box border border-border bg-card">
      {where.length > 0 && (
        <p className="flex flex-wrap gap-x-3 border-border border-b px-4 py-2.5 text-muted-foreground text-sm">
          <Where facts={where} />
        </p>
      )}
      <ol className="divide-y divide-border">
        {rows.map((row) => (
          <li key={row.id} data-event={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
            <div className="grid min-w-[min(100%,12rem)] flex-1 gap-0.5">
              <p className="font-semibold">{translate(locale, row.key)}</p>
              <p className="flex flex-wrap gap-x-3 text-muted-foreground text-sm">
                <span>{formatTime(locale, row.at, timeZone)}</span>
                <Subject locale={locale} row={row} />
              </p>
            </div>
            {!row.byAdministrator && <NotMe locale={locale} row={row} timeZone={timeZone} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Where({ facts }: { readonly facts: readonly string[] }) {
  return facts.map((fact) => (
    <bdi key={fact}>
      <Breakable>{fact}</Breakable>
    </bdi>
  ));
}

type RowProps = { readonly locale: Locale; readonly row: ActivityRow };

function NotMe({ locale, row, timeZone }: RowProps & { readonly timeZone: AccountZone }) {
  const text = translate(locale, 'account.activity.not_me');
  const value = `${translate(locale, row.key)}, ${formatMoment(locale, row.at, timeZone)}`;
  return (
    <Button
      size="small"
      variant="quiet"
      name="decision"
      value="not_me"
      aria-label={translate(locale, 'account.home.fact', { label: text, value })}
      className="min-h-11"
    >
      {text}
    </Button>
  );
}

/** The sign-in method and the app of an event. */
function Subject({ locale, row: { factor, app } }: RowProps) {
  return (
    <>
      {factor !== null && <span>{translate(locale, `mail.factor.${factor}`)}</span>}
      {app !== null && <bdi>{displayText(app)}</bdi>}
    </>
  );
}

/** Events of an account in words, newest first. */
export function ActivityList({ locale, rows, timeZone }: ActivityListProps) {
  return (
    <ol className="divide-y divide-border rounded-box border border-border bg-card">
      {rows.map((row) => (
        <li key={row.id} data-event={row.id} className="grid gap-0.5 px-4 py-3">
          <p className="font-semibold">{translate(locale, row.key)}</p>
          <p className="flex flex-wrap gap-x-3 text-muted-foreground text-sm">
            <Where facts={whereOf(locale, row)} />
            <span>{formatMoment(locale, row.at, timeZone)}</span>
            <Subject locale={locale} row={row} />
          </p>
        </li>
      ))}
    </ol>
  );
}
