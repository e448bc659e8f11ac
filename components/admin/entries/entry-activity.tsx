import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import type { EntryRevision } from '#lib/admin/entries/read-entry-history';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AuditTable } from '../audit/audit-table';
import { EntryHistory } from './entry-history';

type EntryActivityProps = {
  /** The entry's key. */
  readonly name: string;
  readonly revisions: readonly EntryRevision[];
  readonly events: readonly AuditEntry[];
};

/** What was changed about an entry, and what happened to it. */
export function EntryActivity({ name, revisions, events }: EntryActivityProps) {
  const texts = adminTexts.history.entry;
  return (
    <>
      <EntryHistory revisions={revisions} />
      <section className="grid min-w-0 gap-3">
        <h2 className="font-semibold">{texts.events}</h2>
        {events.length === 0 ? <EmptyState title={texts.noEvents} /> : <AuditTable events={events} />}
        <div>
          <ButtonLink href={`/admin/audit?range=all&target=${encodeURIComponent(name)}`}>{texts.all}</ButtonLink>
        </div>
      </section>
    </>
  );
}
