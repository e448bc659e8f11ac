import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { providerPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { SecretField } from './secret-field';

type SecretFormProps = { readonly name: string; readonly action: AdminAction; readonly csrf: string };

/** Replaces the current secret. */
export function SecretForm({ name, action, csrf }: SecretFormProps) {
  const texts = adminTexts.providers.secret;
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
        <SecretField label={texts.field[0]} help={texts.field[1]} />
        <SubmitOrCancel submit={texts.submit} backHref={providerPath(name)} />
      </ActionForm>
    </Panel>
  );
}
