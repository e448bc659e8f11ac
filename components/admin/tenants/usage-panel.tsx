import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import { clientPath } from '#lib/admin/entries/entry-path';
import type { TenantUsage } from '#lib/admin/tenants/read-tenant';
import { adminTexts } from '#lib/i18n/admin/texts';

const shown = 50;

/** The clients and people of a tenant. */
export function UsagePanel({ usage }: { readonly usage: TenantUsage }) {
  const texts = adminTexts.tenants.usage;
  const { clients, people, limit } = usage;
  const list = (
    <ul key="clients" className="flex flex-wrap gap-x-4 gap-y-1">
      {clients.slice(0, shown).map(({ clientId, name }) => (
        <li key={clientId} className="break-words">
          <a href={clientPath(clientId)} className="underline underline-offset-4">
            {name}
          </a>
        </li>
      ))}
      {clients.length > shown && <li className="text-muted-foreground">{texts.more(clients.length - shown)}</li>}
    </ul>
  );
  return (
    <Panel title={texts.title}>
      <Facts
        facts={[
          [texts.clients, clients.length === 0 ? texts.noClients : list],
          [texts.people, people > limit ? texts.moreThan(limit) : people],
        ]}
      />
    </Panel>
  );
}
