import { NewClientForm } from '#components/admin/clients/new-client-form';
import { clientChoices } from '#lib/admin/clients/client-choices';
import { newClientForm } from '#lib/admin/clients/new-client-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

// The result contains a secret, so the proof is requested before anything is typed.
export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: async ({ admin, params, query }) => {
    const { kind, draft } = newClientForm(params.type, query);
    const { wizard, kinds } = adminTexts.clients;
    const { scopes } = clientChoices(admin);
    const form = { kind, draft, scopes };
    return { title: wizard.of(kinds[kind]), body: <NewClientForm {...form} /> };
  },
});
