import { AuditView } from '#components/admin/audit/audit-view';
import { countListed, readAuditLog, readAuditQuery } from '#lib/admin/audit/read-audit';
import { addressWith } from '#lib/admin/query';
import { findReference } from '#lib/admin/requests/find-reference';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'audit',
  render: async ({ admin, query, csrf }) => {
    const asked = readAuditQuery(query);
    const { events, older } = await readAuditLog(admin, asked);
    const body = (
      <AuditView
        asked={asked}
        events={events}
        total={await countListed(admin, asked)}
        older={older && addressWith('/admin/audit', query, { before: older })}
        newest={asked.before && addressWith('/admin/audit', query, { before: null })}
        csrf={csrf}
        reference={await findReference(admin, asked.request)}
      />
    );
    return { title: adminTexts.audit.title, body };
  },
});
