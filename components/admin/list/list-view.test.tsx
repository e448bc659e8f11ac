import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ListPage } from '#lib/admin/list/list-page';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ListTotal } from './list-paging';
import type { Column } from './list-table';
import { ListView } from './list-view';

type Line = { readonly id: string; readonly state: string };

const columns: readonly Column<Line>[] = [
  { label: 'Name', phone: 'name', sort: 'name', cell: ({ id }) => id },
  { label: 'Created', phone: 'fact', sort: 'created', isTime: true, cell: () => 'yesterday' },
  { label: 'State', phone: 'state', cell: ({ state }) => state },
];
const texts = {
  caption: 'Things',
  empty: 'No things yet',
  emptyText: 'Make one.',
  none: adminTexts.shell.list.none('things'),
};
const lines = Array.from({ length: 25 }, (_, index) => ({ id: `thing-${index}`, state: 'Enabled' }));
const whole: ListPage<Line> = { lines, first: 26, total: 5005, previous: 'thing-0', next: 'thing-24' };

function render(page: ListPage<Line>, query: Record<string, string> = {}, isChoosable = false): string {
  const bulk = {
    path: '/things/bulk',
    exportPath: '/things/export',
    actions: ['disable'] as const,
    named: ({ id }: Line) => ({ id, name: id }),
  };
  const html = renderToStaticMarkup(
    <ListView
      address={{ path: '/things', query }}
      texts={texts}
      page={page}
      sort={{ by: 'name', isDescending: query.sort === '-name' }}
      search={{ label: 'Search', value: query.q ?? null }}
      filters={[{ name: 'state', label: 'State', value: query.state ?? null, options: [['off', 'Disabled']] }]}
      columns={columns}
      keyOf={({ id }) => id}
      {...(isChoosable && { bulk })}
    />,
  );
  return html.replaceAll('&amp;', '&');
}

const empty = { lines: [], first: 1, total: 0, previous: null, next: null };

describe('a list', () => {
  it('shows its position and total with grouped digits, and the same total next to its title', () => {
    expect(render(whole)).toContain('26–50 of 5,005<');
    expect(render({ ...whole, total: 1000, isCut: true })).toContain('26–50 of 1,000+<');
    expect(renderToStaticMarkup(<ListTotal {...whole} />)).toContain('>5,005<');
    expect(renderToStaticMarkup(<ListTotal total={1000} isCut />)).toContain('>1,000+<');
  });

  it('keeps search, filters, order and size in every link', () => {
    const html = render(whole, { q: 'a', state: 'off', sort: '-name', size: '50', after: 'x' });
    expect(html).toContain('href="/things?q=a&state=off&sort=-name&size=50&before=thing-0"');
    expect(html).toContain('href="/things?q=a&state=off&sort=-name&size=50&after=thing-24"');
    expect(html).toContain('href="/things?q=a&state=off&sort=-name&size=100"');
    expect(html).toContain('href="/things?q=a&state=off&sort=name&size=50"');
    // Sorting by a time puts the newest first.
    expect(html).toContain('href="/things?q=a&state=off&sort=-created&size=50"');
    expect(html).toContain('State: Disabled</span>');
    expect(html).toContain('href="/things?q=a&sort=-name&size=50" aria-label="Remove filter: State"');
    expect(html.match(/aria-sort="[a-z]+"/g)).toEqual(['aria-sort="descending"']);
    expect(html).toContain('<input type="hidden" name="sort" value="-name"/>');
  });

  it('distinguishes an empty list from one without matches', () => {
    expect(render(empty)).toContain('No things yet');
    const html = render(empty, { q: 'x', state: 'off', sort: '-name' });
    expect(html).toContain('No things match “x”');
    expect(html).toContain('href="/things?sort=-name"');
  });

  it('offers to change up to 500 matches, and gives its token only to the export', () => {
    expect(render({ ...whole, total: 312 }, {}, true)).toContain('Select all 312 that match');
    const html = render(whole, { state: 'off', after: 'x' }, true);
    expect(html).toContain('Select the first 500 of 5,005 that match');
    expect(html).toContain('<input type="hidden" name="state" value="off"/>');
    expect(html.match(/[^<]*name="csrf"[^>]*/g)).toEqual([
      expect.stringMatching(/^button .*formMethod="post"|^button .*formmethod="post"/),
    ]);
    expect(render(whole)).not.toContain('csrf');
  });

  it('says on the last page that a search was cut off', () => {
    const ended = { ...whole, total: 200, isCut: true, next: null };
    expect(render(ended, { q: 'a' })).toContain('Showing the first 200 matches.');
    expect(render({ ...ended, next: 'thing-24' }, { q: 'a' })).not.toContain('Showing the first');
  });
});
