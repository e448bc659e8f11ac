import type { AuditEntry } from '#lib/admin/audit/read';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { AuditTable } from '../audit-table';

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
