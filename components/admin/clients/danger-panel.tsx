import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import { clientPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

type DangerPanelProps = {
  readonly clientId: string;
  readonly enabled: boolean;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Disable first, delete afterwards. */
export function DangerPanel({ clientId, enabled, action, csrf }: DangerPanelProps) {
  const texts = adminTexts.clients.danger;
  return (
    <Panel title={texts.title}>
      <ActionForm
        action={action}
        csrf={csrf}
        hidden={{ client_id: clientId, enabled: String(!enabled) }}
        label={texts.title}
        className="grid gap-3"
      >
        <p className="max-w-prose text-sm">{enabled ? texts.disableText : texts.enableText}</p>
        <p className="max-w-prose text-muted-foreground text-sm">{enabled && texts.deleteText}</p>
        <div className="flex flex-wrap gap-2">
          <SubmitButton variant={enabled ? 'danger' : 'primary'}>{enabled ? texts.disable : texts.enable}</SubmitButton>
          {!enabled && (
            <ButtonLink href={clientPath(clientId, 'delete')} variant="danger">
              {texts.delete}
            </ButtonLink>
          )}
        </div>
      </ActionForm>
    </Panel>
  );
}
