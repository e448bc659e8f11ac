import { TracesView } from '#components/admin/traces/traces-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { findActorPaths } from '#lib/admin/find-actor-paths';
import { listFewPicks, readTyped, resolvePick } from '#lib/admin/pick/find-picks';
import { readTraces } from '#lib/admin/traces/read-traces';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { startTrace } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, query, csrf }) => {
    const typed = readTyped(query, 'client');
    const client = await resolvePick(admin, 'client', typed);
    const start = canEdit(admin) ? startTrace : null;
    const traces = await readTraces(admin, client !== null && 'picked' in client ? client.picked.id : null);
    return {
      title: adminTexts.debug.tools.traces.title,
      body: (
        <TracesView
          traces={traces}
          actors={
            await findActorPaths(
              admin,
              traces.map(({ actor }) => actor),
            )
          }
          typed={typed}
          client={client}
          fewClients={await listFewPicks(admin, 'client')}
          start={start}
          csrf={csrf}
        />
      ),
    };
  },
});
