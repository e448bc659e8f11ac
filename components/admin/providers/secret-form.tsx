import { Panel } from '#components/ui/panel';
import { providerPath } from '#lib/admin/entries/entry-path';
import { providerForms } from '#lib/admin/providers/provider-forms';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminForm } from '../form/admin-form';
import { SubmitOrCancel } from '../form/form-end';
import { KeyField } from './key-field';
import { SecretField } from './secret-field';

type SecretFormProps = {
  readonly name: string;
  /** The provider has a key that signs its secret. */
  readonly hasKey: boolean;
};

/** Replaces the current secret, or the current key. */
export function SecretForm({ name, hasKey }: SecretFormProps) {
  const { secret, key } = adminTexts.providers;
  const texts = hasKey ? { ...secret, ...key } : secret;
  return (
    <Panel title={texts.title} description={texts.text}>
      <AdminForm {...providerForms.replaceSecret.about({ name })} label={texts.title} className="grid max-w-xl gap-5">
        {hasKey ? <KeyField /> : <SecretField label={secret.field[0]} help={secret.field[1]} />}
        <SubmitOrCancel submit={texts.submit} backHref={providerPath(name)} />
      </AdminForm>
    </Panel>
  );
}
