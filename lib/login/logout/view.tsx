import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { LoggedOutView } from '#components/interaction/logged-out-view';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button, ButtonLink } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading, Message } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { definePage } from '../kit/view';
import { type LogoutAccount, type LogoutPage, readLogoutPage } from './read';

/**
 * Asks signed-in people before signing them out. After the form, and for everybody else, it says that they are signed
 * out.
 */
export const logoutPage = definePage({
  path: '/logout',
  read: (context, { cookieHeader, one }) =>
    readLogoutPage(context, { cookieHeader, request: one('request'), problem: one('problem') }),
  draw: (model, shell) =>
    model.accounts.length === 0 ? <LoggedOutView {...shell} /> : <LogoutView {...shell} model={model} />,
});

type LogoutViewProps = ShellContext & { readonly model: LogoutPage };

/**
 * Asks before it signs the person out, because anyone can link to this page. With several accounts, the person chooses.
 */
export function LogoutView({ model, ...shell }: LogoutViewProps) {
  const { locale } = shell;
  const { accounts } = model;
  const isChoice = accounts.length > 1;
  const problem = model.problem !== null && isChoice;
  return (
    <Shell {...shell} frame={model.frame} page="logout" title={translate(locale, 'logout.title')} hasProblem={problem}>
      <Heading text={<LogoutText locale={locale} accounts={accounts} />}>{translate(locale, 'logout.heading')}</Heading>
      <form method="post" action="/logout/submit" className="grid gap-6">
        <HiddenInputs form={model.form} />
        {model.request !== null && <input type="hidden" name="request" value={model.request} />}
        {problem && <LogoutProblem locale={locale} accounts={accounts} />}
        {isChoice && <LogoutAccounts locale={locale} accounts={accounts} />}
        <div className="grid gap-3">
          <Button variant="primary" name="decision" value="sign_out">
            {translate(locale, 'action.sign_out')}
          </Button>
          {isChoice && (
            <Button variant="secondary" name="decision" value="sign_out_all">
              {translate(locale, 'logout.sign_out_all')}
            </Button>
          )}
          <ButtonLink variant={isChoice ? 'quiet' : 'secondary'} href="/">
            {translate(locale, 'logout.stay')}
          </ButtonLink>
        </div>
        <PendingSubmit message={translate(locale, 'logout.pending')} />
      </form>
    </Shell>
  );
}

type TextProps = { readonly locale: Locale; readonly accounts: readonly LogoutAccount[] };

function LogoutProblem({ locale, accounts }: TextProps) {
  const text = translate(locale, 'logout.problem.nothing_selected');
  const field = accountField(accounts[0]?.sid ?? '');
  return <ErrorSummary heading={translate(locale, 'shell.problem')} problems={[{ text, field }]} />;
}

function LogoutText({ locale, accounts }: TextProps) {
  const [only] = accounts;
  if (only === undefined || accounts.length > 1) return translate(locale, 'logout.text_many');
  const username = <strong className="font-semibold text-foreground">{displayText(only.username)}</strong>;
  return (
    <>
      <Message locale={locale} id="logout.text" values={{ username }} /> {appsText(locale, only)}
    </>
  );
}

/** The applications that are signed out too, and those that nobody tells. Empty without any. */
function appsText(locale: Locale, { apps, silent }: Pick<LogoutAccount, 'apps' | 'silent'>): string {
  const told = apps.length > 0 && translate(locale, 'logout.apps', { apps: listApps(locale, apps) });
  const others = { apps: listApps(locale, silent), count: silent.length };
  return [told, silent.length > 0 && translate(locale, 'logout.apps_stay', others)].filter(Boolean).join(' ');
}

type LogoutAccountsProps = { readonly locale: Locale; readonly accounts: readonly LogoutAccount[] };

/** A box for each account, with what happens to its applications. */
function LogoutAccounts({ locale, accounts }: LogoutAccountsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{translate(locale, 'logout.accounts')}</legend>
      <input type="hidden" name="choose" value="1" />
      <ul className="divide-y divide-border rounded-box border border-border">
        {accounts.map(({ sid, username, name, isTicked, ...apps }) => (
          <li key={sid} className="px-3.5 py-0.5">
            <Checkbox
              id={accountField(sid)}
              name="account"
              value={sid}
              defaultChecked={isTicked}
              label={<AccountLabel username={username} name={name} />}
              hint={appsText(locale, apps)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function AccountLabel({ username, name }: Pick<LogoutAccount, 'username' | 'name'>) {
  return (
    <>
      <bdi className="font-semibold">{displayText(name ?? username)}</bdi>
      {name !== null && (
        <span className="text-muted-foreground">
          {' · '}
          <bdi>{displayText(username)}</bdi>
        </span>
      )}
    </>
  );
}

function accountField(sid: string): string {
  return `account-${sid}`;
}

/** Joins names to a list in this language. Each is isolated, so that it cannot reorder the others. */
function listApps(locale: Locale, apps: readonly string[]): string {
  const names = apps.map((name) => `\u2068${displayText(name)}\u2069`);
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
