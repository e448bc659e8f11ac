import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BulkPlan } from './bulk';
import { BulkResultView, BulkView } from './view';

const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: `App ${index}`, version: null }));
const words = {
  title: (count: string) => `Disable ${count} clients?`,
  text: 'Why.',
  textOfOne: 'It can be enabled again.',
  live: 'Connected users: 7.',
  button: 'Disable clients',
};

const list = {
  label: 'Clients',
  path: '/admin/clients?kind=spa',
  hrefOf: (id: string) => `/admin/clients/${id}`,
};

function render(plan: BulkPlan, action: 'disable' | 'delete' = 'disable', isCut = false, note?: string): string {
  const told = { ...words, ...(note !== undefined && { note }) };
  const asked = { action, plan, isCut, words: plan.changes.length === 0 ? null : told, proof: 'none' } as const;
  return renderToStaticMarkup(<BulkView bulk={{ path: '/admin/clients/bulk', list }} asked={asked} />);
}

it('a bulk action mentions the history in the note only if there is one', () => {
  const plan = { changes: named(1), skipped: [] };
  expect(render(plan)).toContain('Shown in the history and the audit log.');
  const html = render(plan, 'disable', false, 'Shown in the audit log.');
  expect(html).toContain('Shown in the audit log.');
  expect(html).not.toContain('history');
});

it('a bulk action asks with the first ten names, the connected users and the skipped rows', () => {
  const html = render({ changes: named(12), skipped: [{ id: 'gone', name: 'gone', reason: 'gone' }] });
  expect(html).toContain('Disable 12 clients?');
  expect(html).toContain('Connected users: 7.');
  expect(html).toContain('App 9');
  expect(html).not.toContain('App 10');
  expect(html).toContain('and 2 more');
  expect(html).toContain('1 will be skipped');
  expect(html).toContain('Deleted in the meantime');
  expect(html).toContain('name="back" value="/admin/clients?kind=spa"');
  expect(html.match(/name="ids" value="[^"]*"/g)).toHaveLength(12);
  expect(html.match(/name="skipped" value="[^"]*"/g)).toEqual(['name="skipped" value="gone"']);
  expect(html).not.toContain('Only the first 500');
  expect(html).not.toContain('name="seen"');
  expect(html).not.toContain('href="/admin/clients/gone"');
  expect(html).not.toContain('name="typed"');
});

it('names a single line in its question and on its button, and lists nothing', () => {
  const html = render({ changes: [{ id: 'a', name: 'Lantern', version: null }], skipped: [] });
  expect(html).toMatch(/<h1[^>]*>.*Disable Lantern\?/);
  expect(html).toContain('It can be enabled again.');
  expect(html).toMatch(/<button[^>]*>Disable<\/button>/);
  expect(html).not.toMatch(/1 client|Disable clients|list-disc/);
});

it('a bulk action posts the versions that it shows if it depends on them', () => {
  const changes = [
    { id: 'a b', name: 'App', version: 'v1' },
    { id: 'c', name: 'Other', version: null },
  ];
  expect(render({ changes, skipped: [] }).match(/name="seen" value="[^"]*"/g)).toEqual(['name="seen" value="v1 a b"']);
});

it('a bulk action says if more rows match than are changed at once', () => {
  expect(render({ changes: named(500), skipped: [] }, 'disable', true)).toContain('Only the first 500 are selected.');
});

it('the result of a bulk action names the skipped rows with the reason', () => {
  const skipped = [{ id: 'a', name: 'App A', reason: 'already_disabled' }];
  const result = { action: 'disable', changed: 48, skipped, more: 1, isCut: false } as const;
  const html = renderToStaticMarkup(<BulkResultView list={list} result={result} />);
  expect(html).toContain('48 disabled, 2 skipped');
  expect(html).toMatch(/href="\/admin\/clients\/a".*App A.*Already disabled.*and 1 more/);
  expect(html).toContain('href="/admin/clients?kind=spa"');
});

it('a bulk deletion needs the number typed, and has no form if nothing would change', () => {
  expect(render({ changes: named(3), skipped: [] }, 'delete')).toContain('Type 3 to confirm');
  const same = render({ changes: [], skipped: [{ id: 'a', name: 'a', reason: 'already_disabled' }] });
  expect(same).toContain('Nothing to change');
  expect(same).toContain('Already disabled');
  expect(render({ changes: [], skipped: [] })).toContain('Nothing selected');
  expect(same).not.toContain('<form');
});
