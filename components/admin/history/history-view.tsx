import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { RevisionLine } from '#lib/admin/history/read-history';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { actorOf } from '../audit/audit-table';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';

type HistoryViewProps = {
  readonly revisions: readonly RevisionLine[];
  /** Addresses of other pages of the list; null where there is none. */
  readonly older: string | null;
  readonly newest: string | null;
};

/** Every change of the configuration. */
export function HistoryView({ revisions, older, newest }: HistoryViewProps) {
  const texts = adminTexts.history;
  const { number, time, author, source, reason, entries } = texts.columns;
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {revisions.length === 0 ? (
        <EmptyState title={texts.empty} />
      ) : (
        <Table caption={texts.caption} head={[number, time, author, source, reason, entries]}>
          {revisions.map((revision) => (
            <tr key={revision.number}>
              <Cell heading>
                <a href={`/admin/history/${revision.number}`} className="underline underline-offset-4">
                  {revision.number}
                </a>
              </Cell>
              <Cell>
                <Moment at={revision.at} />
              </Cell>
              <Cell>
                <Name>{authorOf(revision) ?? '–'}</Name>
              </Cell>
              <Cell className="whitespace-nowrap">{sourceOf(revision.source)}</Cell>
              <Cell className="break-words">{revision.reason && <Name>{revision.reason}</Name>}</Cell>
              <Cell>{revision.entries}</Cell>
            </tr>
          ))}
        </Table>
      )}
      {(older ?? newest) && (
        <nav className="flex gap-2" aria-label={texts.caption}>
          {newest && <ButtonLink href={newest}>{texts.newest}</ButtonLink>}
          {older && <ButtonLink href={older}>{texts.older}</ButtonLink>}
        </nav>
      )}
    </>
  );
}

/** Who made a revision, by the name they had; null where nobody did. */
export function authorOf({ actor }: Pick<RevisionLine, 'actor'>): string | null {
  if (actor.kind === 'start') return null;
  return actorOf({ actorKind: actor.kind, actorId: actor.id, actorName: actor.name });
}

/** By what means. */
export function sourceOf(source: string): string {
  const { sources } = adminTexts.history;
  return new Map<string, string>(Object.entries(sources)).get(source) ?? source;
}
