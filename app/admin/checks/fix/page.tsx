import { FixChecksView } from '#components/admin/checks/fix-checks-view';
import { planFix } from '#lib/admin/checks/plan-fix';
import { textOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { fix } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'checks',
  render: async ({ admin, query, csrf }) => ({
    title: adminTexts.checks.title,
    body: <FixChecksView plan={await planFix(admin, textOf(query, 'rule') ?? '')} action={fix} csrf={csrf} />,
  }),
});
