import { SimulateView } from '#components/admin/simulate/simulate-view';
import { textOf } from '#lib/admin/query';
import { simulate } from '#lib/admin/simulate/simulate';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, query }) => {
    const address = textOf(query, 'address', 8000);
    const user = textOf(query, 'user', 100);
    const simulation = address === null ? null : await simulate(address, user, admin);
    const body = <SimulateView address={address} user={user} simulation={simulation} />;
    return { title: adminTexts.debug.tools.simulator.title, body };
  },
});
