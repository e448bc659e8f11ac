import { AccountRow, changeAddress } from '#components/interaction/account-row';
import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { PolicyLinks } from '#components/interaction/policy-links';
import { ClaimList, capitalized, firstScopeField, ScopeList } from '#components/interaction/scope-list';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { duration } from '#components/interaction/time-ago';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Details } from '#components/ui/details';
import { ErrorSummary } from '#components/ui/error-summary';
import { AppLogo } from '#components/ui/monogram';
import { Notice } from '#components/ui/notice';
import { Heading, Message, TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { brandName } from '#lib/theme/brand';
import { definePage } from '../kit/view';
import type { Stranger } from '../sign-in-page';
import { type ConsentPage, readConsentPage } from './read';

export const consentPage = definePage({
  path: '/consent',
  read: readConsentPage,
  draw: (model, shell) => <ConsentView {...shell} model={model} />,
});

type ConsentViewProps = ShellContext & { readonly model: ConsentPage };
type ConsentPartProps = { readonly locale: Locale; readonly model: ConsentPage; readonly app: string };

/**
 * Consent. Next to the application's own words are three facts that it cannot forge: the account, the address that the
 * answer goes to, and the host of this page. The answers stay in view, and neither has the focus.
 */
export function ConsentView({ model, ...shell }: ConsentViewProps) {
  const { locale } = shell;
  const app = model.stranger?.isLocal
    ? translate(locale, 'consent.local_app')
    : displayText(model.stranger?.host ?? model.client.name);
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="consent"
      title={translate(locale, 'consent.title', { app })}
      hasProblem={model.problem !== null}
    >
      <div className="grid gap-4">
        <AppLogo name={app} logo={model.client.logo} />
        <Heading text={hasChoice(model) && translate(locale, 'consent.choose')}>
          <ConsentHeading locale={locale} model={model} app={app} />
        </Heading>
      </div>
      {model.stranger && <StrangerNotice locale={locale} stranger={model.stranger} />}
      <AccountRow
        label={translate(locale, 'label.signed_in_as')}
        username={model.user.username}
        name={model.user.name}
        change={{ text: translate(locale, 'account.change'), href: changeAddress(model.form.interaction) }}
      />
      <form method="post" action="/consent/submit" className="grid gap-7 [&_:is(input,summary,a)]:scroll-mb-40">
        <HiddenInputs form={model.form} />
        {model.problem && (
          <ErrorSummary
            heading={translate(locale, 'shell.problem')}
            problems={[
              { text: translate(locale, `consent.problem.${model.problem}`), ...firstScopeField(newFirst(model)) },
            ]}
          />
        )}
        <Scopes locale={locale} model={model} app={app} />
        <ClaimList locale={locale} groups={model.claims} ticked={model.problem !== 'nothing_selected'} />
        {model.canRemember && <RememberBox locale={locale} model={model} app={app} />}
        <div className="sticky bottom-0 z-10 -mx-1 grid gap-3 bg-background px-1 py-3 sm:bg-card min-[22rem]:grid-cols-2">
          <Button variant="primary" name="decision" value="allow">
            {translate(locale, 'consent.allow')}
          </Button>
          <Button variant="secondary" name="decision" value="deny">
            {translate(locale, 'consent.deny')}
          </Button>
        </div>
        <PendingSubmit message={translate(locale, 'action.pending')} />
      </form>
      <div className="grid text-muted-foreground text-sm">
        <p>
          {model.stranger?.isLocal ? (
            translate(locale, 'consent.redirect_local')
          ) : (
            <Message locale={locale} id="consent.redirect" values={{ host: <RedirectHost model={model} /> }} />
          )}
        </p>
        <Details plain summary={translate(locale, 'consent.redirect_details')}>
          <span dir="ltr" className="font-mono text-sm">
            {model.redirectUri}
          </span>
        </Details>
        <p>
          <TextLink href="/account/apps" target="_blank" rel="noreferrer">
            {translate(locale, 'consent.undo')}
          </TextLink>
        </p>
        <PolicyLinks locale={locale} client={model.client} app={app} />
      </div>
    </Shell>
  );
}

/** The name that a self-registered application gives itself, with a warning. */
function StrangerNotice({
  locale,
  stranger: { name, isLocal },
}: {
  readonly locale: Locale;
  readonly stranger: Stranger;
}) {
  return (
    <Notice>
      <p>
        {name === null
          ? translate(locale, 'consent.unchecked')
          : translate(locale, 'consent.calls_itself', { name: displayText(name) })}
      </p>
      {isLocal && <p>{translate(locale, 'consent.local_program')}</p>}
    </Notice>
  );
}

/** The new permissions, and the earlier ones in a folded list. The boxes of both are part of the answer. */
function Scopes({ locale, model, app }: ConsentPartProps) {
  const list = { locale, app, ticked: model.problem !== 'nothing_selected' };
  const allowed = model.scopes.filter(({ name }) => model.allowed.has(name));
  return (
    <>
      <ScopeList {...list} scopes={model.scopes.filter(({ name }) => !model.allowed.has(name))} />
      {allowed.length > 0 && (
        <Details summary={translate(locale, 'consent.allowed')}>
          <div className="grid gap-5">
            <ScopeList {...list} scopes={allowed} />
          </div>
        </Details>
      )}
    </>
  );
}

function RedirectHost({ model }: Pick<ConsentViewProps, 'model'>) {
  return <strong className="font-semibold text-foreground">{displayText(model.redirectHost)}</strong>;
}

function RememberBox({ locale, model, app }: ConsentPartProps) {
  return (
    <Checkbox
      id="remember_consent"
      name="remember_consent"
      value="true"
      defaultChecked
      className="-my-2.5"
      label={translate(locale, 'consent.remember')}
      hint={rememberHint(locale, model, app)}
    />
  );
}

function rememberHint(locale: Locale, { rememberedSeconds }: ConsentPage, app: string): string {
  if (rememberedSeconds === null) return capitalized(locale, translate(locale, 'consent.remember_hint', { app }));
  const time = duration(locale, rememberedSeconds);
  return capitalized(locale, translate(locale, 'consent.remember_hint_for', { app, duration: time }));
}

/** The heading: only a sign-in, or access to the account. It includes the tenant if there is one. */
function ConsentHeading({ locale, model, app }: ConsentPartProps) {
  const { brand } = model.frame;
  const isLocal = model.stranger?.isLocal === true;
  if (asksForSignInOnly(model)) {
    if (isLocal) return capitalized(locale, translate(locale, 'consent.heading_sign_in', { app }));
    return <Message locale={locale} id="consent.heading_sign_in" values={{ app }} />;
  }
  if (isLocal) return translate(locale, 'consent.heading_local');
  if (brand.name === null) return <Message locale={locale} id="consent.heading" values={{ app }} />;
  return <Message locale={locale} id="consent.heading_tenant" values={{ app, tenant: brandName(brand) }} />;
}

/** Puts new scopes first, so that the link of the error summary leads to a visible box. */
function newFirst({ scopes, allowed }: ConsentPage) {
  return scopes.toSorted((a, b) => Number(allowed.has(a.name)) - Number(allowed.has(b.name)));
}

function hasChoice({ scopes, claims }: ConsentPage): boolean {
  return claims.length > 0 || scopes.some((scope) => !scope.required);
}

function asksForSignInOnly(model: ConsentPage): boolean {
  return model.claims.length === 0 && model.scopes.every((scope) => scope.name === 'openid');
}
