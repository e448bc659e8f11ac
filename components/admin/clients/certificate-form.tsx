'use client';

import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { certificateFields, certificateUses } from '#lib/admin/clients/certificates/certificate-uses';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { FieldFrame, SelectField, TextArea, TextField } from '../form/field';
import { SubmitOrCancel } from '../form/submit-or-cancel';

type CertificateFormProps = {
  readonly action: AdminAction;
  readonly csrf: string;
  readonly clientId: string;
  readonly backHref: string;
};

const texts = adminTexts.clients.certificate;

/** Lets a client authenticate with a certificate, chosen as a file or pasted. */
export function CertificateForm({ action, csrf, clientId, backHref }: CertificateFormProps) {
  return (
    <ActionForm
      action={action}
      proof={actionProofs.clients.uploadCertificate}
      csrf={csrf}
      hidden={{ client_id: clientId }}
      label={texts.title}
      className="grid max-w-xl gap-5"
    >
      <FieldFrame name={certificateFields.file} label={texts.file[0]} help={texts.file[1]}>
        {(attributes) => (
          <input
            type="file"
            name={certificateFields.file}
            accept=".pem,.crt,.cer,application/x-pem-file,application/x-x509-ca-cert"
            className="w-full min-w-0 rounded-lg border border-input bg-card px-3 py-2 text-sm"
            {...attributes}
          />
        )}
      </FieldFrame>
      <TextArea
        name={certificateFields.text}
        label={texts.text[0]}
        help={texts.text[1]}
        rows={6}
        className="font-mono"
        dir="ltr"
      />
      <SelectField
        name={certificateFields.use}
        label={texts.use[0]}
        help={texts.use[1]}
        options={certificateUses.map((value) => ({ value, label: texts.uses[value] }))}
      />
      <TextField name={certificateFields.name} label={texts.name[0]} help={texts.name[1]} maxLength={1000} />
      <SubmitOrCancel submit={texts.submit} backHref={backHref} />
    </ActionForm>
  );
}
