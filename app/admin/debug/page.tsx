import { redirect } from 'next/navigation';
import { DebugView } from '#components/admin/debug/debug-view';
import { findDebugTarget } from '#lib/admin/debug/find-debug-target';
import { textOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, query }) => {
    const text = textOf(query, 'q', 8000);
    const target = text === null ? null : await findDebugTarget(admin, text);
    if (target !== null) redirect(target);
    return { title: adminTexts.debug.title, body: <DebugView text={text} /> };
  },
});
