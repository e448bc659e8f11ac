import { KindCards } from '#components/admin/clients/kind-cards';
import { PageHeader } from '#components/admin/page-header';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: async () => {
    const { title, wizard } = adminTexts.clients;
    const header = (
      <PageHeader
        title={wizard.title}
        description={`${wizard.step(1)}. ${wizard.description}`}
        parent={{ label: title, href: '/admin/clients' }}
      />
    );
    const body = (
      <>
        {header}
        <KindCards />
      </>
    );
    return { title: wizard.title, body };
  },
});
