import { ClientsPanel } from '#components/admin/providers/clients-panel';
import { DangerPanel } from '#components/admin/providers/danger-panel';
import { DiscoveryPanel } from '#components/admin/providers/discovery-panel';
import { ProviderForm } from '#components/admin/providers/provider-form';
import { ProviderFrame } from '#components/admin/providers/provider-frame';
import { canEdit } from '#lib/admin/clients/client-choices';
import { readPathKey } from '#lib/admin/path-key';
import { readExamples, rediscover } from '#lib/admin/providers/read-connection';
import { clientsOf, readProvider, readProviderUsage } from '#lib/admin/providers/read-provider';
import { adminPage } from '#lib/next/admin-page';
import { enableProvider, saveProvider } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: async ({ admin, params, query, csrf }) => {
    const provider = await readProvider(admin, readPathKey(params.name));
    const { name, enabled } = provider;
    const mayEdit = canEdit(admin);
    const examples = await readExamples(admin, name);
    const discovery = mayEdit && query.discover === '1' ? await rediscover(admin, provider) : null;
    const done = query.created === '1' ? 'created' : query.saved === '1' ? 'saved' : null;
    const usage = mayEdit ? await readProviderUsage(admin, name) : null;
    const body = (
      <ProviderFrame provider={provider} page="settings" done={done} canTest={mayEdit}>
        <ProviderForm provider={provider} examples={examples} action={saveProvider} csrf={csrf} canEdit={mayEdit} />
        {mayEdit && provider.type === 'oidc' && <DiscoveryPanel name={name} discovery={discovery} />}
        <ClientsPanel clients={clientsOf(name, admin.snapshot)} />
        {usage && <DangerPanel name={name} enabled={enabled} usage={usage} action={enableProvider} csrf={csrf} />}
      </ProviderFrame>
    );
    return { title: provider.displayName, body };
  },
});
