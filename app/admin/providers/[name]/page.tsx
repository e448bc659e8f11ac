import { ClientsPanel } from '#components/admin/providers/clients-panel';
import { ConnectionForm } from '#components/admin/providers/connection-form';
import { DiscoveryPanel } from '#components/admin/providers/discovery-panel';
import { rediscover } from '#lib/admin/providers/read-connection';
import { clientsOf } from '#lib/admin/providers/read-provider';
import { adminPage } from '#lib/next/admin-page';
import { entryTab } from '#views/admin/entries/view';
import { providerFace } from '../provider-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: entryTab(providerFace, 'overview', async ({ admin, query, mayEdit, detail: provider, form }) => {
    const { name, type } = provider;
    const isAsked = mayEdit && type === 'oidc' && query.discover === '1';
    const discovery = isAsked ? await rediscover(admin, provider) : null;
    return (
      <>
        <ConnectionForm provider={provider} form={form} />
        {discovery && <DiscoveryPanel discovery={discovery} />}
        <ClientsPanel clients={clientsOf(name, admin.snapshot)} />
      </>
    );
  }),
});
