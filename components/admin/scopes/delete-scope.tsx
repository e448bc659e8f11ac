import { Notice } from '#components/ui/notice';
import { scopePath } from '#lib/admin/entries/entry-path';
import type { FormTarget } from '#lib/admin/kit/define-form';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Confirmation } from '../entries/confirmation';
import { isBlocked, UsedBy } from './scope-view';

type DeleteScopeProps = {
  readonly scope: ScopeDetail;
  readonly form: FormTarget;
};

/** Asks before a scope is deleted or reset. While clients use the scope, it only lists them. */
export function DeleteScope({ scope, form }: DeleteScopeProps) {
  const used = <UsedBy scope={scope} />;
  if (isBlocked(scope)) {
    return (
      <>
        <Notice tone="warning">{adminTexts.scopes.remove.used}</Notice>
        {used}
      </>
    );
  }
  const texts = adminTexts.confirmations.scopes[scope.builtIn ? 'reset' : 'delete'];
  return (
    <Confirmation
      title={texts.title(scope.name)}
      texts={texts}
      facts={used}
      typed={scope.name}
      form={form}
      backHref={scopePath(scope.name)}
    />
  );
}
