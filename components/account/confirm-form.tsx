import { Button, ButtonLink } from '#components/ui/button';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState } from './account-form';

type ConfirmFormProps = {
  readonly locale: Locale;
  readonly form: Pick<AccountFormState, 'action' | 'csrf'>;
  /** The fields of the first form. The button sends `decision`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly button: string;
  /** The page that asked for the confirmation. */
  readonly path: string;
};

/** Asks for a confirmation before something is removed. It sends the same fields again, or links back. */
export function ConfirmForm({ locale, form, fields, button, path }: ConfirmFormProps) {
  const { decision = '', ...rest } = fields;
  return (
    <AccountForm locale={locale} form={form} className="gap-3">
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="confirmed" value="1" />
      <Button variant="danger" name="decision" value={decision}>
        {button}
      </Button>
      <ButtonLink variant="secondary" href={path}>
        {translate(locale, 'account.cancel')}
      </ButtonLink>
    </AccountForm>
  );
}
