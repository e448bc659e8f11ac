import type { AuditEntry, AuditQuery } from '#lib/admin/audit/read-audit';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { AuditFilters } from './audit-filters';
import { AuditTable } from './audit-table';

type AuditViewProps = {
  readonly asked: AuditQuery;
  readonly events: readonly AuditEntry[];
  /** Addresses of other pages of the list; null where there is none. */
  readonly older: string | null;
  readonly newest: string | null;
  readonly download: string;
};

/** The audit log with its filters. */
export function AuditView({ asked, events, older, newest, download }: AuditViewProps) {
  const texts = adminTexts.audit;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <ButtonLink href={download} title={texts.exportHelp}>
            {texts.exportLabel}
          </ButtonLink>
        }
      />
      <AuditFilters asked={asked} />
      {events.length === 0 ? <EmptyState title={texts.empty} text={texts.emptyText} /> : <AuditTable events={events} />}
      {(older ?? newest) && (
        <nav className="flex gap-2" aria-label={texts.caption}>
          {newest && <ButtonLink href={newest}>{texts.newest}</ButtonLink>}
          {older && <ButtonLink href={older}>{texts.older}</ButtonLink>}
        </nav>
      )}
    </>
  );
}
