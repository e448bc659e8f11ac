import { Panel } from '#components/ui/panel';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import type { EntryRevision } from '#lib/admin/entries/read-entry-history';
import type { ProviderHealth } from '#lib/admin/providers/read-health';
import type { ProviderUsage } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryActivity } from '../entries/entry-activity';
import { UsageFacts } from './usage-facts';

type ActivityViewProps = {
  readonly name: string;
  readonly usage: ProviderUsage;
  readonly day: { readonly health: ProviderHealth; readonly isSample: boolean };
  readonly revisions: readonly EntryRevision[];
  readonly events: readonly AuditEntry[];
};

/** Who uses a provider, what was changed about it and what happened. */
export function ActivityView({ usage, day, ...history }: ActivityViewProps) {
  return (
    <>
      <Panel title={adminTexts.providers.usage.title}>
        <UsageFacts usage={usage} day={day} />
      </Panel>
      <EntryActivity {...history} />
    </>
  );
}
