import { OverviewView } from '#components/admin/overview/overview-view';
import { overviewRanges } from '#lib/admin/overview/buckets';
import { firstSteps } from '#lib/admin/overview/first-steps';
import { readOverview } from '#lib/admin/overview/read-overview';
import { wordOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'overview',
  render: async ({ admin, query }) => {
    const overview = await readOverview(admin, wordOf(query, 'range', overviewRanges, '7d'));
    const steps = firstSteps(admin.snapshot, overview.numbers.users);
    return { title: adminTexts.overview.title, body: <OverviewView overview={overview} steps={steps} /> };
  },
});
