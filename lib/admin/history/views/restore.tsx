import { authorOf } from '#components/admin/author';
import { AdminForm } from '#components/admin/form/admin-form';
import { ReasonField, SubmitOrCancel } from '#components/admin/form/form-end';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { RevisionChanges } from '#components/admin/revision-changes';
import { Notice } from '#components/ui/notice';
import { TextLink } from '#components/ui/text';
import type { NeededProof } from '../../access/proof-window';
import { restorePath, revisionPath, undoPath } from '../feature';
import type { RevisionChange } from '../read';
import type { listLater, RestorePlan } from '../restore-revision';
import { texts } from '../texts';
import type { UndoPlan } from '../undo-revision';

type RestoreViewProps = {
  readonly number: number;
  readonly plan: RestorePlan;
  readonly later: Awaited<ReturnType<typeof listLater>>;
};

/** This many entries are listed, those that break something first; the rest are counted. */
const listed = 50;

/** Shows the changes of going back to a revision, and asks for confirmation. */
export function RestoreView({ number, plan, later }: RestoreViewProps) {
  const { problem, changes, latest } = plan;
  const entries = plan.entries.toSorted((one, other) => Number(hasRisks(other)) - Number(hasRisks(one)));
  const parent = { label: texts.revision(number), href: revisionPath(number) };
  return (
    <>
      <PageHeader title={texts.restore.question(number)} description={texts.restore.text} parent={parent} />
      {problem !== null && (
        <Notice tone="bad" role="alert" title={texts.restore.impossible}>
          <p>{problem}</p>
        </Notice>
      )}
      {changes === 0 ? (
        problem === null && <Notice title={texts.restore.nothing} />
      ) : (
        <>
          <h2 className="font-semibold">
            {entries.length === 0 ? texts.restore.long(changes) : texts.restore.preview(entries.length)}
          </h2>
          <ReturnsNotice changes={entries} />
          {entries.length > 0 && <RevisionChanges changes={entries.slice(0, listed)} />}
          {entries.length > listed && <p>{texts.restore.more(entries.length - listed)}</p>}
          <LaterRevisions later={later} />
          <AdminForm action={`${restorePath(number)}/submit`} label={texts.restore.title} proof="sudo">
            <input type="hidden" name="latest" value={latest} />
            <ReasonField />
            <SubmitOrCancel submit={texts.restore.button(number)} backHref={parent.href} />
          </AdminForm>
        </>
      )}
    </>
  );
}

/** A client or an API that comes back, comes back without what its deletion ended. */
function ReturnsNotice({ changes }: { readonly changes: readonly Pick<RevisionChange, 'kind' | 'section'>[] }) {
  const isBack = changes.some(
    ({ kind, section }) => kind === 'created' && (section === 'clients' || section === 'apis'),
  );
  return isBack && <Notice title={texts.undo.returns} />;
}

function hasRisks({ risks }: RestorePlan['entries'][number]): boolean {
  return risks.length > 0;
}

/** The changes that are taken back, with who made them. */
function LaterRevisions({ later: { revisions, more } }: Pick<RestoreViewProps, 'later'>) {
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

type UndoViewProps = {
  readonly number: number;
  readonly plan: UndoPlan;
  readonly proof: NeededProof;
};

/** Shows the changes of undoing a revision, and asks for confirmation. */
export function UndoView({ number, plan, proof }: UndoViewProps) {
  const { changes, changedSince, problem, seen } = plan;
  const { undo, revision } = texts;
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
      <ReturnsNotice changes={changes} />
      {changes.length > 0 && <RevisionChanges changes={changes} />}
      {changes.length > 0 && problem === null && (
        <AdminForm action={`${undoPath(number)}/submit`} label={undo.title(number)} proof={proof}>
          <input type="hidden" name="seen" value={seen} />
          <ReasonField />
          <SubmitOrCancel submit={undo.button} backHref={parent.href} />
        </AdminForm>
      )}
    </>
  );
}
