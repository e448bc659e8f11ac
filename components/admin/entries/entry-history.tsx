import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { EntryRevision } from '#lib/admin/entries/read-entry-history';
import type { ActorPaths } from '#lib/admin/find-actor-paths';
import { revisionPath } from '#lib/admin/history/history-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { Author, authorOf, sourceOf } from '../history/author';
import { Moment } from '../moment';

type EntryHistoryProps = {
  readonly revisions: readonly EntryRevision[];
  /** The pages of the people and clients that made them. */
  readonly authors: ActorPaths;
};

/** The revisions that changed one entry. Each shows its differences and can be restored. */
export function EntryHistory({ revisions, authors }: EntryHistoryProps) {
  const texts = adminTexts.history.entry;
  const { columns } = texts;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="font-semibold">{texts.revisions}</h2>
      {revisions.length === 0 ? (
        <EmptyState title={texts.noRevisions} />
      ) : (
        <Table
          caption={texts.revisions}
          head={[columns.revision, columns.change, columns.time, columns.who, columns.reason]}
        >
          {revisions.map(({ number, at, actor, source, reason, summary }) => (
            <tr key={number}>
              <Cell heading>
                <a href={revisionPath(number)} className="whitespace-nowrap underline underline-offset-4">
                  {adminTexts.history.revision(number)}
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
