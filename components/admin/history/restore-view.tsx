import { Notice } from '#components/ui/notice';
import { TextLink } from '#components/ui/text-link';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { revisionPath } from '#lib/admin/history/history-path';
import type { listLater, RestorePlan } from '#lib/admin/history/restore-revision';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { ReasonField } from '../form/reason-field';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { authorOf } from './author';
import { RevisionChanges } from './revision-changes';

type RestoreViewProps = {
  readonly number: number;
  readonly plan: RestorePlan;
  readonly later: Awaited<ReturnType<typeof listLater>>;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** This many entries are listed, those that break something first; the rest are counted. */
const listed = 50;

/** Shows the changes of going back to a revision, and asks for confirmation. */
export function RestoreView({ number, plan, later, action, csrf }: RestoreViewProps) {
  const { problem, changes, latest } = plan;
  const entries = plan.entries.toSorted((one, other) => Number(hasRisks(other)) - Number(hasRisks(one)));
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
        <>
          <h2 className="font-semibold">
            {entries.length === 0 ? texts.long(changes) : texts.preview(entries.length)}
          </h2>
          {entries.length > 0 && <RevisionChanges changes={entries.slice(0, listed)} />}
          {entries.length > listed && <p>{texts.more(entries.length - listed)}</p>}
          <LaterRevisions later={later} />
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
        </>
      )}
    </>
  );
}

function hasRisks({ risks }: RestorePlan['entries'][number]): boolean {
  return risks.length > 0;
}

/** The changes that are taken back, with who made them. */
function LaterRevisions({ later: { revisions, more } }: Pick<RestoreViewProps, 'later'>) {
  const texts = adminTexts.history;
  return (
    <section className="grid gap-2" aria-label={texts.restore.later}>
      <h2 className="font-semibold">{texts.restore.later}</h2>
      <ul className="grid gap-1 text-sm">
        {revisions.map((revision) => (
          <li key={revision.number} className="flex flex-wrap items-baseline gap-x-2">
            <TextLink href={revisionPath(revision.number)} className="-my-2.5">
              {texts.revision(revision.number)}
            </TextLink>
            <span>{revision.summary}</span>
            <span className="text-muted-foreground">
              {authorOf(revision)} <Moment at={revision.at} />
            </span>
          </li>
        ))}
        {more && <li>{texts.restore.earlier}</li>}
      </ul>
    </section>
  );
}
