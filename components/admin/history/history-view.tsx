import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { AdminAction } from '#lib/admin/action-state';
import { revisionPath } from '#lib/admin/history/history-path';
import type { RevisionLine } from '#lib/admin/history/read-history';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { actorOf } from '../audit/audit-table';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { UndoButton } from './undo-button';

type HistoryViewProps = {
  readonly revisions: readonly RevisionLine[];
  /** Whether the first one is the newest of all. */
  readonly isStart: boolean;
  /** Addresses of other pages of the list; null where there is none. */
  readonly older: string | null;
  readonly newest: string | null;
  /** Null for somebody who may not undo. */
  readonly undo: { readonly action: AdminAction; readonly csrf: string } | null;
};

/** Every change of the configuration. */
export function HistoryView({ revisions, isStart, older, newest, undo }: HistoryViewProps) {
  const texts = adminTexts.history;
  const { number, change, time, author, source, reason, actions } = texts.columns;
  const head = [
    number,
    change,
    author,
    source,
    time,
    reason,
    ...(undo ? [{ label: actions, className: 'sr-only' }] : []),
  ];
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {revisions.length === 0 ? (
        <EmptyState title={texts.empty} text={texts.emptyText} />
      ) : (
        <Table caption={texts.caption} head={head}>
          {revisions.map((revision, index) => (
            <tr key={revision.number}>
              <Cell className="whitespace-nowrap tabular-nums">
                <a href={revisionPath(revision.number)} className="underline underline-offset-4">
                  #{revision.number}
                </a>{' '}
                {isStart && index === 0 && <Badge>{texts.current}</Badge>}
              </Cell>
              <Cell heading className="min-w-56 [overflow-wrap:anywhere]">
                <Name>{revision.summary}</Name>
              </Cell>
              <Cell className="[overflow-wrap:anywhere]">
                <Name>{authorOf(revision) ?? '–'}</Name>
              </Cell>
              <Cell className="whitespace-nowrap">{sourceOf(revision.source)}</Cell>
              <Cell>
                <Moment at={revision.at} />
              </Cell>
              <Cell className="[overflow-wrap:anywhere]">{revision.reason && <Name>{revision.reason}</Name>}</Cell>
              {undo && (
                <Cell className="text-end">
                  <UndoButton number={revision.number} {...undo} />
                </Cell>
              )}
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
