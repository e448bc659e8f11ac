'use client';

import { ButtonLink } from '#components/ui/button';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from './form/action-form';
import { SelectField, TextField } from './form/field';
import { SubmitOrCancel } from './form/submit-or-cancel';
import { SecretOnce } from './secret-once';

type NewSecretFormProps = {
  readonly action: AdminAction;
  readonly csrf: string;
  /** Names whose secret it becomes. */
  readonly owner: Readonly<Record<string, string>>;
  readonly backHref: string;
};

/** Makes a secret and shows it once. */
export function NewSecretForm({ action, csrf, owner, backHref }: NewSecretFormProps) {
  const texts = adminTexts.clients.secret;
  return (
    <ActionForm
      action={action}
      proof={actionProofs.entries.addSecret}
      csrf={csrf}
      hidden={owner}
      label={texts.title}
      className="grid max-w-xl gap-5"
      done={({ secret = '' }) => (
        <div className="grid justify-items-start gap-4">
          <SecretOnce title={texts.once} text={texts.onceText} label={texts.label} secret={secret} />
          <ButtonLink href={backHref}>{texts.back}</ButtonLink>
        </div>
      )}
    >
      <TextField name="description" label={texts.description} help={texts.descriptionHelp} maxLength={200} />
      <SelectField
        name="expires_in_days"
        label={texts.expiry}
        help={texts.expiryHelp}
        initial="180"
        options={['90', '180', '365', ''].map((value) => ({ value, label: expiryText(value) }))}
      />
      <SubmitOrCancel submit={texts.create} backHref={backHref} />
    </ActionForm>
  );
}

function expiryText(days: string): string {
  const texts: Readonly<Record<string, string>> = adminTexts.clients.secret.expiries;
  return texts[days] ?? days;
}
