import { timeView } from '#components/admin/frame/time-view';
import { OverviewView } from '#components/admin/overview/overview-view';
import { StartedActions } from '#components/admin/overview/started-actions';
import { isPermitted } from '#lib/admin/access/permission';
import { overviewMetrics } from '#lib/admin/overview/overview-numbers';
import { readOverview } from '#lib/admin/overview/read-overview';
import { overviewRanges } from '#lib/admin/overview/windows';
import { wordOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'overview',
  render: async ({ admin, query }) => {
    const { role } = admin.principal;
    const range = wordOf(query, 'range', overviewRanges, '7d');
    const overview = await readOverview(admin, range, timeView().zone);
    const mayRemoveDemo = overview.started?.hasDemo === true && isPermitted(role, 'own');
    const body = (
      <OverviewView
        overview={overview}
        metric={wordOf(query, 'metric', overviewMetrics, 'sign_ins')}
        isTableOpen={query.table === '1'}
        startedActions={isPermitted(role, 'edit') ? <StartedActions mayRemoveDemo={mayRemoveDemo} /> : null}
      />
    );
    return { title: adminTexts.overview.title, body };
  },
});
