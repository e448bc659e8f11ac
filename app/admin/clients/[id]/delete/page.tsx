import { ClientFrame } from '#components/admin/clients/client-frame';
import { UsageFacts } from '#components/admin/clients/usage-facts';
import { DeleteEntryForm } from '#components/admin/entries/delete-entry-form';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { readClient } from '#lib/admin/clients/read-client';
import { readClientUsage } from '#lib/admin/clients/read-usage';
import { clientPath } from '#lib/admin/entries/entry-path';
import { readPathKey } from '#lib/admin/path-key';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { deleteClient } from '../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: async ({ admin, params, csrf }) => {
    const client = await readClient(admin, readPathKey(params.id));
    const used = await readClientUsage(admin, client.clientId);
    const { remove } = adminTexts.clients;
    const title = remove.title(client.name);
    const body = (
      <ClientFrame client={client} page="settings">
        <Panel title={title} description={remove.text}>
          <div className="grid gap-6">
            <UsageFacts {...used} />
            {client.enabled ? (
              <Notice tone="warning">{remove.disableFirst}</Notice>
            ) : (
              <DeleteEntryForm
                name={client.clientId}
                field="client_id"
                texts={remove}
                backHref={clientPath(client.clientId)}
                action={deleteClient}
                csrf={csrf}
              />
            )}
          </div>
        </Panel>
      </ClientFrame>
    );
    return { title, body };
  },
});
