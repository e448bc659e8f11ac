import { WizardForm } from '#components/admin/clients/wizard-form';
import { clientChoices } from '#lib/admin/clients/client-choices';
import { newClientForm } from '#lib/admin/clients/new-client-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { pageBelow } from '../../../entries/page-below';
import { reviewClient } from '../../actions';

export const dynamic = 'force-dynamic';

// It ends with a secret, so the person proves who they are before they type anything.
export default adminPage({
  policy: { permission: 'edit', fresh: true },
  section: 'clients',
  render: async ({ admin, params, query, csrf }) => {
    const { kind, draft } = newClientForm(params.type, query);
    const { wizard, kinds, kindPreset } = adminTexts.clients;
    const description = `${wizard.step(2)}. ${wizard.preset}: ${kindPreset[kind]}`;
    const parent = { label: wizard.title, href: '/admin/clients/new' };
    const form = { kind, draft, scopes: clientChoices(admin).scopes, csrf };
    return pageBelow(
      { title: wizard.of(kinds[kind]), description, parent },
      <WizardForm {...form} action={reviewClient} />,
    );
  },
});
