import { TextForm } from '#components/admin/clients/text-form';
import { importText } from '#lib/admin/clients/import-client';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { pageBelow } from '../../entries/page-below';

export const dynamic = 'force-dynamic';

// The result contains a secret, so the proof is requested before anything is typed.
export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: async ({ admin, query }) => {
    const { title, json } = adminTexts.clients;
    const form = { text: await importText(admin, query), client: null };
    const parent = { label: title, href: '/admin/clients' };
    const header = { title: json.importTitle, description: json.importText, parent };
    return pageBelow(header, <TextForm {...form} />);
  },
});
