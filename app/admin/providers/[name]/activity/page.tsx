import { ActivityView } from '#components/admin/providers/activity-view';
import { ProviderFrame } from '#components/admin/providers/provider-frame';
import { canEdit } from '#lib/admin/clients/client-choices';
import { readEntryHistory } from '#lib/admin/entries/read-entry-history';
import { readPathKey } from '#lib/admin/path-key';
import { readProvidersHealth, untried } from '#lib/admin/providers/read-health';
import { readProvider, readProviderUsage } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: async ({ admin, params }) => {
    const provider = await readProvider(admin, readPathKey(params.name));
    const { name } = provider;
    const usage = await readProviderUsage(admin, name);
    const { providers, isSample } = await readProvidersHealth(admin);
    const day = { health: providers.get(name) ?? untried, isSample };
    const history = await readEntryHistory(admin, { section: 'identity_providers', key: name });
    const body = (
      <ProviderFrame provider={provider} page="activity" canTest={canEdit(admin)}>
        <ActivityView name={name} usage={usage} day={day} {...history} />
      </ProviderFrame>
    );
    return { title: `${provider.displayName}: ${adminTexts.providers.tabs.activity}`, body };
  },
});
