import { ButtonLink } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import type { ActorPaths } from '#lib/admin/find-actor-paths';
import { historyPath, restorePath, revisionPath } from '#lib/admin/history/history-path';
import type { RevisionChange, RevisionLine } from '#lib/admin/history/read-history';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { Author, authorOf, sourceOf } from './author';
import { RevisionChanges } from './revision-changes';
import { UndoButton } from './undo-button';

type RevisionViewProps = {
  readonly revision: RevisionLine;
  /** The page of the person or client that made it. */
  readonly authors: ActorPaths;
  /** The changes on this page. */
  readonly changes: readonly RevisionChange[];
  /** The number of this page and of the last one, from 1. */
  readonly page: number;
  readonly pages: number;
  /** Null for a person who cannot undo. */
  readonly undo: { readonly action: AdminAction; readonly csrf: string } | null;
  readonly mayRestore: boolean;
};

/** One revision: its changes, and the ways to undo or restore it. */
export function RevisionView({ revision, authors, changes, page, pages, undo, mayRestore }: RevisionViewProps) {
  const texts = adminTexts.history;
  const { time, author, source, reason } = texts.columns;
  const path = revisionPath(revision.number);
  return (
    <>
      <PageHeader
        title={texts.revision(revision.number)}
        description={revision.summary}
        parent={{ label: texts.title, href: historyPath }}
        actions={
          <>
            {undo && <UndoButton number={revision.number} {...undo} />}
            {mayRestore && (
              <ButtonLink href={restorePath(revision.number)} size="small">
                {texts.restore.title}
              </ButtonLink>
            )}
          </>
        }
      />
      <Panel>
        <Facts
          facts={[
            [time, <Moment key="time" full at={revision.at} />],
            [author, authorOf(revision) && <Author key="author" actor={revision.actor} paths={authors} />],
            [source, sourceOf(revision.source)],
            [reason, revision.reason],
          ]}
        />
      </Panel>
      <RevisionChanges changes={changes} />
      {pages > 1 && (
        <nav className="flex flex-wrap items-center gap-2" aria-label={texts.changes}>
          {page > 1 && <ButtonLink href={`${path}?page=${page - 1}`}>{texts.previous}</ButtonLink>}
          {page < pages && <ButtonLink href={`${path}?page=${page + 1}`}>{texts.next}</ButtonLink>}
          <span className="text-muted-foreground text-sm">{texts.page(page, pages)}</span>
        </nav>
      )}
    </>
  );
}
