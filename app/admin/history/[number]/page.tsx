import { RevisionView } from '#components/admin/history/revision-view';
import { isPermitted } from '#lib/admin/access/permission';
import { readRevision } from '#lib/admin/history/read-history';
import { planRestore } from '#lib/admin/history/restore-revision';
import { numberOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { restore } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'history',
  render: async ({ admin, params, csrf }) => {
    const { revision, changes } = await readRevision(admin, numberOf(params, 'number'));
    const mayRestore = isPermitted(admin.principal.role, 'own');
    const plan = mayRestore ? await planRestore(admin, revision.number) : null;
    const body = (
      <RevisionView revision={revision} changes={changes} restore={plan && { ...plan, action: restore, csrf }} />
    );
    return { title: adminTexts.history.revision(revision.number), body };
  },
});
