import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ClientLinks } from '../clients/client-links';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

/** The clients that may ask for it. */
export function UsedBy({ scope }: { readonly scope: ScopeDetail }) {
  const texts = adminTexts.scopes;
  const hidden = scope.uses - scope.usedBy.length;
  return (
    <Panel title={texts.usedBy}>
      {scope.uses === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.usedByNone}</p>
      ) : (
        <ClientLinks clients={scope.usedBy} page="permissions" more={hidden > 0 ? texts.usedByMore(hidden) : null} />
      )}
    </Panel>
  );
}

type DeletePanelProps = {
  readonly scope: ScopeDetail;
  /** Names the scope to the action. */
  readonly owner: Readonly<Record<string, string>>;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Deletes a scope that nobody uses. */
export function DeleteScopePanel({ scope, owner, action, csrf }: DeletePanelProps) {
  const texts = adminTexts.scopes.remove;
  if (!scope.configured) return null;
  const isBlocked = scope.uses > 0 && !scope.builtIn;
  return (
    <Panel title={texts.title}>
      {isBlocked ? (
        <p className="text-muted-foreground text-sm">{texts.used}</p>
      ) : (
        <ActionForm
          action={action}
          csrf={csrf}
          proof={actionProofs.entries.deleteEntry}
          hidden={owner}
          label={texts.title}
          className="grid gap-3"
        >
          <p className="text-sm">{scope.builtIn ? texts.builtIn : texts.text}</p>
          <div>
            <SubmitButton variant="danger">{texts.button}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Panel>
  );
}
