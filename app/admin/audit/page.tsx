import { redirect } from 'next/navigation';
import { AuditView } from '#components/admin/audit/audit-view';
import { timeView } from '#components/admin/frame/time-view';
import { auditPath } from '#lib/admin/audit/audit-path';
import { readAuditPage, readAuditQuery } from '#lib/admin/audit/read-audit';
import { resolveAudit } from '#lib/admin/audit/resolve-audit';
import { readPlace } from '#lib/admin/list/list-query';
import { addressOfTyped } from '#lib/admin/local-time';
import { listAddress } from '#lib/admin/query';
import { requestPath } from '#lib/admin/requests/request-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'audit',
  render: async ({ admin, query, csrf }) => {
    const moments = addressOfTyped(auditPath, query, timeView().zone);
    if (moments !== null) redirect(moments);
    const resolved = await resolveAudit(admin, readAuditQuery(query));
    if ('reference' in resolved) redirect(requestPath(resolved.reference));
    const { unclear, asked } = resolved;
    // The ID of a deleted object is no longer found, but it may still have events.
    const isClear = unclear === null || (unclear.parameter !== 'q' && unclear.choices.length === 0);
    const page = isClear ? await readAuditPage(admin, asked, readPlace(query)) : null;
    const body = <AuditView address={listAddress(auditPath, query)} {...resolved} page={page} csrf={csrf} />;
    return { title: adminTexts.audit.title, body };
  },
});
