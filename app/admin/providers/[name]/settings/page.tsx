import { ProviderForm } from '#components/admin/providers/provider-form';
import { readExamples } from '#lib/admin/providers/read-connection';
import { adminPage } from '#lib/next/admin-page';
import { entryPage } from '../../../entries/entry-page';
import { providerFace } from '../../provider-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: entryPage(providerFace, 'settings', async ({ admin, detail: provider, form }) => (
    <ProviderForm provider={provider} examples={await readExamples(admin, provider.name)} form={form} />
  )),
});
