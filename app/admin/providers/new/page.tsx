import { PresetCards } from '#components/admin/providers/preset-cards';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { pageBelow } from '#views/admin/entries/view';

export const dynamic = 'force-dynamic';

const { title, wizard } = adminTexts.providers;
const description = `${wizard.step(1)}. ${wizard.description}`;
const parent = { label: title, href: '/admin/providers' };

export default adminPage({
  policy: { permission: 'edit' },
  section: 'providers',
  render: async () => pageBelow({ title: wizard.title, description, parent }, <PresetCards />),
});
