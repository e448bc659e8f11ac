'use client';

import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { PasswordMail } from '#lib/admin/users/password-mail';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { ReasonField } from '../form/reason-field';
import { SubmitButton } from '../form/submit-button';

type PasswordMailFormProps = {
  readonly sub: string;
  readonly mail: PasswordMail;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Mails the person a link to set a password. */
export function PasswordMailForm({ sub, mail, action, csrf }: PasswordMailFormProps) {
  const texts = adminTexts.users.mail;
  return (
    <ActionForm
      action={action}
      csrf={csrf}
      proof={actionProofs.users.sendMail}
      hidden={{ sub }}
      label={texts.submit}
      done={({ email = '' }) => <p role="status">{texts.done(email)}</p>}
    >
      <p className="text-muted-foreground">{texts[mail.kind](mail.email)}</p>
      <ReasonField form="mail" help={adminTexts.shell.form.auditedReasonHelp} />
      <div>
        <SubmitButton variant="secondary">{texts.submit}</SubmitButton>
      </div>
    </ActionForm>
  );
}
