import { timeView } from '#components/admin/frame/time-view';
import { OverviewView } from '#components/admin/overview/overview-view';
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
  render: async ({ admin, query }) => ({
    title: adminTexts.overview.title,
    body: (
      <OverviewView
        overview={await readOverview(admin, wordOf(query, 'range', overviewRanges, '7d'), timeView().zone)}
        metric={wordOf(query, 'metric', overviewMetrics, 'sign_ins')}
        isTableOpen={query.table === '1'}
        startedActions={null}
      />
    ),
  }),
});
