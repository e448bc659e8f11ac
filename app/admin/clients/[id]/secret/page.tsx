import { ClientFrame } from '#components/admin/clients/client-frame';
import { NewSecretForm } from '#components/admin/new-secret-form';
import { Panel } from '#components/ui/panel';
import { readClient } from '#lib/admin/clients/read-client';
import { clientPath } from '#lib/admin/entries/entry-path';
import { readPathKey } from '#lib/admin/path-key';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { addSecret } from '../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit', fresh: true },
  section: 'clients',
  render: async ({ admin, params, csrf }) => {
    const client = await readClient(admin, readPathKey(params.id));
    const { title } = adminTexts.clients.secret;
    const body = (
      <ClientFrame client={client} page="credentials">
        <Panel title={title}>
          <NewSecretForm
            action={addSecret}
            csrf={csrf}
            owner={{ client_id: client.clientId }}
            backHref={clientPath(client.clientId, 'credentials')}
          />
        </Panel>
      </ClientFrame>
    );
    return { title: `${title}: ${client.name}`, body };
  },
});
