import { Checkbox } from '#components/ui/checkbox';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { LogoutAccount } from '#lib/login/read-logout-page';

type LogoutAccountsProps = { readonly locale: Locale; readonly accounts: readonly LogoutAccount[] };

/** A box for each account, with the applications that are signed out with it. */
export function LogoutAccounts({ locale, accounts }: LogoutAccountsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{translate(locale, 'logout.accounts')}</legend>
      <input type="hidden" name="choose" value="1" />
      <ul className="divide-y divide-border rounded-box border border-border">
        {accounts.map(({ sid, username, name, isTicked, apps }) => (
          <li key={sid} className="px-3.5 py-0.5">
            <Checkbox
              id={accountField(sid)}
              name="account"
              value={sid}
              defaultChecked={isTicked}
              label={<AccountLabel username={username} name={name} />}
              hint={apps.length > 0 && listApps(locale, apps)}
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

export function accountField(sid: string): string {
  return `account-${sid}`;
}

/** Joins names to a list in this language. Each is isolated, so that it cannot reorder the others. */
export function listApps(locale: Locale, apps: readonly string[]): string {
  const names = apps.map((name) => `\u2068${displayText(name)}\u2069`);
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
