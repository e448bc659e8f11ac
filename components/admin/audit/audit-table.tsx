import { Badge } from '#components/ui/badge';
import { eventPath } from '#lib/admin/audit/audit-path';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Absent, type Column, ListTable } from '../list/list-table';
import { Moment } from '../moment';
import { ActorLink, ClientLink, EventSentence, eventIcons, TargetLink, Value } from './event-links';

/** The table of events, the same wherever events are listed. */
export function AuditTable({ events }: { readonly events: readonly AuditEntry[] }) {
  return (
    <ListTable
      caption={adminTexts.audit.caption}
      columns={auditColumns}
      icons={eventIcons}
      lines={events}
      keyOf={({ id }) => id}
    />
  );
}

/** Names may break anywhere. Beside a long name, the column of a short one would be too narrow for a word. */
const nameWidth = 'sm:min-w-28';

const { columns, outcomes } = adminTexts.audit;
const { nothing } = adminTexts.shell.list;

export const auditColumns: readonly Column<AuditEntry>[] = [
  { label: columns.time, phone: 'state', cell: ({ at }) => <Moment at={at} /> },
  {
    label: columns.event,
    phone: 'name',
    className: '[overflow-wrap:anywhere]',
    cell: (entry) => (
      <>
        <a href={eventPath(entry.id)} className="underline underline-offset-4">
          <EventSentence entry={entry} />
        </a>{' '}
        {entry.outcome === 'failure' && <Badge tone="bad">{outcomes.failure}</Badge>}
      </>
    ),
  },
  { label: columns.actor, phone: 'fact', className: nameWidth, cell: (entry) => <ActorLink entry={entry} /> },
  {
    label: columns.target,
    phone: 'fact',
    className: nameWidth,
    // The settings of the portal have no ID.
    cell: (entry) => (entry.targetId ? <TargetLink entry={entry} /> : <Absent text={nothing} />),
  },
  {
    label: columns.client,
    className: nameWidth,
    cell: (entry) => (entry.clientId === null ? <Absent text={nothing} /> : <ClientLink entry={entry} />),
  },
  {
    label: columns.address,
    isWide: true,
    className: 'whitespace-nowrap',
    cell: ({ address }) => address && <Value text={address} filter={['address', address]} />,
  },
];
