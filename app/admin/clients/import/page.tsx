import { TextForm } from '#components/admin/clients/text-form';
import { PageHeader } from '#components/admin/page-header';
import { importText } from '#lib/admin/clients/import-client';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { importClient } from '../actions';

export const dynamic = 'force-dynamic';

// It ends with a secret, so the person proves who they are before they type anything.
export default adminPage({
  policy: { permission: 'edit', fresh: true },
  section: 'clients',
  render: async ({ admin, query, csrf }) => {
    const { title, json } = adminTexts.clients;
    const text = await importText(admin, query);
    const body = (
      <>
        <PageHeader
          title={json.importTitle}
          description={json.importText}
          parent={{ label: title, href: '/admin/clients' }}
        />
        <TextForm text={text} client={null} action={importClient} csrf={csrf} />
      </>
    );
    return { title: json.importTitle, body };
  },
});
