import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import { clientPath } from '#lib/admin/entries/entry-path';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { adminTexts } from '#lib/i18n/admin/texts';
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
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {scope.usedBy.map(({ clientId, name }) => (
            <li key={clientId} className="break-words">
              <a href={clientPath(clientId, 'permissions')} className="underline underline-offset-4">
                {name}
              </a>
            </li>
          ))}
          {hidden > 0 && <li className="text-muted-foreground">{texts.usedByMore(hidden)}</li>}
        </ul>
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
        <ActionForm action={action} csrf={csrf} hidden={owner} label={texts.title} className="grid gap-3">
          <p className="text-sm">{scope.builtIn ? texts.builtIn : texts.text}</p>
          <div>
            <SubmitButton variant="danger">{texts.button}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Panel>
  );
}
