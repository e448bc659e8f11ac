import { PageHeader } from '#components/admin/page-header';
import { PresetCards } from '#components/admin/providers/preset-cards';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'providers',
  render: async () => {
    const { title, wizard } = adminTexts.providers;
    const body = (
      <>
        <PageHeader
          title={wizard.title}
          description={`${wizard.step(1)}. ${wizard.description}`}
          parent={{ label: title, href: '/admin/providers' }}
        />
        <PresetCards />
      </>
    );
    return { title: wizard.title, body };
  },
});
