import { UndoView } from '#components/admin/history/undo-view';
import { requireRevision } from '#lib/admin/history/read-history';
import { undoProof } from '#lib/admin/history/undo-proof';
import { planUndo } from '#lib/admin/history/undo-revision';
import { numberOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { undo } from '#lib/next/undo-action';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'history',
  render: async ({ admin, params, csrf }) => {
    const { number } = await requireRevision(admin.db, numberOf(params, 'number'));
    const plan = await planUndo(admin, number);
    const proof = await undoProof(number, admin);
    const body = <UndoView number={number} plan={plan} proof={proof} action={undo} csrf={csrf} />;
    return { title: adminTexts.history.undo.title(number), body };
  },
});
