import { TraceView } from '#components/admin/traces/trace-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { findActorPaths } from '#lib/admin/find-actor-paths';
import { readTrace } from '#lib/admin/traces/read-traces';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { stopTrace } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, params, csrf }) => {
    const { trace, signIns } = await readTrace(admin, params.trace ?? '');
    const stop = canEdit(admin) ? stopTrace : null;
    return {
      title: adminTexts.traces.of(trace.clientName ?? trace.clientId),
      body: (
        <TraceView
          trace={trace}
          actors={await findActorPaths(admin, [trace.actor])}
          signIns={signIns}
          stop={stop}
          csrf={csrf}
        />
      ),
    };
  },
});
