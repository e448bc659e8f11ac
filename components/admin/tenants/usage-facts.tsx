import { Facts } from '#components/ui/facts';
import { addressWith } from '#lib/admin/query';
import type { TenantUsage } from '#lib/admin/tenants/read-tenant';
import { formatUpTo } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ClientLinks } from '../client-links';

const shown = 50;

/** The clients and people of a tenant. */
export function UsageFacts({ usage }: { readonly usage: TenantUsage }) {
  const texts = adminTexts.tenants.usage;
  const { tenant, clients, people, limit } = usage;
  const href = addressWith('/admin/clients', {}, { tenant });
  const more = clients.length > shown ? { text: texts.more(clients.length - shown), href } : null;
  const list = <ClientLinks key="clients" clients={clients.slice(0, shown)} more={more} />;
  return (
    <Facts
      facts={[
        [texts.clients, clients.length === 0 ? texts.noClients : list],
        [
          texts.people,
          people === 0 ? (
            people
          ) : (
            <a key="people" href={addressWith('/admin/users', {}, { tenant })} className="underline underline-offset-4">
              {formatUpTo(people, limit)}
            </a>
          ),
        ],
      ]}
    />
  );
}
