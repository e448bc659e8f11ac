import { Notice } from '#components/ui/notice';
import { actionProofs, proofFor } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { FixPlan } from '#lib/admin/checks/plan-fix';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { ReasonField } from '../form/reason-field';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { PageHeader } from '../page-header';
import { RevisionChanges } from '../revision-changes';

type FixChecksViewProps = { readonly plan: FixPlan; readonly action: AdminAction; readonly csrf: string };

/** The changes that would fix every finding of a rule, before they are made. */
export function FixChecksView({ plan, action, csrf }: FixChecksViewProps) {
  const { fixAll: texts, rules, title } = adminTexts.checks;
  const { rule, changes, clients, forOwners, problem, seen } = plan;
  const [finding] = rules[rule];
  const backHref = '/admin/checks';
  return (
    <>
      <PageHeader
        title={texts.title(finding, changes.length)}
        description={texts.text}
        parent={{ label: title, href: backHref }}
      />
      <Notice tone="warning" title={texts.risks[rule] ?? ''}>
        {clients > changes.length + forOwners && <p>{texts.more(changes.length + forOwners, clients)}</p>}
        {forOwners > 0 && <p>{texts.forOwners(forOwners)}</p>}
      </Notice>
      {problem !== null && (
        <Notice tone="bad" role="alert" title={texts.impossible}>
          <p>{problem}</p>
        </Notice>
      )}
      <RevisionChanges changes={changes} />
      {problem === null && changes.length > 0 && (
        <ActionForm
          action={action}
          csrf={csrf}
          proof={proofFor(actionProofs.checks.fix, { rule })}
          hidden={{ rule, seen }}
          label={texts.title(finding, changes.length)}
        >
          <ReasonField />
          <SubmitOrCancel submit={texts.submit(changes.length)} backHref={backHref} />
        </ActionForm>
      )}
    </>
  );
}
