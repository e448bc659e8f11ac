import { CopyButton } from '#components/admin/copy-button';
import { AdminForm } from '#components/admin/form/admin-form';
import { CheckField, RadioField } from '#components/admin/form/choice-fields';
import { LineList, SelectField, TextArea, TextField } from '#components/admin/form/field';
import { ReasonField, SaveBar, SubmitButton } from '#components/admin/form/form-end';
import { FormSection, FormSections } from '#components/admin/form/form-section';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
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

/** The profile of a person. It is text for an administrator who may not change the person. */
export function ProfileForm({ user }: { readonly user: UserFacts }) {
  const { sub, version, lastSignInAt } = user;
  const fields = (
    <FormSections>
      <ProfileFields username={user.username} tenants={user.tenants} claims={user.claims} asText={!user.mayChange} />
    </FormSections>
  );
  return (
    <>
      <Panel>
        <Facts
          facts={[
            [
              texts.facts.sub,
              <span key="sub" className="flex flex-wrap items-center gap-2">
                <code className="break-all">{sub}</code> <CopyButton text={sub} label={texts.facts.sub} />
              </span>,
            ],
            [texts.facts.created, <Moment key="created" full at={user.createdAt} />],
            [texts.facts.updated, <Moment key="updated" full at={user.updatedAt} />],
            [
              texts.facts.lastSignIn,
              lastSignInAt ? <Moment key="last" full at={lastSignInAt} /> : adminTexts.shell.never,
            ],
          ]}
        />
      </Panel>
      {user.mayChange ? (
        <AdminForm
          action={`${saveUser.addressOf({ sub })}/submit`}
          proof="strict"
          hidden={{ version }}
          label={texts.tabs.profile}
          guarded
        >
          {fields}
          <SaveBar save={texts.save} noteHelp={auditedReasonHelp} />
        </AdminForm>
      ) : (
        <div className="grid gap-5">{fields}</div>
      )}
    </>
  );
}

type ProfileFieldsProps = {
  readonly username: string;
  readonly tenants: UserTenants;
  readonly claims: Readonly<Record<string, ClaimValue>>;
  /** See FieldProps. */
  readonly asText?: boolean;
};

/** The username, tenants and claims of a person. */
export function ProfileFields({ username, tenants, claims, asText = false }: ProfileFieldsProps) {
  const { profile, access } = formSections.users;
  const field = (name: keyof typeof userFields) => ({ ...labelsOf(name), asText });
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const others = Object.entries(claims).filter(([name]) => !isPlain(name));
  const listed = namedTenants(tenants);
  const json = others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others), null, 2);
  return (
    <>
      <FormSection id="profile" title={profile[0]} text={profile[1]}>
        <TextField {...field('username')} initial={username} maxLength={100} required />
        <TextField {...field('name')} initial={text('name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('given_name')} initial={text('given_name')} />
          <TextField {...field('family_name')} initial={text('family_name')} />
        </div>
        <TextField {...field('email')} initial={text('email')} inputMode="email" />
        <CheckField {...field('email_verified')} initial={claims.email_verified === true} />
        <TextArea {...field('claims')} initial={json} className="font-mono" />
      </FormSection>
      <FormSection id="tenants" title={access[0]} text={access[1]}>
        <SelectField
          name="tenant_access"
          label={texts.tenantAccess.label}
          asText={asText}
          initial={typeof tenants === 'string' ? tenants : 'listed'}
          options={(['all', 'none', 'listed'] as const).map((value) => ({ value, label: texts.tenantAccess[value] }))}
        />
        <LineList of="tenant" {...field('tenants')} initial={listed.join('\n')} />
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

/** A value that cannot be shown again. */
export function ShownOnce({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Notice tone="good" role="status" title={label}>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <code className="select-all break-all rounded-md border border-border bg-card px-2 py-1">{value}</code>
        <CopyButton text={value} label={label} />
      </p>
    </Notice>
  );
}
