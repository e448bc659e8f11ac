import { certificateFields, certificateUses } from '#lib/admin/clients/certificates/certificate-uses';
import { clientForms } from '#lib/admin/clients/client-forms';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminForm } from '../form/admin-form';
import { FileField, SelectField, TextArea, TextField } from '../form/field';
import { SubmitOrCancel } from '../form/form-end';

type CertificateFormProps = {
  readonly clientId: string;
  readonly backHref: string;
};

const texts = adminTexts.clients.certificate;

/** Lets a client authenticate with a certificate, chosen as a file or pasted. */
export function CertificateForm({ clientId, backHref }: CertificateFormProps) {
  return (
    <AdminForm
      {...clientForms.uploadCertificate.about({ client_id: clientId })}
      label={texts.title}
      className="grid max-w-xl gap-5"
    >
      <FileField
        name={certificateFields.file}
        label={texts.file[0]}
        help={texts.file[1]}
        accept=".pem,.crt,.cer,application/x-pem-file,application/x-x509-ca-cert"
      />
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
    </AdminForm>
  );
}
