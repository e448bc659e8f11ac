import type { AuditEntry } from '#lib/admin/audit/read-audit';
import type { EntryRevision } from '#lib/admin/entries/read-entry-history';
import type { TenantUsage } from '#lib/admin/tenants/read-tenant';
import { EntryActivity } from '../entries/entry-activity';
import { UsagePanel } from './usage-panel';

type ActivityViewProps = {
  readonly name: string;
  readonly usage: TenantUsage;
  readonly revisions: readonly EntryRevision[];
  readonly events: readonly AuditEntry[];
};

/** What belongs to a tenant, what was changed about it and what happened. */
export function ActivityView({ usage, ...history }: ActivityViewProps) {
  return (
    <>
      <UsagePanel usage={usage} />
      <EntryActivity {...history} />
    </>
  );
}
