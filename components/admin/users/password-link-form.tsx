'use client';

import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { ReasonField } from '../form/reason-field';
import { SubmitButton } from '../form/submit-button';
import { ShownOnce } from './shown-once';

type PasswordLinkFormProps = { readonly sub: string; readonly action: AdminAction; readonly csrf: string };

/** Creates a one-time link to set a password, and shows it. */
export function PasswordLinkForm({ sub, action, csrf }: PasswordLinkFormProps) {
  const texts = adminTexts.users.link;
  return (
    <ActionForm
      action={action}
      csrf={csrf}
      proof={actionProofs.users.makeLink}
      hidden={{ sub }}
      label={texts.title}
      done={({ link = '' }) => <ShownOnce label={texts.done} value={link} />}
    >
      <p className="text-muted-foreground">{texts.text}</p>
      <ReasonField form="link" help={adminTexts.shell.form.auditedReasonHelp} />
      <div>
        <SubmitButton variant="secondary">{texts.submit}</SubmitButton>
      </div>
    </ActionForm>
  );
}
