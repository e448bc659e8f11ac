import { ActivityView } from '#components/admin/clients/activity-view';
import { ClientForm } from '#components/admin/clients/client-form';
import { ClientFrame } from '#components/admin/clients/client-frame';
import { DangerPanel } from '#components/admin/clients/danger-panel';
import { GuideView } from '#components/admin/clients/guide-view';
import { TextForm } from '#components/admin/clients/text-form';
import { CodeBlock } from '#components/admin/code-block';
import { SecretsPanel } from '#components/admin/secrets-panel';
import { TracePanel } from '#components/admin/traces/trace-panel';
import { Panel } from '#components/ui/panel';
import { canEdit, clientChoices } from '#lib/admin/clients/client-choices';
import { type ClientPage, clientPages, isClientTab } from '#lib/admin/clients/client-fields';
import { clientText } from '#lib/admin/clients/client-text';
import { guidesFor } from '#lib/admin/clients/guides/guides';
import { type ClientDetail, readClient } from '#lib/admin/clients/read-client';
import { guideFacts } from '#lib/admin/clients/read-guide';
import { readClientEvents, readClientUsage } from '#lib/admin/clients/read-usage';
import { clientPath } from '#lib/admin/entries/entry-path';
import { notFound } from '#lib/admin/not-found';
import { readPathKey } from '#lib/admin/path-key';
import { readTraces } from '#lib/admin/traces/read-traces';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminRequest } from '#lib/next/admin-page';
import { startTrace } from '../../requests/traces/actions';
import { deleteSecret, enableClient, saveClient, saveText } from '../actions';

/** One of the pages of a client. */
export async function renderClientPage(request: AdminRequest, name: string) {
  const page = clientPages.find((known) => known === name);
  const client = await readClient(request.admin, readPathKey(request.params.id));
  if (page === undefined) throw notFound();
  return {
    title: `${client.name}: ${adminTexts.clients.pages[page]}`,
    body: (
      <ClientFrame
        client={client}
        page={page}
        saved={request.query.saved === '1'}
        canDuplicate={canEdit(request.admin)}
      >
        {await contentOf(page, client, request)}
      </ClientFrame>
    ),
  };
}

async function contentOf(page: ClientPage, client: ClientDetail, request: AdminRequest) {
  const { admin, csrf } = request;
  if (isClientTab(page)) return <Settings page={page} client={client} request={request} />;
  if (page === 'activity') {
    const used = await readClientUsage(admin, client.clientId);
    const events = await readClientEvents(admin, client.clientId);
    const traces = await readTraces(admin, client.clientId);
    return (
      <ActivityView clientId={client.clientId} {...used} events={events}>
        <TracePanel clientId={client.clientId} traces={traces} start={canEdit(admin) ? startTrace : null} csrf={csrf} />
      </ActivityView>
    );
  }
  if (page === 'guide') return <GuideView guides={guidesFor(client.kind, guideFacts(admin, client))} />;
  const { title, description } = adminTexts.clients.json;
  const text = clientText(client.settings);
  const { clientId, version } = client;
  return (
    <Panel title={title} description={description}>
      {canEdit(admin) ? (
        <TextForm text={text} client={{ client_id: clientId, version }} action={saveText} csrf={csrf} />
      ) : (
        <CodeBlock name={clientId} code={text} />
      )}
    </Panel>
  );
}

type SettingsProps = {
  readonly page: Parameters<typeof ClientForm>[0]['tab'];
  readonly client: ClientDetail;
  readonly request: AdminRequest;
};

function Settings({ page, client, request: { admin, csrf } }: SettingsProps) {
  const { clientId, enabled } = client;
  const mayEdit = canEdit(admin);
  return (
    <>
      {page === 'credentials' && (
        <SecretsPanel
          secrets={client.secrets}
          owner={{ client_id: clientId }}
          createHref={clientPath(clientId, 'secret')}
          action={deleteSecret}
          csrf={csrf}
          canEdit={mayEdit}
          now={admin.now}
        />
      )}
      <ClientForm
        client={client}
        tab={page}
        choices={clientChoices(admin)}
        action={saveClient}
        csrf={csrf}
        canEdit={mayEdit}
      />
      {page === 'settings' && mayEdit && (
        <DangerPanel clientId={clientId} enabled={enabled} action={enableClient} csrf={csrf} />
      )}
    </>
  );
}
