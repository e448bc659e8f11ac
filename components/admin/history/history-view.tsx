import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import type { AdminAction } from '#lib/admin/action-state';
import { importExportPath } from '#lib/admin/configuration/import-export';
import type { ActorPaths } from '#lib/admin/find-actor-paths';
import { revisionPath } from '#lib/admin/history/history-path';
import type { RevisionLine } from '#lib/admin/history/read-history';
import type { ListPage } from '#lib/admin/list/list-page';
import type { ListAddress } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import type { Column } from '../list/list-table';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { Author, authorOf, sourceOf } from './author';
import { UndoButton } from './undo-button';

type HistoryViewProps = {
  readonly address: ListAddress;
  readonly page: ListPage<RevisionLine>;
  /** The pages of the people and clients that made them. */
  readonly authors: ActorPaths;
  /** Null for a person who cannot undo. */
  readonly undo: { readonly action: AdminAction; readonly csrf: string } | null;
};

/** Every change of the configuration, the newest first. */
export function HistoryView({ address, page, authors, undo }: HistoryViewProps) {
  const { title, description } = texts;
  const newest = page.first === 1 ? page.lines[0]?.number : undefined;
  return (
    <>
      <PageHeader
        title={title}
        badges={<ListTotal {...page} />}
        description={description}
        actions={<ButtonLink href={importExportPath}>{adminTexts.settings.tabs.importExport}</ButtonLink>}
      />
      <ListView
        address={address}
        texts={texts}
        page={page}
        columns={columnsOf(newest, authors)}
        keyOf={({ number }) => number}
        {...(undo && { menu: ({ number }: RevisionLine) => <UndoButton number={number} {...undo} /> })}
      />
    </>
  );
}

const texts = adminTexts.history;

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
