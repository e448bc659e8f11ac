import { RestoreView } from '#components/admin/history/restore-view';
import { requireRevision } from '#lib/admin/history/read-history';
import { listLater, planRestore } from '#lib/admin/history/restore-revision';
import { numberOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { restore } from '../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'own' },
  section: 'history',
  render: async ({ admin, params, csrf }) => {
    const { number } = await requireRevision(admin.db, numberOf(params, 'number'));
    const plan = await planRestore(admin, number);
    const later = await listLater(admin, number);
    const body = <RestoreView number={number} plan={plan} later={later} action={restore} csrf={csrf} />;
    return { title: adminTexts.history.restore.question(number), body };
  },
});
