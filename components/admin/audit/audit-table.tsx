import { Badge } from '#components/ui/badge';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { Absent, type Column, ListTable } from '../list/list-table';
import { Moment } from '../moment';

/** Events as lines; the same wherever events are listed. */
export function AuditTable({ events }: { readonly events: readonly AuditEntry[] }) {
  return <ListTable caption={adminTexts.audit.caption} columns={auditColumns} lines={events} keyOf={({ id }) => id} />;
}

const { columns, outcomes } = adminTexts.audit;

export const auditColumns: readonly Column<AuditEntry>[] = [
  { label: columns.time, phone: 'state', cell: ({ at }) => <Moment at={at} /> },
  {
    label: columns.event,
    phone: 'name',
    className: '[overflow-wrap:anywhere]',
    cell: ({ id, type, outcome }) => (
      <>
        <a href={`/admin/audit/${id}`} className="underline underline-offset-4">
          {sentenceOf(type)}
        </a>{' '}
        {outcome === 'failure' && <Badge tone="bad">{outcomes.failure}</Badge>}
      </>
    ),
  },
  {
    label: columns.actor,
    phone: 'fact',
    className: '[overflow-wrap:anywhere]',
    cell: (entry) => <Name>{actorOf(entry)}</Name>,
  },
  {
    label: columns.target,
    phone: 'fact',
    className: '[overflow-wrap:anywhere]',
    cell: ({ targetName, targetId }) => <NameOrNone name={targetName ?? targetId} />,
  },
  {
    label: columns.client,
    className: '[overflow-wrap:anywhere]',
    cell: ({ clientName, clientId }) => <NameOrNone name={clientName ?? clientId} />,
  },
  { label: columns.address, isWide: true, className: 'whitespace-nowrap', cell: ({ address }) => address },
];

function NameOrNone({ name }: { readonly name: string | null }) {
  return name === null ? <Absent text={adminTexts.shell.list.nothing} /> : <Name>{name}</Name>;
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
