import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { EntryRevision } from '#lib/admin/entries/read-entry-history';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { Moment } from '../moment';

/** The revisions that changed one entry; each shows the difference and can be restored. */
export function EntryHistory({ revisions }: { readonly revisions: readonly EntryRevision[] }) {
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
                <a href={`/admin/history/${number}`} className="whitespace-nowrap underline underline-offset-4">
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
                <Name>{actor.name ?? sourceText(source)}</Name>
              </Cell>
              <Cell className="min-w-40 break-words">{reason}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function sourceText(source: string): string {
  const texts: Readonly<Record<string, string>> = adminTexts.history.sources;
  return texts[source] ?? source;
}
