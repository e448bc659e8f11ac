import { Button } from '#components/ui/button';
import { TextLink } from '#components/ui/text-link';
import type { RecoveryCodesModel } from '#lib/account/factors/read-factors';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState } from '../account-form';
import { formatDay } from '../moment';

type RecoveryCodesStateProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly model: RecoveryCodesModel;
  readonly timeZone: string;
};

/** How many codes are left, and a button that creates new ones. */
export function RecoveryCodesState({ locale, form, model, timeZone }: RecoveryCodesStateProps) {
  const { codes, mayRenew } = model;
  if (!mayRenew) {
    return (
      <div className="grid gap-3">
        <p>{translate(locale, 'account.recovery_codes.needs_factor')}</p>
        <p>
          <TextLink href="/account/security">{translate(locale, 'account.sections.security')}</TextLink>
        </p>
      </div>
    );
  }
  return (
    <>
      {codes === null ? (
        <p>{translate(locale, 'account.recovery_codes.none')}</p>
      ) : (
        <ul className="grid gap-0.5 text-muted-foreground text-sm">
          <li>{translate(locale, 'account.security.unused', { count: String(codes.left) })}</li>
          <li>
            {translate(locale, 'account.recovery_codes.made', { date: formatDay(locale, codes.createdAt, timeZone) })}
          </li>
        </ul>
      )}
      <AccountForm locale={locale} form={form} className="gap-3">
        {codes !== null && (
          <p className="text-muted-foreground text-sm">{translate(locale, 'account.recovery_codes.renew_text')}</p>
        )}
        <Button variant="primary" name="decision" value="renew">
          {translate(locale, 'account.recovery_codes.renew')}
        </Button>
      </AccountForm>
    </>
  );
}
