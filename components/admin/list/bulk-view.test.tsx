import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BulkPlan } from '#lib/admin/bulk/bulk';
import { BulkView } from './bulk-view';

const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: `App ${index}` }));
const words = {
  title: (count: string) => `Disable ${count} clients?`,
  text: 'Why.',
  live: 'Connected users: 7.',
  button: 'Disable clients',
};

function render(plan: BulkPlan, action: 'disable' | 'delete' = 'disable'): string {
  const list = { label: 'Clients', href: '/admin/clients?kind=spa' };
  const submit = async () => expect.fail('no form is sent');
  return renderToStaticMarkup(
    <BulkView folder="clients/bulk" list={list} action={action} plan={plan} words={words} submit={submit} csrf="x" />,
  );
}

it('asks with the first ten names, what is alive, and what would be skipped', () => {
  const html = render({ changes: named(12), skipped: [{ id: 'gone', name: 'gone', reason: 'gone' }] });
  expect(html).toContain('Disable 12 clients?');
  expect(html).toContain('Connected users: 7.');
  expect(html).toContain('App 9');
  expect(html).not.toContain('App 10');
  expect(html).toContain('and 2 more');
  expect(html).toContain('1 will be skipped');
  expect(html).toContain('deleted meanwhile');
  expect(html).toContain('name="back" value="/admin/clients?kind=spa"');
  expect(html).not.toContain('name="typed"');
});

it('has the number typed before anything is deleted, and no form where nothing would change', () => {
  expect(render({ changes: named(3), skipped: [] }, 'delete')).toContain('Type 3 to confirm');
  const same = render({ changes: [], skipped: [{ id: 'a', name: 'a', reason: 'already_disabled' }] });
  expect(same).toContain('Nothing to change');
  expect(same).toContain('already disabled');
  expect(render({ changes: [], skipped: [] })).toContain('Nothing selected');
  expect(same).not.toContain('<form');
});
