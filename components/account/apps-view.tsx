import { Badge } from '#components/ui/badge';
import { EmptyState } from '#components/ui/empty-state';
import { AppLogo } from '#components/ui/monogram';
import { TextLink } from '#components/ui/text-link';
import type { AppRow } from '#lib/account/apps/read-apps';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { NumberedPage } from '#lib/vocabulary/numbered-page';
import { FactLine, ListPages } from './list-row';
import { formatDay } from './moment';

type AppsViewProps = {
  readonly locale: Locale;
  readonly page: NumberedPage<AppRow>;
  readonly timeZone: string;
};

type AppListProps = Omit<AppsViewProps, 'page'> & { readonly rows: readonly AppRow[] };

/** The applications that a person gave access to, and a separate list of those that never ask (ux §1.11.5). */
export function AppsView({ locale, page, timeZone }: AppsViewProps) {
  const { rows } = page;
  if (rows.length === 0) return <EmptyState title={translate(locale, 'account.apps.empty')} />;
  const allowed = rows.filter(({ asksConsent }) => asksConsent);
  const provided = rows.filter(({ asksConsent }) => !asksConsent);
  return (
    <div className="grid gap-8">
      {allowed.length > 0 && <AppList locale={locale} rows={allowed} timeZone={timeZone} />}
      {provided.length > 0 && (
        <section className="grid gap-3" aria-labelledby="provided">
          <div className="grid gap-0.5">
            <h2 id="provided" className="font-semibold text-lg">
              {translate(locale, 'account.apps.provided')}
            </h2>
            <p className="text-muted-foreground">{translate(locale, 'account.apps.provided_text')}</p>
          </div>
          <AppList locale={locale} rows={provided} timeZone={timeZone} />
        </section>
      )}
      <ListPages locale={locale} path="/account/apps" page={page} />
    </div>
  );
}

function AppList({ locale, rows, timeZone }: AppListProps) {
  return (
    <ul className="divide-y divide-border rounded-box border border-border bg-card">
      {rows.map((row) => (
        <li key={row.clientId} data-client={row.clientId} className="flex items-start gap-4 px-4 py-4">
          <AppLogo name={displayText(row.client.name)} logo={row.client.logo} />
          <div className="grid min-w-0 gap-1.5">
            <h2 className="-my-2.5 font-semibold">
              <TextLink href={row.href}>
                <bdi>{displayText(row.client.name)}</bdi>
              </TextLink>
            </h2>
            <AppHost row={row} />
            <AppBadges locale={locale} row={row} />
            <AppTimes locale={locale} row={row} timeZone={timeZone} />
          </div>
        </li>
      ))}
    </ul>
  );
}

export function AppHost({ row }: { readonly row: Pick<AppRow, 'host'> }) {
  return row.host === null ? null : (
    <p className="text-muted-foreground text-sm">
      <bdi>{row.host}</bdi>
    </p>
  );
}

export function AppBadges({ locale, row }: { readonly locale: Locale; readonly row: AppRow }) {
  const { keepsAccess, isBound, devices, isUnused, client } = row;
  const hasBadge = isBound || devices > 0 || isUnused || !client.isVouched;
  return (
    <>
      {keepsAccess && <p className="text-sm">{translate(locale, 'account.apps.keeps')}</p>}
      {hasBadge && (
        <p className="flex flex-wrap gap-1.5">
          {!client.isVouched && <Badge tone="warning">{translate(locale, 'account.apps.unverified')}</Badge>}
          {isBound && <Badge>{translate(locale, 'account.apps.bound')}</Badge>}
          {devices > 0 && <Badge>{translate(locale, 'account.apps.device')}</Badge>}
          {isUnused && <Badge>{translate(locale, 'account.apps.unused')}</Badge>}
        </p>
      )}
    </>
  );
}

export function AppTimes({ locale, row, timeZone }: Omit<AppListProps, 'rows'> & { readonly row: AppRow }) {
  return (
    <dl className="grid gap-0.5 text-sm">
      <FactLine label={translate(locale, row.asksConsent ? 'account.apps.allowed' : 'account.apps.connected')}>
        {formatDay(locale, row.allowedAt, timeZone)}
      </FactLine>
      <FactLine label={translate(locale, 'account.apps.last_used')}>
        {row.lastUsedAt === null
          ? translate(locale, 'account.apps.never_used')
          : formatDay(locale, row.lastUsedAt, timeZone)}
      </FactLine>
      {row.endsAt && (
        <FactLine label={translate(locale, 'account.apps.ends')}>{formatDay(locale, row.endsAt, timeZone)}</FactLine>
      )}
    </dl>
  );
}
