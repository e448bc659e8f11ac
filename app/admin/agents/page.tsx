import { AgentListView } from '#components/admin/agents/agent-list-view';
import { readAgentQuery } from '#lib/admin/agents/agent-query';
import { readAgentPage } from '#lib/admin/agents/read-agents';
import { canEdit } from '#lib/admin/clients/client-choices';
import { listAddress } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'agents',
  render: async ({ admin, query, csrf }) => {
    const asked = readAgentQuery(query);
    const page = await readAgentPage(admin, asked);
    const { dynamicRegistration, clientIdMetadataDocuments } = admin.snapshot.portal;
    const open = { registration: dynamicRegistration !== 'off', documents: clientIdMetadataDocuments !== 'off' };
    const view = { address: listAddress('/admin/agents', query), asked, page, open, canEdit: canEdit(admin), csrf };
    return { title: adminTexts.agents.title, body: <AgentListView {...view} hasDocs={admin.settings.docs} /> };
  },
});
