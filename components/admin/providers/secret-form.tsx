import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { providerPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { KeyField } from './key-field';
import { SecretField } from './secret-field';

type SecretFormProps = {
  readonly name: string;
  /** The provider has a key that signs its secret. */
  readonly hasKey: boolean;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Replaces the current secret, or the current key. */
export function SecretForm({ name, hasKey, action, csrf }: SecretFormProps) {
  const { secret, key } = adminTexts.providers;
  const texts = hasKey ? { ...secret, ...key } : secret;
  return (
    <Panel title={texts.title} description={texts.text}>
      <ActionForm
        action={action}
        csrf={csrf}
        proof={actionProofs.providers.replaceSecret}
        hidden={{ name }}
        label={texts.title}
        className="grid max-w-xl gap-5"
      >
        {hasKey ? <KeyField /> : <SecretField label={secret.field[0]} help={secret.field[1]} />}
        <SubmitOrCancel submit={texts.submit} backHref={providerPath(name)} />
      </ActionForm>
    </Panel>
  );
}
