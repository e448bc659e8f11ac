import { TryView } from '#components/admin/scopes/try-view';
import { readPreview } from '#lib/admin/scopes/read-preview';
import { readTryQuery } from '#lib/admin/scopes/try-claims';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, query }) => {
    const body = <TryView {...(await readPreview(admin, readTryQuery(query)))} />;
    return { title: adminTexts.debug.tools.tokens.title, body };
  },
});
