import { PolicyLinks } from '#components/interaction/policy-links';
import { claimLabel, JoinedValues, scopeDescription, scopeLabel } from '#components/interaction/scope-text';
import { Button } from '#components/ui/button';
import { AppLogo } from '#components/ui/monogram';
import type { AppScope } from '#lib/account/apps/app-scopes';
import type { AppPage } from '#lib/account/apps/read-apps';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState } from './account-form';
import { AppBadges, AppHost, AppTimes } from './apps-view';
import { FactLine, RowAction } from './list-row';
import { formatDay } from './moment';

type AppViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly app: AppPage;
  readonly timeZone: string;
};

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
