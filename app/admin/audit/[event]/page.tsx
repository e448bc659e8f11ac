import { sentenceOf } from '#components/admin/audit/audit-table';
import { EventView } from '#components/admin/audit/event-view';
import { readAuditEvent } from '#lib/admin/audit/read-audit';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'audit',
  render: async ({ admin, params }) => {
    const entry = await readAuditEvent(admin, params.event ?? '');
    return { title: sentenceOf(entry.type), body: <EventView entry={entry} /> };
  },
});
