import { ProviderForm } from '#components/admin/providers/provider-form';
import { readExamples } from '#lib/admin/providers/read-connection';
import { adminPage } from '#lib/next/admin-page';
import { entryTab } from '#views/admin/entries/view';
import { providerFace } from '../../provider-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: entryTab(providerFace, 'settings', async ({ admin, detail: provider, form }) => (
    <ProviderForm provider={provider} examples={await readExamples(admin, provider.name)} form={form} />
  )),
});
