import { ButtonLink } from '#components/ui/button';
import { eventPath, eventsPath } from '#lib/admin/audit/feature';
import { type AuditEntry, actorOf, tellEvent } from '#lib/admin/audit/read';
import { texts as auditTexts } from '#lib/admin/audit/texts';
import { clientPath } from '#lib/admin/entries/entry-path';
import { objectPath } from '#lib/admin/find-actor-paths';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleText } from '#lib/i18n/display-text';
import { Badge } from '../ui/badge';
import { Icon } from '../ui/icon';
import { EmptyState } from '../ui/panel';
import { Name } from '../ui/text';
import { Absent, type Column, ListTable } from './list/list-table';
import { Moment } from './moment';

/** The table of events, the same wherever events are listed. */
export function AuditTable({ events }: { readonly events: readonly AuditEntry[] }) {
  return <ListTable caption={auditTexts.caption} columns={auditColumns} lines={events} keyOf={({ id }) => id} />;
}

const { columns, outcomes } = auditTexts;
const { nothing } = adminTexts.shell.list;

/** One link a row: the page of the event leads to everything else. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  { label: columns.time, phone: 'state', cell: ({ at }) => <Moment at={at} /> },
  {
    label: columns.event,
    phone: 'name',
    className: '[overflow-wrap:anywhere]',
    cell: (entry) => (
      <>
        <a
          href={eventPath(entry.id)}
          className="underline underline-offset-4 pointer-coarse:inline-block pointer-coarse:py-2"
        >
          <EventSentence entry={entry} />
        </a>{' '}
        {entry.outcome === 'failure' && <Badge tone="bad">{outcomes.failure}</Badge>}
        <Parties entry={entry} />
      </>
    ),
  },
  {
    label: columns.client,
    phone: 'fact',
    className: 'sm:min-w-28',
    cell: ({ clientId, clientName }) =>
      clientId === null ? <Absent text={nothing} /> : <Name>{clientName ?? clientId}</Name>,
  },
  {
    label: columns.address,
    phone: 'fact',
    isWide: true,
    className: 'whitespace-nowrap',
    cell: ({ address }) => (address === null ? <Absent text={nothing} /> : address),
  },
];

/** The actor and the object where the sentence does not name them. */
function Parties({ entry }: { readonly entry: AuditEntry }) {
  const told = new Set(tellEvent(entry).flatMap(({ text, isName }) => (isName ? [text] : [])));
  const { actorKind, actorId, targetId, targetName, clientId } = entry;
  const actor = actorKind === 'anonymous' && actorId === null ? null : actorOf(entry);
  const target = targetId === clientId ? null : (targetName ?? targetId);
  const parties = [
    [columns.actor, actor],
    [columns.target, target],
  ] as const;
  const unnamed = parties.filter(([, name]) => name !== null && name !== '' && !told.has(name));
  if (unnamed.length === 0) return null;
  return (
    <span className="block font-normal text-muted-foreground text-xs">
      {unnamed.map(([label, name], index) => (
        <span key={label}>
          {index > 0 && ' · '}
          {label}: <Name>{name ?? ''}</Name>
        </span>
      ))}
    </span>
  );
}

type Filter = 'actor' | 'target' | 'client' | 'address' | 'request' | 'type';

/** The event in words, with every name isolated from the text around it. */
export function EventSentence({ entry }: { readonly entry: AuditEntry }) {
  return tellEvent(entry).map(({ text, isName }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
    isName ? <Name key={index}>{text}</Name> : text,
  );
}

/** The actor, with a link to their page. */
export function ActorLink({ entry }: { readonly entry: AuditEntry }) {
  const { actorKind, actorId } = entry;
  return (
    <Value
      text={actorOf(entry)}
      href={actorId === null ? null : objectPath(actorKind, actorId)}
      filter={['actor', actorId]}
    />
  );
}

/** The target, with a link to its page unless it was deleted. */
export function TargetLink({ entry: { type, targetKind, targetId, targetName } }: { readonly entry: AuditEntry }) {
  if (!targetId) return null;
  const href = targetKind === null || type.endsWith('.deleted') ? null : objectPath(targetKind, targetId);
  return <Value text={targetName ?? targetId} href={href} filter={['target', targetId]} />;
}

export function ClientLink({ entry: { clientId, clientName } }: { readonly entry: AuditEntry }) {
  if (clientId === null) return null;
  return <Value text={clientName ?? clientId} href={clientPath(clientId)} filter={['client', clientId]} />;
}

/** The shared icons of the links to other events. */
export const eventIcons = ['search'] as const;

type ValueProps = {
  readonly text: string;
  readonly href?: string | null;
  /** The values that other events can share with this one. */
  readonly filter: readonly [Filter, string | null];
};

/** A value of an event, with links to its page and to the events that share it. */
export function Value({ text, href = null, filter: [name, value] }: ValueProps) {
  return (
    <span className="event-value">
      {href === null ? (
        <Name>{text}</Name>
      ) : (
        <a href={href}>
          <Name>{text}</Name>
        </a>
      )}
      {value !== null && (
        <a
          href={eventsPath({ [name]: value })}
          title={auditTexts.filterBy}
          aria-label={`${auditTexts.filterBy}: ${visibleText(text)}`}
        >
          <Icon name="search" className="size-3" isShared />
        </a>
      )}
    </span>
  );
}

type EntryEventsProps = {
  readonly texts: Readonly<Record<'events' | 'noEvents' | 'all', string>>;
  readonly events: readonly AuditEntry[];
  /** The audit log with all of them. */
  readonly href: string;
};

/** The latest audit events of an entry. */
export function EntryEvents({ texts, events, href }: EntryEventsProps) {
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="font-semibold">{texts.events}</h2>
      {events.length === 0 ? <EmptyState title={texts.noEvents} /> : <AuditTable events={events} />}
      <div>
        <ButtonLink href={href}>{texts.all}</ButtonLink>
      </div>
    </section>
  );
}
