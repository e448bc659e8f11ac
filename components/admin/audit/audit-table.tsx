import { Badge } from '#components/ui/badge';
import { Cell, Table } from '#components/ui/table';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { Moment } from '../moment';

/** Events as rows; the same wherever events are listed. */
export function AuditTable({ events }: { readonly events: readonly AuditEntry[] }) {
  const texts = adminTexts.audit;
  const { time, event, actor, target, client, address } = texts.columns;
  return (
    <Table caption={texts.caption} head={[time, event, actor, target, client, address]}>
      {events.map((entry) => (
        <tr key={entry.id}>
          <Cell>
            <Moment at={entry.at} />
          </Cell>
          <Cell heading>
            <a href={`/admin/audit/${entry.id}`} className="underline underline-offset-4">
              {sentenceOf(entry.type)}
            </a>{' '}
            {entry.outcome === 'failure' && <Badge tone="bad">{texts.outcomes.failure}</Badge>}
          </Cell>
          <Cell>
            <Name>{actorOf(entry)}</Name>
          </Cell>
          <Cell className="break-words">
            <Name>{entry.targetName ?? entry.targetId ?? ''}</Name>
          </Cell>
          <Cell className="break-words">
            <Name>{entry.clientName ?? entry.clientId ?? ''}</Name>
          </Cell>
          <Cell className="whitespace-nowrap">{entry.address}</Cell>
        </tr>
      ))}
    </Table>
  );
}

/** What happened, in words; an event of a version that knew more is told by its name. */
export function sentenceOf(type: string): string {
  const sentences: Readonly<Record<string, string>> = adminTexts.audit.sentences;
  return Object.hasOwn(sentences, type) ? (sentences[type] ?? type) : type;
}

/** Who did it, by the name they had. */
export function actorOf({
  actorKind,
  actorName,
  actorId,
}: Pick<AuditEntry, 'actorKind' | 'actorName' | 'actorId'>): string {
  const texts = adminTexts.audit;
  if (actorKind === 'command_line') return actorName ?? texts.commandLine;
  if (actorKind === 'start') return texts.start;
  if (actorKind === 'retention') return texts.retention;
  return actorName ?? actorId ?? texts.nobody;
}
