import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { OfferedFix } from '#lib/admin/requests/apply-quick-fix';
import { requestPath } from '#lib/admin/requests/request-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { debugAncestors } from '../debug-header';
import { DifferenceTable } from '../difference-table';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { PageHeader } from '../page-header';

type QuickFixViewProps = {
  readonly offered: OfferedFix;
  /** `typed` is the action for a value that the person types to confirm; `known` is for all others. */
  readonly actions: { readonly known: AdminAction; readonly typed: AdminAction };
  readonly csrf: string;
};

/** The changes of a quick fix. A person types the value if it may come from a stranger. */
export function QuickFixView({ offered: { request, fix, differences }, actions, csrf }: QuickFixViewProps) {
  const { fixes, confirm } = adminTexts.requests;
  const { reference, clientName, clientId } = request;
  const texts = fixes[fix.kind];
  const title = texts.title(clientName ?? clientId ?? '');
  const back = requestPath(reference);
  return (
    <>
      <PageHeader title={title} ancestors={[...debugAncestors('requests'), { label: reference, href: back }]} />
      <Panel>
        <ActionForm
          action={fix.typed === null ? actions.known : actions.typed}
          csrf={csrf}
          proof={actionProofs['debug/requests'][fix.typed === null ? 'addKnown' : 'addTyped']}
          hidden={{ reference, value: fix.value }}
          label={title}
        >
          {fix.typed !== null && (
            <Notice tone="warning" title={confirm.anyone}>
              <p>{confirm.check}</p>
              <p className="pt-2">
                <code className="break-all font-semibold text-base" dir="ltr">
                  {fix.typed}
                </code>
              </p>
            </Notice>
          )}
          <DifferenceTable caption={confirm.changes} section="clients" differences={differences} />
          {fix.typed !== null && (
            <TextField name="typed" label={confirm.type(texts.typed)} className="max-w-md font-mono" dir="ltr" />
          )}
          <SubmitOrCancel submit={texts.submit} backHref={back} />
        </ActionForm>
      </Panel>
    </>
  );
}
