import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import { Name } from '#components/ui/name';
import { PersonPicture } from '#components/ui/person-picture';
import { TextLink } from '#components/ui/text-link';
import type { NameField } from '#lib/account/profile/name';
import type { ProfileRow } from '#lib/account/profile/read-profile';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState, errorOf } from './account-form';
import { SummaryList, SummaryRow } from './list-row';

type ProfileViewProps = { readonly locale: Locale; readonly rows: readonly ProfileRow[]; readonly name: string };

/** The personal data in the account, one row with a link for each value. */
export function ProfileView({ locale, rows, name }: ProfileViewProps) {
  return (
    <SummaryList>
      {rows.map((row) => {
        const label = translate(locale, `account.profile.${row.field}`);
        return (
          <SummaryRow
            key={row.field}
            label={label}
            action={
              row.managedBy === null ? (
                <TextLink href={row.href} aria-label={translate(locale, 'account.profile.change_label', { label })}>
                  {translate(locale, 'account.profile.change')}
                </TextLink>
              ) : null
            }
          >
            <Value locale={locale} row={row} name={name} />
          </SummaryRow>
        );
      })}
    </SummaryList>
  );
}

function Value({ locale, row, name }: { readonly locale: Locale; readonly row: ProfileRow; readonly name: string }) {
  const { value, picture, state, managedBy } = row;
  return (
    <>
      {state === 'not_set' && <Badge>{translate(locale, 'account.state.not_set')}</Badge>}
      {value !== null && (
        <span className="flex flex-wrap items-center gap-2">
          {picture !== null && <PersonPicture name={name} picture={picture} />}
          {row.field === 'picture' ? (
            picture === null && translate(locale, 'account.profile.is_set')
          ) : (
            <Name>{displayText(value)}</Name>
          )}
          {state === 'unverified' && <Badge tone="warning">{translate(locale, 'account.state.unverified')}</Badge>}
          {managedBy !== null && <Badge>{translate(locale, 'account.state.managed', { provider: managedBy })}</Badge>}
        </span>
      )}
      {managedBy !== null && (
        <span className="block text-muted-foreground text-sm">
          {translate(locale, 'account.state.managed_text', { provider: managedBy })}
        </span>
      )}
    </>
  );
}

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

type UsernameViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly username: string;
};

/** The form for a new username. */
export function UsernameView({ locale, form, username }: UsernameViewProps) {
  return (
    <AccountForm locale={locale} form={form}>
      <LabeledInput
        id="username"
        name="username"
        type="text"
        label={translate(locale, 'account.profile.username')}
        defaultValue={form.typed.username ?? username}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={errorOf(form, 'username')}
        errorPrefix={translate(locale, 'field.error_prefix')}
      />
      <Button variant="primary" name="decision" value="save">
        {translate(locale, 'account.save')}
      </Button>
    </AccountForm>
  );
}
