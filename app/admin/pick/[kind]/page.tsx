import { PickOptions } from '#components/admin/pick/pick-options';
import { AdminError } from '#lib/admin/admin-error';
import { findPicks, maximumTyped, pickKinds } from '#lib/admin/pick/find-picks';
import { textOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'search',
  render: async ({ admin, params, query }) => {
    const kind = pickKinds.find((known) => known === params.kind);
    if (kind === undefined) throw new AdminError('not_found', 'There is nothing of this kind to pick');
    const found = await findPicks(admin, kind, textOf(query, 'q', maximumTyped) ?? '');
    return { title: adminTexts.search.title, body: <PickOptions {...found} />, bare: true };
  },
});
