import { AuditView } from '#components/admin/audit/audit-view';
import { readAuditPage, readAuditQuery } from '#lib/admin/audit/read-audit';
import { readPlace } from '#lib/admin/list/list-query';
import { findReference } from '#lib/admin/requests/find-reference';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'audit',
  render: async ({ admin, query, csrf }) => {
    const asked = readAuditQuery(query);
    const body = (
      <AuditView
        address={{ path: '/admin/audit', query }}
        asked={asked}
        page={await readAuditPage(admin, asked, readPlace(query))}
        csrf={csrf}
        reference={await findReference(admin, asked.request)}
      />
    );
    return { title: adminTexts.audit.title, body };
  },
});
