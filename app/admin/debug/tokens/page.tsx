import { TryView } from '#components/admin/scopes/try-view';
import { readTryQuery, tryClaims } from '#lib/admin/scopes/try-claims';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, query }) => {
    const asked = readTryQuery(query);
    const body = <TryView asked={asked} answer={await tryClaims(admin, asked)} />;
    return { title: adminTexts.debug.tools.tokens.title, body };
  },
});
