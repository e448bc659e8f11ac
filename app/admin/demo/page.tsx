import { RemoveDemoView } from '#components/admin/demo/remove-demo-view';
import { planDemo } from '#lib/admin/demo/remove-demo';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { removeDemoData } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'own' },
  section: 'overview',
  render: async ({ admin, csrf }) => ({
    title: adminTexts.overview.demo.title,
    body: <RemoveDemoView lines={await planDemo(admin)} action={removeDemoData} csrf={csrf} />,
  }),
});
