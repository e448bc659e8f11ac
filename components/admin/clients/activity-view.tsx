import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Panel } from '#components/ui/panel';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import type { ClientUsage } from '#lib/admin/clients/read-usage';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AuditTable } from '../audit/audit-table';
import { UsageFacts } from './usage-facts';

type ActivityViewProps = {
  readonly clientId: string;
  readonly usage: ClientUsage;
  readonly limit: number;
  readonly lastUsedAt: Date | null;
  readonly events: readonly AuditEntry[];
  /** Stands between the numbers and the events. */
  readonly children?: ReactNode;
};

/** What lives of a client and what happened to it. */
export function ActivityView({ clientId, usage, limit, lastUsedAt, events, children }: ActivityViewProps) {
  const texts = adminTexts.clients.activity;
  return (
    <>
      <Panel title={texts.usage}>
        <UsageFacts usage={usage} limit={limit} lastUsedAt={lastUsedAt} />
      </Panel>
      {children}
      <section className="grid min-w-0 gap-3">
        <h2 className="font-semibold">{texts.events}</h2>
        {events.length === 0 ? <EmptyState title={texts.noEvents} /> : <AuditTable events={events} />}
        <div>
          <ButtonLink href={`/admin/audit?range=all&client=${encodeURIComponent(clientId)}`}>{texts.all}</ButtonLink>
        </div>
      </section>
    </>
  );
}
