import { EventView } from '#components/admin/audit/event-view';
import { readAuditEvent } from '#lib/admin/audit/read-audit';
import { readRelatedEvents } from '#lib/admin/audit/related-events';
import { eventLabel } from '#lib/admin/audit/tell-event';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'audit',
  render: async ({ admin, params }) => {
    const entry = await readAuditEvent(admin, params.event ?? '');
    const related = await readRelatedEvents(admin, entry);
    return { title: eventLabel(entry.type), body: <EventView entry={entry} related={related} /> };
  },
});
