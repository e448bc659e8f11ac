import { Button } from '#components/ui/button';
import { LabeledSelect } from '#components/ui/labeled-input';
import type { LanguageChoice } from '#lib/account/profile/language';
import { type Locale, languages } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState, errorOf } from './account-form';

type LanguageViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly choice: LanguageChoice;
  readonly timeZones: readonly string[];
};

/** The language and the time zone. */
export function LanguageView({ locale, form, choice, timeZones }: LanguageViewProps) {
  const { managedBy } = choice;
  const managed = (provider: string | null) =>
    provider === null ? undefined : translate(locale, 'account.state.managed_text', { provider });
  const notSet = <option value="">{translate(locale, 'account.state.not_set')}</option>;
  return (
    <AccountForm locale={locale} form={form}>
      <LabeledSelect
        id="profile-locale"
        name="locale"
        label={translate(locale, 'account.profile.language')}
        hint={managed(managedBy.locale)}
        disabled={managedBy.locale !== null}
        defaultValue={form.typed.locale ?? choice.locale ?? ''}
        error={errorOf(form, 'locale')}
        errorPrefix={translate(locale, 'field.error_prefix')}
      >
        {notSet}
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </LabeledSelect>
      <LabeledSelect
        id="zoneinfo"
        name="zoneinfo"
        label={translate(locale, 'account.profile.zoneinfo')}
        hint={managed(managedBy.zoneinfo)}
        disabled={managedBy.zoneinfo !== null}
        defaultValue={form.typed.zoneinfo ?? choice.zoneinfo ?? ''}
        error={errorOf(form, 'zoneinfo')}
        errorPrefix={translate(locale, 'field.error_prefix')}
      >
        {notSet}
        {timeZones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </LabeledSelect>
      <Button variant="primary" name="decision" value="save">
        {translate(locale, 'account.save')}
      </Button>
    </AccountForm>
  );
}
