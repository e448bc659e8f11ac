import { CheckGroupView, ChecksView } from '#components/admin/checks/checks-view';
import { currentChecks } from '#lib/admin/checks/current-checks';
import { groupChecks } from '#lib/admin/checks/read-checks';
import { numberOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'checks',
  render: async ({ admin, query }) => {
    const groups = groupChecks(await currentChecks(admin));
    const wanted = groups.find(({ rule }) => rule === query.rule);
    const body =
      wanted === undefined ? (
        <ChecksView groups={groups} />
      ) : (
        <CheckGroupView group={wanted} page={numberOf(query, 'page') ?? 1} />
      );
    return { title: adminTexts.checks.title, body };
  },
});
