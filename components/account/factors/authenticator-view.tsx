import { TotpSetup } from '#components/factors/totp-setup';
import { Button, ButtonLink } from '#components/ui/button';
import type { AuthenticatorModel as Authenticator } from '#lib/account/factors/read-factors';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState, errorOf } from '../account-form';
import { formatDay } from '../moment';

type AuthenticatorViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly model: Authenticator;
  readonly timeZone: string;
};

/** The authenticator app of a person, or the steps to add one. */
export function AuthenticatorView({ locale, form, model, timeZone }: AuthenticatorViewProps) {
  const { current, setup } = model;
  return (
    <>
      {current !== null && (
        <ul className="grid gap-0.5 text-muted-foreground text-sm">
          <li>{translate(locale, 'passkey.list.added', { date: formatDay(locale, current.createdAt, timeZone) })}</li>
          <li>
            {current.lastUsedAt === null
              ? translate(locale, 'passkey.list.never_used')
              : translate(locale, 'passkey.list.last_used', { date: formatDay(locale, current.lastUsedAt, timeZone) })}
          </li>
        </ul>
      )}
      {setup !== null && (
        <AccountForm locale={locale} form={form}>
          {current !== null && <p>{translate(locale, 'account.authenticator.replace_text')}</p>}
          <TotpSetup locale={locale} totp={setup} error={errorOf(form, 'code')} />
          <Button variant="primary" name="decision" value={current === null ? 'save' : 'replace'}>
            {translate(locale, current === null ? 'totp.add' : 'account.authenticator.replace')}
          </Button>
        </AccountForm>
      )}
      {current !== null && setup === null && (
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="secondary" href="/account/authenticator?replace=1" className="sm:w-fit">
            {translate(locale, 'account.authenticator.replace')}
          </ButtonLink>
          <AccountForm locale={locale} form={form} className="w-full sm:w-fit">
            <Button variant="danger" name="decision" value="remove" className="sm:w-fit">
              {translate(locale, 'account.authenticator.remove')}
            </Button>
          </AccountForm>
        </div>
      )}
    </>
  );
}
