import { DismissChecksView } from '#components/admin/checks/dismiss-checks-view';
import { findOpen, readFindings } from '#lib/admin/checks/dismiss-checks';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { dismiss } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'checks',
  render: async ({ admin, query, csrf }) => {
    const findings = readFindings(query);
    const { checks } = await findOpen(admin, findings);
    const body = <DismissChecksView findings={findings} checks={checks} now={admin.now} action={dismiss} csrf={csrf} />;
    return { title: adminTexts.checks.title, body };
  },
});
