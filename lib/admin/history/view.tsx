import { Author, authorOf, sourceOf } from '#components/admin/author';
import { UndoForm } from '#components/admin/flash-bar';
import { ListTotal } from '#components/admin/list/list-paging';
import type { Column } from '#components/admin/list/list-table';
import { ListView } from '#components/admin/list/list-view';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { RevisionChanges } from '#components/admin/revision-changes';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { canEdit, isPermitted } from '../access/permission';
import { importExportPath } from '../entries/entry-path';
import { type ActorPaths, findActorPaths } from '../find-actor-paths';
import type { AreaPages } from '../kit/view';
import type { ListPage } from '../list/list-page';
import { readPlace } from '../list/list-query';
import { type ListAddress, listAddress, numberOf } from '../query';
import { texts as settingsTexts } from '../settings/texts';
import { historyActions } from './actions';
import { historyPath, restorePath, revisionPath } from './feature';
import { type RevisionChange, type RevisionLine, readHistoryPage, readRevision, requireRevision } from './read';
import { listLater, planRestore } from './restore-revision';
import { texts } from './texts';
import { planUndo, undoProof } from './undo-revision';
import { RestoreView, UndoView } from './views/restore';

/** The number of entries on a page, because an import may have changed ten thousand. */
const pageSize = 50;

export const historyPages: AreaPages = {
  section: 'history',
  actions: historyActions,
  pages: [
    {
      path: 'history',
      permission: 'read',
      render: async ({ admin, query }) => {
        const page = await readHistoryPage(admin, readPlace(query));
        const authors = await findActorPaths(
          admin,
          page.lines.map(({ actor }) => actor),
        );
        const address = listAddress(historyPath, query);
        const body = <HistoryView address={address} page={page} authors={authors} mayUndo={canEdit(admin)} />;
        return { title: texts.title, body };
      },
    },
    {
      path: 'history/[number]',
      permission: 'read',
      render: async ({ admin, names, query }) => {
        const { revision, changes } = await readRevision(admin, numberOf(names, 'number'));
        const pages = Math.max(1, Math.ceil(changes.length / pageSize));
        const page = Math.min(numberOf(query, 'page') ?? 1, pages);
        const body = (
          <RevisionView
            revision={revision}
            authors={await findActorPaths(admin, [revision.actor])}
            changes={changes.slice((page - 1) * pageSize, page * pageSize)}
            page={page}
            pages={pages}
            mayUndo={canEdit(admin)}
            mayRestore={isPermitted(admin.principal.role, 'own')}
          />
        );
        return { title: texts.revision(revision.number), body };
      },
    },
    {
      path: 'history/[number]/restore',
      permission: 'own',
      render: async ({ admin, names }) => {
        const { number } = await requireRevision(admin.db, numberOf(names, 'number'));
        const plan = await planRestore(admin, number);
        const body = <RestoreView number={number} plan={plan} later={await listLater(admin, number)} />;
        return { title: texts.restore.question(number), body };
      },
    },
    {
      path: 'history/[number]/undo',
      permission: 'edit',
      render: async ({ admin, names }) => {
        const { number } = await requireRevision(admin.db, numberOf(names, 'number'));
        const plan = await planUndo(admin, number);
        const body = <UndoView number={number} plan={plan} proof={await undoProof(number, admin)} />;
        return { title: texts.undo.title(number), body };
      },
    },
  ],
};

type HistoryViewProps = {
  readonly address: ListAddress;
  readonly page: ListPage<RevisionLine>;
  /** The pages of the people and clients that made them. */
  readonly authors: ActorPaths;
  readonly mayUndo: boolean;
};

/** Every change of the configuration, the newest first. */
export function HistoryView({ address, page, authors, mayUndo }: HistoryViewProps) {
  const { title, description } = texts;
  const newest = page.first === 1 ? page.lines[0]?.number : undefined;
  return (
    <>
      <PageHeader
        title={title}
        badges={<ListTotal {...page} />}
        description={description}
        actions={<ButtonLink href={importExportPath}>{settingsTexts.tabs.importExport}</ButtonLink>}
      />
      <ListView
        address={address}
        texts={texts}
        page={page}
        columns={columnsOf(newest, authors)}
        keyOf={({ number }) => number}
        {...(mayUndo && { menu: ({ number }: RevisionLine) => <Undo number={number} /> })}
      />
    </>
  );
}

function Undo({ number }: { readonly number: number }) {
  return (
    <UndoForm number={number} className="inline-grid gap-2">
      {texts.undo.button}
      <span className="sr-only"> {texts.revision(number)}</span>
    </UndoForm>
  );
}

/** @param newest the number of the revision that is in force */
function columnsOf(newest: number | undefined, authors: ActorPaths): readonly Column<RevisionLine>[] {
  const { number, change, time, author, source, reason } = texts.columns;
  return [
    {
      label: number,
      phone: 'state',
      className: 'whitespace-nowrap tabular-nums',
      cell: (revision) => (
        <>
          <a href={revisionPath(revision.number)} className="underline underline-offset-4">
            #{revision.number}
          </a>{' '}
          {revision.number === newest && <Badge tone="info">{texts.current}</Badge>}
        </>
      ),
    },
    {
      label: change,
      phone: 'name',
      className: 'min-w-56 max-sm:min-w-0 [overflow-wrap:anywhere]',
      cell: ({ summary }) => <Name>{summary}</Name>,
    },
    {
      label: author,
      phone: 'fact',
      isPlain: true,
      className: '[overflow-wrap:anywhere]',
      // The column of sources is hidden in narrow windows.
      cell: (revision) =>
        authorOf(revision) === null ? sourceOf(revision.source) : <Author actor={revision.actor} paths={authors} />,
    },
    { label: source, isWide: true, className: 'whitespace-nowrap', cell: (revision) => sourceOf(revision.source) },
    { label: time, phone: 'fact', isPlain: true, cell: ({ at }) => <Moment at={at} /> },
    {
      label: reason,
      isWide: true,
      className: '[overflow-wrap:anywhere]',
      cell: (revision) => revision.reason && <Name>{revision.reason}</Name>,
    },
  ];
}

type RevisionViewProps = {
  readonly revision: RevisionLine;
  /** The page of the person or client that made it. */
  readonly authors: ActorPaths;
  /** The changes on this page. */
  readonly changes: readonly RevisionChange[];
  /** The number of this page and of the last one, from 1. */
  readonly page: number;
  readonly pages: number;
  readonly mayUndo: boolean;
  readonly mayRestore: boolean;
};

/** One revision: its changes, and the ways to undo or restore it. */
export function RevisionView({ revision, authors, changes, page, pages, mayUndo, mayRestore }: RevisionViewProps) {
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
            {mayUndo && <Undo number={revision.number} />}
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
