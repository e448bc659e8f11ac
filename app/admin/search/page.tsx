import { PaletteResults } from '#components/admin/search/palette-results';
import { SearchView } from '#components/admin/search/search-view';
import { readSearchQuery, search } from '#lib/admin/search/search';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'search',
  render: async ({ admin, query }) => {
    const text = readSearchQuery(query);
    const groups = text === null ? [] : await search(admin, text);
    const { title } = adminTexts.search;
    const { role } = admin.principal;
    if (query.fragment === '1')
      return { title, body: <PaletteResults text={text} groups={groups} role={role} />, bare: true };
    return { title, body: <SearchView text={text} groups={groups} /> };
  },
});
