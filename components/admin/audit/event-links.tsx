import { Icon } from '#components/ui/icon';
import { Name } from '#components/ui/name';
import { eventsPath } from '#lib/admin/audit/audit-path';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import { actorOf, tellEvent } from '#lib/admin/audit/tell-event';
import { clientPath } from '#lib/admin/entries/entry-path';
import { objectPath } from '#lib/admin/object-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleText } from '#lib/i18n/display-text';

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
          title={adminTexts.audit.filterBy}
          aria-label={`${adminTexts.audit.filterBy}: ${visibleText(text)}`}
        >
          <Icon name="search" className="size-3" isShared />
        </a>
      )}
    </span>
  );
}
