import { Notice } from '#components/ui/notice';
import type { NeededProof } from '#lib/admin/access/proof-window';
import type { AdminAction } from '#lib/admin/action-state';
import { revisionPath } from '#lib/admin/history/history-path';
import type { UndoPlan } from '#lib/admin/history/undo-revision';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { ReasonField } from '../form/reason-field';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { PageHeader } from '../page-header';
import { RevisionChanges } from './revision-changes';

type UndoViewProps = {
  readonly number: number;
  readonly plan: UndoPlan;
  readonly proof: NeededProof;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Shows the changes of undoing a revision, and asks for confirmation. */
export function UndoView({ number, plan, proof, action, csrf }: UndoViewProps) {
  const { changes, changedSince, problem, seen } = plan;
  const { undo, revision } = adminTexts.history;
  const parent = { label: revision(number), href: revisionPath(number) };
  return (
    <>
      <PageHeader title={undo.title(number)} description={undo.text} parent={parent} />
      {problem !== null && (
        <Notice tone="bad" role="alert" title={undo.impossible}>
          <p>{problem}</p>
        </Notice>
      )}
      {changes.length === 0 && problem === null && <Notice title={undo.nothing} />}
      {changedSince.length > 0 && (
        <Notice tone="warning" title={undo.changedSince(changedSince)}>
          <p>{undo.changedSinceText}</p>
        </Notice>
      )}
      {changes.some(({ kind }) => kind === 'deleted') && <Notice tone="warning" title={undo.deletes} />}
      {changes.length > 0 && <RevisionChanges changes={changes} />}
      {changes.length > 0 && problem === null && (
        <ActionForm
          action={action}
          csrf={csrf}
          proof={proof}
          hidden={{ number: String(number), seen }}
          label={undo.title(number)}
        >
          <ReasonField />
          <SubmitOrCancel submit={undo.button} backHref={parent.href} />
        </ActionForm>
      )}
    </>
  );
}
