import { isPlain } from '#lib/admin/users/user-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ClaimValue } from '#lib/users/user';
import { namedTenants, type UserTenants } from '#lib/vocabulary/user-tenants';
import { CheckField } from '../form/check-field';
import { SelectField, TextArea, TextField } from '../form/field';

type ProfileFieldsProps = {
  readonly username: string;
  readonly tenants: UserTenants;
  readonly claims: Readonly<Record<string, ClaimValue>>;
};

/** What is known about a person. */
export function ProfileFields({ username, tenants, claims }: ProfileFieldsProps) {
  const texts = adminTexts.users.fields;
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const others = Object.entries(claims).filter(([name]) => !isPlain(name));
  const listed = namedTenants(tenants);
  const json = others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others), null, 2);
  return (
    <>
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
      <TextArea
        name="claims"
        label={texts.claims}
        help={texts.claimsHelp}
        initial={json}
        rows={Math.min(14, Math.max(3, json.split('\n').length))}
        className="font-mono"
      />
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
      <TextArea
        name="tenants"
        label={texts.tenants}
        help={texts.tenantsHelp}
        initial={listed.join('\n')}
        rows={Math.max(2, listed.length)}
      />
    </>
  );
}
