import { PolicyLinks } from '#components/interaction/policy-links';
import { claimLabel, JoinedValues, scopeDescription, scopeLabel } from '#components/interaction/scope-list';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { AppLogo } from '#components/ui/monogram';
import { EmptyState } from '#components/ui/panel';
import { TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type NumberedPage, readPageNumber } from '#lib/vocabulary/numbered-page';
import { AccountForm, type AccountPage, FactLine, formatDay, ListPages, RowAction, type Shown } from '../kit/view';
import type { AppScope } from './app-scopes';
import { type Launcher, type OwnAccess, readLauncher } from './launcher';
import { type AppPage, type AppRow, readApp, readApps } from './read';
import { LauncherView } from './views/launcher';

export const appPages: readonly AccountPage[] = [
  {
    path: 'apps',
    page: 'account-apps',
    section: 'apps',
    title: 'account.sections.apps',
    render: async ({ context, session, query, ...shown }) => {
      const apps = await readApps(session.user, context, readPageNumber(query.page));
      const launcher = readLauncher(session.user, context, {
        locale: shown.locale,
        query: readSearch(query.q),
        page: readPageNumber(query.tiles),
        connected: apps.connected,
      });
      const title = launcher.total === 0 ? {} : { title: translate(shown.locale, 'account.apps.title') };
      return { ...title, body: <AppsView {...shown} page={apps} launcher={launcher} /> };
    },
  },
  {
    path: 'apps/[client]',
    page: 'account-app',
    section: 'apps',
    title: 'account.sections.apps',
    render: async ({ context, session, names, ...shown }) => {
      const app = await readApp(session.user, names.client ?? '', context);
      return app && { title: displayText(app.client.name), body: <AppView {...shown} app={app} /> };
    },
  },
];

/** The text of a search. Null for none. */
function readSearch(typed: string | undefined): string | null {
  const text = (typed ?? '').trim().slice(0, 200);
  return text === '' ? null : text;
}

type AppsViewProps = Shown<'timeZone'> & { readonly page: NumberedPage<AppRow>; readonly launcher: Launcher };

type AppListProps = Shown<'timeZone'> & { readonly rows: readonly AppRow[] };

/** The applications that a person can open, then the connected ones. */
function AppsView({ launcher, ...props }: AppsViewProps) {
  const { locale } = props;
  if (launcher.total === 0) {
    return (
      <div className="grid gap-6">
        <p className="text-muted-foreground">{translate(locale, 'account.apps.text')}</p>
        <ConnectedApps {...props} />
      </div>
    );
  }
  return (
    <div className="grid gap-10">
      <LauncherView locale={locale} launcher={launcher} />
      <section className="grid gap-4" aria-labelledby="connected">
        <div className="grid gap-0.5">
          <h2 id="connected" className="font-semibold text-lg">
            {translate(locale, 'account.sections.apps')}
          </h2>
          <p className="text-muted-foreground">{translate(locale, 'account.apps.text')}</p>
        </div>
        <ConnectedApps {...props} />
      </section>
    </div>
  );
}

/** The applications that a person gave access to, and a separate list of those that never ask (ux §1.11.5). */
function ConnectedApps({ locale, page, timeZone }: Omit<AppsViewProps, 'launcher'>) {
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

function AppHost({ row }: { readonly row: Pick<AppRow, 'host'> }) {
  return row.host === null ? null : (
    <p className="text-muted-foreground text-sm">
      <bdi>{row.host}</bdi>
    </p>
  );
}

function AppBadges({ locale, row }: { readonly locale: Locale; readonly row: AppRow }) {
  const { keepsAccess, isBound, devices, isUnused, client, access } = row;
  const hasBadge = !access.may || isBound || devices > 0 || isUnused || !client.isVouched;
  return (
    <>
      {keepsAccess && <p className="text-sm">{translate(locale, 'account.apps.keeps')}</p>}
      {hasBadge && (
        <p className="flex flex-wrap gap-1.5">
          {!access.may && <Badge tone="warning">{translate(locale, 'account.apps.lost')}</Badge>}
          {!client.isVouched && <Badge tone="warning">{translate(locale, 'account.apps.unverified')}</Badge>}
          {isBound && <Badge>{translate(locale, 'account.apps.bound')}</Badge>}
          {devices > 0 && <Badge>{translate(locale, 'account.apps.device')}</Badge>}
          {isUnused && <Badge>{translate(locale, 'account.apps.unused')}</Badge>}
        </p>
      )}
    </>
  );
}

function AppTimes({ locale, row, timeZone }: Omit<AppListProps, 'rows'> & { readonly row: AppRow }) {
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

type AppViewProps = Shown<'form' | 'timeZone'> & { readonly app: AppPage };

/** One application: its permissions, when it last used them, and buttons to remove them. */
export function AppView({ locale, form, app, timeZone }: AppViewProps) {
  const name = displayText(app.client.name);
  return (
    <div className="grid gap-6" data-client={app.clientId}>
      <div className="flex items-start gap-4">
        <AppLogo name={name} logo={app.client.logo} />
        <div className="grid min-w-0 gap-1.5">
          <AppHost row={app} />
          <AppBadges locale={locale} row={app} />
          <AppTimes locale={locale} row={app} timeZone={timeZone} />
          <dl className="grid gap-0.5 text-sm">
            <OwnRoles locale={locale} access={app.access} />
            {app.devices > 0 && (
              <FactLine label={translate(locale, 'account.apps.devices')}>
                {new Intl.NumberFormat(locale).format(app.devices)}
              </FactLine>
            )}
            <FactLine label={translate(locale, 'account.apps.client_id')}>
              <bdi className="font-mono">{app.clientId}</bdi>
            </FactLine>
          </dl>
          {!app.keepsAccess && (
            <p className="text-muted-foreground text-sm">{translate(locale, 'account.apps.loses')}</p>
          )}
        </div>
      </div>
      <section className="grid gap-2" aria-labelledby="permissions">
        <h2 id="permissions" className="font-semibold">
          {translate(locale, 'account.apps.permissions')}
        </h2>
        <ul className="divide-y divide-border rounded-box border border-border bg-card">
          {app.scopes.map((scope) => (
            <li key={scope.scope.name} data-scope={scope.scope.name} className="px-4 py-3">
              <Scope locale={locale} form={form} scope={scope} app={name} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      </section>
      <PolicyLinks locale={locale} client={app.client} app={name} />
      <AccountForm locale={locale} form={form}>
        <Button variant="danger" name="decision" value="remove" className="sm:w-fit">
          {translate(locale, app.asksConsent ? 'account.apps.remove' : 'account.apps.end')}
        </Button>
      </AccountForm>
    </div>
  );
}

type OwnRolesProps = { readonly locale: Locale; readonly access: OwnAccess };

/** The roles of the person in an application, each until when; or until when they may use it. */
function OwnRoles({ locale, access: { roles, endsAt } }: OwnRolesProps) {
  if (roles.length === 0) {
    return (
      endsAt && <FactLine label={translate(locale, 'account.apps.ends')}>{formatDay(locale, endsAt, utcDay)}</FactLine>
    );
  }
  return (
    <FactLine label={translate(locale, 'account.apps.role')}>
      {roles.map(({ name, endsAt: end }) => (
        <bdi key={name} className="block">
          {end === null
            ? name
            : translate(locale, 'account.apps.role_until', { role: name, date: formatDay(locale, end, utcDay) })}
        </bdi>
      ))}
    </FactLine>
  );
}

/** Access ends with a day in UTC, wherever somebody is. */
const utcDay = { name: 'UTC', isNamed: true };

type ScopeProps = Pick<AppViewProps, 'locale' | 'form' | 'timeZone'> & {
  readonly scope: AppScope;
  readonly app: string;
};

/** A scope, or the claims that were allowed under it by name, in the words of the consent page. */
function Scope({ locale, form, scope: { scope, claims, lastUsedAt, canRemove }, app, timeZone }: ScopeProps) {
  const name = scopeLabel(locale, scope);
  const isWhole = claims.length === 0;
  const description = isWhole ? scopeDescription(locale, scope, app) : <JoinedValues values={claims.map(claimLabel)} />;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid min-w-[min(100%,12rem)] flex-1 gap-0.5">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        {description !== null && <p className="text-muted-foreground text-sm">{description}</p>}
        {isWhole && (
          <dl className="text-sm">
            <FactLine label={translate(locale, 'account.apps.last_used')}>
              {lastUsedAt === null
                ? translate(locale, 'account.apps.never_used')
                : formatDay(locale, lastUsedAt, timeZone)}
            </FactLine>
          </dl>
        )}
      </div>
      {canRemove && (
        <RowAction
          locale={locale}
          form={form}
          name="scope"
          value={scope.name}
          decision="remove_scope"
          label={translate(locale, 'account.apps.remove_scope_label', { scope: name })}
        >
          {translate(locale, 'account.apps.remove_scope')}
        </RowAction>
      )}
    </div>
  );
}
