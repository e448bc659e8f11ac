import { WizardForm } from '#components/admin/clients/wizard-form';
import { PageHeader } from '#components/admin/page-header';
import { clientChoices } from '#lib/admin/clients/client-choices';
import { newClientForm } from '#lib/admin/clients/new-client-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { reviewClient } from '../../actions';

export const dynamic = 'force-dynamic';

// It ends with a secret, so the person proves who they are before they type anything.
export default adminPage({
  policy: { permission: 'edit', fresh: true },
  section: 'clients',
  render: async ({ admin, params, query, csrf }) => {
    const { kind, draft } = newClientForm(params.type, query);
    const { wizard, kinds, kindPreset } = adminTexts.clients;
    const title = wizard.of(kinds[kind]);
    const body = (
      <>
        <PageHeader
          title={title}
          description={`${wizard.step(2)}. ${wizard.preset}: ${kindPreset[kind]}`}
          parent={{ label: wizard.title, href: '/admin/clients/new' }}
        />
        <WizardForm kind={kind} draft={draft} scopes={clientChoices(admin).scopes} action={reviewClient} csrf={csrf} />
      </>
    );
    return { title, body };
  },
});
