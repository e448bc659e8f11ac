import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { revisionPath } from '#lib/admin/history/history-path';
import type { RestorePlan } from '#lib/admin/history/restore-revision';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { ActionForm } from '../form/action-form';
import { ReasonField } from '../form/reason-field';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { PageHeader } from '../page-header';
import { nounOf } from './revision-changes';

type RestoreViewProps = {
  readonly number: number;
  readonly plan: RestorePlan;
  readonly action: AdminAction;
  readonly csrf: string;
};

const signs = { create: '+', update: '~', delete: '−' } as const;

/** This many entries are listed; the rest are counted. */
const listed = 100;

/** Shows the changes of going back to a revision, and asks for confirmation. */
export function RestoreView({ number, plan: { lines, problem, changes, latest }, action, csrf }: RestoreViewProps) {
  const texts = adminTexts.history.restore;
  const parent = { label: adminTexts.history.revision(number), href: revisionPath(number) };
  return (
    <>
      <PageHeader title={texts.question(number)} description={texts.text} parent={parent} />
      {problem !== null && (
        <Notice tone="bad" role="alert" title={texts.impossible}>
          <p>{problem}</p>
        </Notice>
      )}
      {changes === 0 ? (
        problem === null && <Notice title={texts.nothing} />
      ) : (
        <Panel title={lines.length === 0 ? texts.long(changes) : texts.preview(lines.length)}>
          <ul className="mb-5 grid gap-1 text-sm">
            {lines.slice(0, listed).map(({ kind, section, key, risks }) => (
              <li key={`${section} ${key}`}>
                <code>{signs[kind]}</code> {nounOf(section)} <Name>{key}</Name>
                {risks.length > 0 && (
                  <ul className="grid gap-0.5 ps-5 text-destructive" aria-label={texts.risks}>
                    {risks.map((risk) => (
                      <li key={risk}>{risk}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
            {lines.length > listed && <li>{texts.more(lines.length - listed)}</li>}
          </ul>
          <ActionForm
            action={action}
            csrf={csrf}
            proof={actionProofs.history.restore}
            hidden={{ number: String(number), latest: String(latest) }}
            label={texts.title}
          >
            <ReasonField />
            <SubmitOrCancel submit={texts.button(number)} backHref={parent.href} />
          </ActionForm>
        </Panel>
      )}
    </>
  );
}
