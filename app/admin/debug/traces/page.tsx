import { TracesView } from '#components/admin/traces/traces-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { textOf } from '#lib/admin/query';
import { readTraces } from '#lib/admin/traces/read-traces';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { startTrace } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, query, csrf }) => {
    const client = textOf(query, 'client', 100);
    const start = canEdit(admin) ? startTrace : null;
    const traces = await readTraces(admin, client);
    return {
      title: adminTexts.debug.tools.traces.title,
      body: <TracesView traces={traces} client={client} start={start} csrf={csrf} />,
    };
  },
});
