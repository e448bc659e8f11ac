import { SimulateView } from '#components/admin/simulate/simulate-view';
import { readSimulateQuery, readSimulation } from '#lib/admin/simulate/read-simulation';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, query, csrf }) => {
    const body = <SimulateView {...(await readSimulation(admin, readSimulateQuery(query)))} csrf={csrf} />;
    return { title: adminTexts.debug.tools.simulator.title, body };
  },
});
