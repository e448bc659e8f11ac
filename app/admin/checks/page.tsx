import { CheckGroupView, ChecksView } from '#components/admin/checks/checks-view';
import { isPermitted } from '#lib/admin/access/permission';
import { splitChecks } from '#lib/admin/checks/open-checks';
import { groupChecks } from '#lib/admin/checks/read-checks';
import { numberOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'checks',
  render: async ({ admin, query }) => {
    const { open, dismissed } = await splitChecks(admin);
    const groups = groupChecks(open);
    const mayEdit = isPermitted(admin.principal.role, 'edit');
    const wanted = groups.find(({ rule }) => rule === query.rule);
    const body =
      wanted === undefined ? (
        <ChecksView groups={groups} dismissed={dismissed.length} mayEdit={mayEdit} />
      ) : (
        <CheckGroupView group={wanted} page={numberOf(query, 'page') ?? 1} mayEdit={mayEdit} />
      );
    return { title: adminTexts.checks.title, body };
  },
});
