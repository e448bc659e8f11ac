import { isPlain } from '#lib/admin/users/user-form';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ClaimValue } from '#lib/users/user';
import { namedTenants, type UserTenants } from '#lib/vocabulary/user-tenants';
import { CheckField } from '../form/check-field';
import { SelectField, TextArea, TextField } from '../form/field';
import { FormSection } from '../form/form-section';
import { LineList } from '../form/line-list';

type ProfileFieldsProps = {
  readonly username: string;
  readonly tenants: UserTenants;
  readonly claims: Readonly<Record<string, ClaimValue>>;
};

/** The username, tenants and claims of a person. */
export function ProfileFields({ username, tenants, claims }: ProfileFieldsProps) {
  const texts = adminTexts.users.fields;
  const { profile, access } = formSections.users;
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const others = Object.entries(claims).filter(([name]) => !isPlain(name));
  const listed = namedTenants(tenants);
  const json = others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others), null, 2);
  return (
    <>
      <FormSection id="profile" title={profile[0]} text={profile[1]}>
        <TextField
          name="username"
          label={texts.username}
          help={texts.usernameHelp}
          initial={username}
          maxLength={100}
          required
        />
        <TextField name="name" label={texts.name} initial={text('name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="given_name" label={texts.givenName} initial={text('given_name')} />
          <TextField name="family_name" label={texts.familyName} initial={text('family_name')} />
        </div>
        <TextField name="email" label={texts.email} initial={text('email')} inputMode="email" />
        <CheckField
          name="email_verified"
          label={texts.emailVerified}
          help={texts.emailVerifiedHelp}
          initial={claims.email_verified === true}
        />
        <TextArea name="claims" label={texts.claims} help={texts.claimsHelp} initial={json} className="font-mono" />
      </FormSection>
      <FormSection id="tenants" title={access[0]} text={access[1]}>
        <SelectField
          name="tenant_access"
          label={texts.tenantAccess}
          initial={typeof tenants === 'string' ? tenants : 'listed'}
          options={[
            { value: 'all', label: texts.tenantsAll },
            { value: 'none', label: texts.tenantsNone },
            { value: 'listed', label: texts.tenantsListed },
          ]}
        />
        <LineList
          of="tenant"
          name="tenants"
          label={texts.tenants}
          help={texts.tenantsHelp}
          initial={listed.join('\n')}
        />
      </FormSection>
    </>
  );
}
