import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { scopePath } from '#lib/admin/entries/entry-path';
import { addressWith } from '#lib/admin/query';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ClientLinks } from '../client-links';

/** The clients that may ask for the scope. */
export function UsedBy({ scope }: { readonly scope: ScopeDetail }) {
  const texts = adminTexts.scopes;
  const hidden = scope.uses - scope.usedBy.length;
  const href = addressWith('/admin/clients', {}, { scope: scope.name });
  return (
    <Panel title={texts.usedBy}>
      {scope.uses === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.usedByNone}</p>
      ) : (
        <ClientLinks
          clients={scope.usedBy}
          page="access"
          more={hidden > 0 ? { text: texts.usedByMore(hidden), href } : null}
        />
      )}
    </Panel>
  );
}

/** Whether clients have to give up the scope before it can be deleted. */
export function isBlocked({ uses, builtIn }: Pick<ScopeDetail, 'uses' | 'builtIn'>): boolean {
  return uses > 0 && !builtIn;
}

/** Deletes a scope that no client uses, or resets a built-in one. */
export function DeleteScopePanel({ scope }: { readonly scope: ScopeDetail }) {
  const texts = adminTexts.scopes.remove;
  if (!scope.configured) return null;
  return (
    <Panel title={texts.title}>
      {isBlocked(scope) ? (
        <p className="text-muted-foreground text-sm">{texts.used}</p>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-sm">{scope.builtIn ? texts.builtIn : texts.text}</p>
          <ButtonLink href={scopePath(scope.name, 'delete')} variant="danger" data-confirm="">
            {scope.builtIn ? texts.reset : texts.delete}
          </ButtonLink>
        </div>
      )}
    </Panel>
  );
}
