import { UsageFacts } from '#components/admin/providers/usage-facts';
import { Panel } from '#components/ui/panel';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { activityTab } from '#views/admin/entries/view';
import { providerFace } from '../../provider-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: activityTab(providerFace, async ({ detail: { usage } }) => (
    <Panel title={adminTexts.providers.usage.title}>
      <UsageFacts usage={usage} />
    </Panel>
  )),
});
