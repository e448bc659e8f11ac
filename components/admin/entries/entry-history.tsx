import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { EntryRevision } from '#lib/admin/entries/read-entry-history';
import type { ActorPaths } from '#lib/admin/find-actor-paths';
import { revisionPath } from '#lib/admin/history/feature';
import { texts as historyTexts } from '#lib/admin/history/texts';
import { Name } from '../../ui/name';
import { Author, authorOf, sourceOf } from '../author';
import { Moment } from '../moment';

type EntryHistoryProps = {
  readonly revisions: readonly EntryRevision[];
  /** The pages of the people and clients that made them. */
  readonly authors: ActorPaths;
};

/** The revisions that changed one entry. Each shows its differences and can be restored. */
export function EntryHistory({ revisions, authors }: EntryHistoryProps) {
  const { columns } = historyTexts.entry;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="font-semibold">{historyTexts.entry.revisions}</h2>
      {revisions.length === 0 ? (
        <EmptyState title={historyTexts.entry.noRevisions} />
      ) : (
        <Table
          caption={historyTexts.entry.revisions}
          head={[columns.revision, columns.change, columns.time, columns.who, columns.reason]}
        >
          {revisions.map(({ number, at, actor, source, reason, summary }) => (
            <tr key={number}>
              <Cell heading>
                <a href={revisionPath(number)} className="whitespace-nowrap underline underline-offset-4">
                  {historyTexts.revision(number)}
                </a>
              </Cell>
              <Cell className="min-w-40 break-words">
                <Name>{summary}</Name>
              </Cell>
              <Cell>
                <Moment at={at} />
              </Cell>
              <Cell className="break-words">
                {authorOf({ actor }) === null ? sourceOf(source) : <Author actor={actor} paths={authors} />}
              </Cell>
              <Cell className="min-w-40 break-words">{reason}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
