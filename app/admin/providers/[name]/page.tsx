import { ClientsPanel } from '#components/admin/providers/clients-panel';
import { DiscoveryPanel } from '#components/admin/providers/discovery-panel';
import { ProviderForm } from '#components/admin/providers/provider-form';
import { readExamples, rediscover } from '#lib/admin/providers/read-connection';
import { clientsOf } from '#lib/admin/providers/read-provider';
import { adminPage } from '#lib/next/admin-page';
import { entryPage } from '../../entries/entry-page';
import { providerFace } from '../provider-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: entryPage(providerFace, 'settings', async ({ admin, query, mayEdit, detail: provider, form }) => {
    const { name, type } = provider;
    const examples = await readExamples(admin, name);
    const discovery = mayEdit && query.discover === '1' ? await rediscover(admin, provider) : null;
    return (
      <>
        <ProviderForm provider={provider} examples={examples} form={form} />
        {mayEdit && type === 'oidc' && <DiscoveryPanel name={name} discovery={discovery} />}
        <ClientsPanel clients={clientsOf(name, admin.snapshot)} />
      </>
    );
  }),
});
