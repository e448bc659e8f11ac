import { AdminForm } from '#components/admin/form/admin-form';
import { CheckField, RadioField } from '#components/admin/form/choice-fields';
import { LineList, SelectField, TextArea, TextField } from '#components/admin/form/field';
import { ReasonField, SaveBar, SubmitButton } from '#components/admin/form/form-end';
import { FormSection, FormSections } from '#components/admin/form/form-section';
import { PageHeader } from '#components/admin/page-header';
import { ShownOnce } from '#components/admin/shown-once';
import { ButtonLink } from '#components/ui/button';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ClaimValue } from '#lib/users/user';
import { namedTenants, type UserTenants } from '#lib/vocabulary/user-tenants';
import { userFields } from '../../entries/setting-labels';
import { newUser, saveUser } from '../actions';
import { userPath } from '../feature';
import { isPlain } from '../profile-form';
import type { UserFacts } from '../read';
import { texts } from '../texts';

const { auditedReasonHelp } = adminTexts.shell.form;

/** The profile of a person. Its page is for those who may change it. */
export function ProfileForm({ user }: { readonly user: UserFacts }) {
  const { sub, version, username, tenants, claims } = user;
  return (
    <AdminForm
      action={`${saveUser.addressOf({ sub })}/submit`}
      proof="strict"
      hidden={{ version }}
      label={texts.profile.title}
      guarded
    >
      <FormSections>
        <ProfileFields username={username} tenants={tenants} claims={claims} />
      </FormSections>
      <SaveBar save={texts.save} noteHelp={auditedReasonHelp} />
    </AdminForm>
  );
}

type ProfileFieldsProps = {
  readonly username: string;
  readonly tenants: UserTenants;
  readonly claims: Readonly<Record<string, ClaimValue>>;
};

/** The username, tenants and claims of a person. */
export function ProfileFields({ username, tenants, claims }: ProfileFieldsProps) {
  const { profile, access } = formSections.users;
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const others = Object.entries(claims).filter(([name]) => !isPlain(name));
  const listed = namedTenants(tenants);
  const json = others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others), null, 2);
  return (
    <>
      <FormSection id="profile" title={profile[0]} text={profile[1]}>
        <TextField {...labelsOf('username')} initial={username} maxLength={100} required />
        <TextField {...labelsOf('name')} initial={text('name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...labelsOf('given_name')} initial={text('given_name')} />
          <TextField {...labelsOf('family_name')} initial={text('family_name')} />
        </div>
        <TextField {...labelsOf('email')} initial={text('email')} inputMode="email" />
        <CheckField {...labelsOf('email_verified')} initial={claims.email_verified === true} />
        <TextArea {...labelsOf('claims')} initial={json} className="font-mono" />
      </FormSection>
      <FormSection id="tenants" title={access[0]} text={access[1]}>
        <SelectField
          name="tenant_access"
          label={texts.tenantAccess.label}
          initial={typeof tenants === 'string' ? tenants : 'listed'}
          options={(['all', 'none', 'listed'] as const).map((value) => ({ value, label: texts.tenantAccess[value] }))}
        />
        <LineList of="tenant" {...labelsOf('tenants')} initial={listed.join('\n')} />
      </FormSection>
    </>
  );
}

function labelsOf(name: keyof typeof userFields) {
  const [label, help]: readonly [string, string?] = userFields[name];
  return { name, label, ...(help !== undefined && { help }) };
}

/** Creates an account, and shows once what the person needs to sign in. @param minimum the characters of a password */
export function NewUserView({ minimum }: { readonly minimum: number }) {
  const [title, text] = formSections.users.password;
  const ways = texts.new;
  return (
    <>
      <PageHeader
        title={ways.title}
        description={ways.description}
        parent={{ label: texts.title, href: '/admin/users' }}
      />
      <AdminForm
        action={`${newUser.addressOf()}/submit`}
        proof="sudo"
        label={ways.title}
        guarded
        done={(result) => <Done result={result} />}
      >
        <FormSections>
          <ProfileFields username="" tenants="all" claims={{}} />
          <FormSection id="password" title={title} text={text}>
            <RadioField
              name="first"
              legend={ways.password}
              initial="link"
              options={[
                ['link', ways.link, ways.linkHelp],
                ['generated', ways.generated, ways.generatedHelp],
                ['typed', ways.typed, ways.typedHelp(minimum)],
                ['provider', ways.provider, ways.providerHelp],
              ]}
            />
            <div className="hidden peer-has-[[value=typed]:checked]:block">
              <TextField
                name="password"
                type="password"
                label={ways.typedLabel}
                help={ways.typedHelp(minimum)}
                autoComplete="new-password"
              />
            </div>
          </FormSection>
        </FormSections>
        <ReasonField help={auditedReasonHelp} />
        <div>
          <SubmitButton>{ways.submit}</SubmitButton>
        </div>
      </AdminForm>
    </>
  );
}

function Done({ result }: { readonly result: Readonly<Record<string, string>> }) {
  const { done, doneLink, passwordOnce, linkOnce, open, another } = texts.new;
  const { sub = '', username = '', link, password } = result;
  return (
    <div className="grid gap-4">
      <p className="font-semibold">{link === undefined ? done(username) : doneLink(username)}</p>
      {password && <ShownOnce label={passwordOnce} value={password} />}
      {link && <ShownOnce label={linkOnce} value={link} />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={userPath(sub)} variant="primary">
          {open}
        </ButtonLink>
        <ButtonLink href="/admin/users/new">{another}</ButtonLink>
      </div>
    </div>
  );
}
