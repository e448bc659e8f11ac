import { UsageFacts } from '#components/admin/providers/usage-facts';
import { Panel } from '#components/ui/panel';
import { readProvidersHealth, untried } from '#lib/admin/providers/read-health';
import { readProviderUsage } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { activityPage } from '../../../entries/entry-page';
import { providerFace } from '../../provider-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: activityPage(providerFace, async ({ admin, detail: { name } }) => {
    const { providers, isSample } = await readProvidersHealth(admin);
    const day = { health: providers.get(name) ?? untried, isSample };
    return (
      <Panel title={adminTexts.providers.usage.title}>
        <UsageFacts usage={await readProviderUsage(admin, name)} day={day} />
      </Panel>
    );
  }),
});
