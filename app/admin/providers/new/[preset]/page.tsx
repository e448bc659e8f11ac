import { FindForm } from '#components/admin/providers/find-form';
import { NewProviderForm } from '#components/admin/providers/new-provider-form';
import { readNewProvider } from '#lib/admin/providers/new-provider';
import { providerAddresses } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { pageBelow } from '#views/admin/entries/view';

export const dynamic = 'force-dynamic';

// The form contains a secret, so the proof is requested before anything is typed.
export default adminPage({
  policy: { permission: 'edit' },
  section: 'providers',
  render: async ({ admin, params, query }) => {
    const asked = await readNewProvider(admin, params.preset, query);
    const { wizard, presets } = adminTexts.providers;
    const title = wizard.of(presets[asked.preset][0]);
    const parent = { label: wizard.title, href: '/admin/providers/new' };
    const header = { title, description: wizard.step(asked.isReady ? 3 : 2), parent };
    if (!asked.isReady) return pageBelow(header, <FindForm asked={asked} />);
    const form = { asked, addresses: providerAddresses(asked.name, admin) };
    return pageBelow(header, <NewProviderForm {...form} />);
  },
});
