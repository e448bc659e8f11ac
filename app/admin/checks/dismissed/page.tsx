import { DismissedChecksView } from '#components/admin/checks/dismissed-checks-view';
import { isPermitted } from '#lib/admin/access/permission';
import { splitChecks } from '#lib/admin/checks/open-checks';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { restore } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'checks',
  render: async ({ admin, csrf }) => {
    const { dismissed } = await splitChecks(admin);
    const action = isPermitted(admin.principal.role, 'edit') ? restore : null;
    const body = <DismissedChecksView dismissed={dismissed} restore={action} csrf={csrf} />;
    return { title: adminTexts.checks.dismissed.title, body };
  },
});
