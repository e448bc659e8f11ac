import { Button } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import type { NameField } from '#lib/account/profile/read-name';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState, errorOf } from './account-form';

type NameViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly fields: readonly NameField[];
};

const completions = { name: 'name', given_name: 'given-name', family_name: 'family-name' } as const;

/** The name and its parts. */
export function NameView({ locale, form, fields }: NameViewProps) {
  return (
    <AccountForm locale={locale} form={form}>
      {fields.map(({ field, value, managedBy }) => (
        <LabeledInput
          key={field}
          id={field}
          name={field}
          type="text"
          label={translate(locale, `account.name.${field}`)}
          hint={
            managedBy === null ? undefined : translate(locale, 'account.state.managed_text', { provider: managedBy })
          }
          defaultValue={form.typed[field] ?? value}
          readOnly={managedBy !== null}
          autoComplete={completions[field]}
          error={errorOf(form, field)}
          errorPrefix={translate(locale, 'field.error_prefix')}
        />
      ))}
      <Button variant="primary" name="decision" value="save">
        {translate(locale, 'account.save')}
      </Button>
    </AccountForm>
  );
}
