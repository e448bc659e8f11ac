import { RevisionView } from '#components/admin/history/revision-view';
import { isPermitted } from '#lib/admin/access/permission';
import { canEdit } from '#lib/admin/clients/client-choices';
import { findActorPaths } from '#lib/admin/find-actor-paths';
import { readRevision } from '#lib/admin/history/read-history';
import { numberOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { undo } from '#lib/next/undo-action';

export const dynamic = 'force-dynamic';

/** The number of entries on a page, because an import may have changed ten thousand. */
const pageSize = 50;

export default adminPage({
  policy: { permission: 'read' },
  section: 'history',
  render: async ({ admin, params, query, csrf }) => {
    const { revision, changes } = await readRevision(admin, numberOf(params, 'number'));
    const pages = Math.max(1, Math.ceil(changes.length / pageSize));
    const page = Math.min(numberOf(query, 'page') ?? 1, pages);
    const body = (
      <RevisionView
        revision={revision}
        authors={await findActorPaths(admin, [revision.actor])}
        changes={changes.slice((page - 1) * pageSize, page * pageSize)}
        page={page}
        pages={pages}
        undo={canEdit(admin) ? { action: undo, csrf } : null}
        mayRestore={isPermitted(admin.principal.role, 'own')}
      />
    );
    return { title: adminTexts.history.revision(revision.number), body };
  },
});
