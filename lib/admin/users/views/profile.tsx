import { ConfirmationFrame } from '#components/admin/entries/confirmation';
import { AdminForm } from '#components/admin/form/admin-form';
import { CheckField, RadioField } from '#components/admin/form/choice-fields';
import { LineList, SelectField, TextArea, TextField } from '#components/admin/form/field';
import { ReasonField, SaveBar, SubmitButton } from '#components/admin/form/form-end';
import { FormSection, FormSections } from '#components/admin/form/form-section';
import { PageHeader } from '#components/admin/page-header';
import { ShownOnce } from '#components/admin/shown-once';
import { ButtonLink } from '#components/ui/button';
import { Details } from '#components/ui/details';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ClaimValue } from '#lib/users/user';
import { namedTenants, type UserTenants } from '#lib/vocabulary/user-tenants';
import { userFields } from '../../entries/setting-labels';
import { answeredForm } from '../../form-state';
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

/** The username, claims and tenants of a person. */
export function ProfileFields({ username, tenants, claims }: ProfileFieldsProps) {
  const { profile, access } = formSections.users;
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const others = Object.entries(claims).filter(([name]) => !isPlain(name));
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
        <TenantFields tenants={tenants} />
      </FormSection>
    </>
  );
}

function TenantFields({ tenants }: Pick<ProfileFieldsProps, 'tenants'>) {
  return (
    <>
      <SelectField
        name="tenant_access"
        label={texts.tenantAccess.label}
        initial={typeof tenants === 'string' ? tenants : 'listed'}
        options={(['all', 'none', 'listed'] as const).map((value) => ({ value, label: texts.tenantAccess[value] }))}
      />
      <LineList of="tenant" {...labelsOf('tenants')} initial={namedTenants(tenants).join('\n')} />
    </>
  );
}

function labelsOf(name: keyof typeof userFields) {
  const [label, help]: readonly [string, string?] = userFields[name];
  return { name, label, ...(help !== undefined && { help }) };
}

type NewUserProps = {
  /** The characters of a password. */
  readonly minimum: number;
  readonly canMail: boolean;
};

/** Creates an account: by an address and a name, and mostly by an invitation. The list shows it as a dialog. */
export function NewUserView({ minimum, canMail }: NewUserProps) {
  const ways = texts.new;
  return (
    <>
      <PageHeader title={ways.title} parent={{ label: texts.title, href: '/admin/users' }} />
      <ConfirmationFrame title={ways.title} text={ways.description}>
        <AdminForm
          action={`${newUser.addressOf()}/submit`}
          proof="sudo"
          label={ways.title}
          className="grid gap-4"
          done={(result) => <Done result={result} />}
        >
          <TextField {...labelsOf('email')} inputMode="email" autoComplete="off" autoFocus />
          <TextField {...labelsOf('name')} autoComplete="off" />
          {canMail && <CheckField name="invite" label={ways.invite} help={ways.inviteHelp} initial />}
          <Details summary={ways.more} isOpen={answeredForm() !== null || !canMail}>
            <div className="grid gap-4">
              <TextField {...labelsOf('username')} help={ways.usernameHelp} maxLength={100} autoComplete="off" />
              <FirstPasswordFields minimum={minimum} canMail={canMail} />
              <TenantFields tenants="all" />
            </div>
          </Details>
          <ReasonField help={auditedReasonHelp} />
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/admin/users" data-close="">
              {adminTexts.shell.form.cancel}
            </ButtonLink>
            <SubmitButton>{ways.submit}</SubmitButton>
          </div>
        </AdminForm>
      </ConfirmationFrame>
    </>
  );
}

function FirstPasswordFields({ minimum, canMail }: NewUserProps) {
  const ways = texts.new;
  return (
    <div>
      <RadioField
        name="first"
        legend={canMail ? `${ways.password} (${ways.passwordHelp})` : ways.password}
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
    </div>
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
