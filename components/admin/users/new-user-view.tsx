'use client';

import { ButtonLink } from '#components/ui/button';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { userPath } from '#lib/admin/users/user-path';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { FormSection, FormSections } from '../form/form-section';
import { ReasonField } from '../form/reason-field';
import { SubmitButton } from '../form/submit-button';
import { PageHeader } from '../page-header';
import { FirstPasswordChoice } from './first-password-choice';
import { ProfileFields } from './profile-fields';
import { ShownOnce } from './shown-once';

type NewUserViewProps = {
  readonly action: AdminAction;
  readonly csrf: string;
  /** The minimum length of a password, in characters. */
  readonly minimumLength: number;
};

/** Creates an account, and shows once what the person needs to sign in. */
export function NewUserView({ action, csrf, minimumLength }: NewUserViewProps) {
  const [title, text] = formSections.users.password;
  const texts = adminTexts.users;
  return (
    <>
      <PageHeader
        title={texts.new.title}
        description={texts.new.description}
        parent={{ label: texts.title, href: '/admin/users' }}
      />
      <ActionForm
        action={action}
        csrf={csrf}
        proof={actionProofs.users.create}
        label={texts.new.title}
        guarded
        done={(result) => <Done result={result} />}
      >
        <FormSections>
          <ProfileFields username="" tenants="all" claims={{}} />
          <FormSection id="password" title={title} text={text}>
            <FirstPasswordChoice minimumLength={minimumLength} />
            <div className="hidden peer-has-[[value=typed]:checked]:block">
              <TextField
                name="password"
                type="password"
                label={texts.new.typedLabel}
                help={texts.new.typedHelp(minimumLength)}
                autoComplete="new-password"
              />
            </div>
          </FormSection>
        </FormSections>
        <ReasonField help={adminTexts.shell.form.auditedReasonHelp} />
        <div>
          <SubmitButton>{texts.new.submit}</SubmitButton>
        </div>
      </ActionForm>
    </>
  );
}

function Done({ result }: { readonly result: Readonly<Record<string, string>> }) {
  const texts = adminTexts.users.new;
  const { sub = '', username = '', link, password } = result;
  return (
    <div className="grid gap-4">
      <p className="font-semibold">{link === undefined ? texts.done(username) : texts.doneLink(username)}</p>
      {password && <ShownOnce label={texts.passwordOnce} value={password} />}
      {link && <ShownOnce label={texts.linkOnce} value={link} />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={userPath(sub)} variant="primary">
          {texts.open}
        </ButtonLink>
        <ButtonLink href="/admin/users/new">{texts.another}</ButtonLink>
      </div>
    </div>
  );
}
