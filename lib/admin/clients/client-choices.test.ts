import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { clientChoices } from './client-choices';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    scopes: [
      { name: 'orders', type: 'resource', display_name: 'Your orders', description: 'Read what was bought' },
      { name: 'staff', type: 'identity', claims: ['badge'] },
    ],
  });
});
afterAll(() => area.close());

it('lists scopes by group with descriptions, those of the admin API last and with a warning', async () => {
  const { scopes } = clientChoices(await area.admin());
  const labels = scopes.map(({ group }) => group?.label);
  expect([...new Set(labels)]).toEqual(['Identity', 'APIs', 'Signet administration']);
  expect(labels).toEqual(labels.toSorted((one = '', other = '') => order(one) - order(other)));
  const of = (name: string) => scopes.find(({ value }) => value === name);
  expect(of('openid')).toMatchObject({ group: { label: 'Identity' }, help: expect.stringContaining('user ID') });
  expect(of('offline_access')).toMatchObject({ group: { label: 'Identity' }, help: 'Required for refresh tokens' });
  expect(of('orders')).toMatchObject({ group: { label: 'APIs' }, help: 'Read what was bought' });
  expect(of('staff')).toEqual({ value: 'staff', label: 'staff', group: { label: 'Identity' } });
  expect(of('signet.admin.owner')?.group).toHaveProperty('warning');
});

function order(label: string): number {
  return ['Identity', 'APIs', 'Signet administration'].indexOf(label);
}
