import { KindCards } from '#components/admin/clients/kind-cards';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { pageBelow } from '../../entries/page-below';

export const dynamic = 'force-dynamic';

const { title, wizard } = adminTexts.clients;
const { description } = wizard;
const parent = { label: title, href: '/admin/clients' };

export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: async () => pageBelow({ title: wizard.title, description, parent }, <KindCards />),
});
