import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators, testAction } from '#lib/testing/admin-action';
import { fixtures } from '#lib/testing/fixtures';
import type { AdminContext } from '../admin-context';
import { dismiss, fix, proofOfFix, restore } from './actions';
import { keyOfCheck, splitChecks } from './current-checks';
import { planFix } from './plan-fix';

const rule = 'secret_expired';
let area: TestAdmin;
const provider = () => area.provider;
beforeAll(async () => {
  const old = { value: 'old', expires_at: '2020-01-01T00:00:00Z' };
  const shop = { client_id: 'shop', client_secrets: [old, { value: 'new' }], redirect_uris: ['https://shop.test/cb'] };
  area = await createTestAdmin({
    ...fixtures,
    clients: [...fixtures.clients, shop],
    users: administrators,
    portal: { admin_second_factor: 'optional' },
  });
});
afterAll(() => area.close());

async function keyNow(admin: AdminContext): Promise<string> {
  const { open, dismissed } = await splitChecks(admin);
  const found = [...open, ...dismissed.map(({ check }) => check)].find((check) => check.rule === rule);
  return keyOfCheck(found ?? expect.fail('nothing was found'));
}

const one = async (admin: AdminContext) => ({ rule, key: await keyNow(admin), until: '' });
testAction(dismiss, { provider, fields: one, says: 'Dismissed the check.' });

const key = async (admin: AdminContext) => ({ key: await keyNow(admin) });
testAction(restore, { provider, fields: key, says: expect.stringMatching(/^\S.* .*\.$/) });

const planned = async (admin: AdminContext) => ({ rule, seen: (await planFix(admin, rule)).seen });
testAction(fix, { provider, fields: planned, says: 'Deleted a secret of shop.' });

it.each([
  ['pkce_missing', 'none'],
  ['secret_expired', 'sudo'],
])('fixing %s needs the proof %s, because one fix deletes secrets (decision 021)', (fixed, proof) => {
  expect(proofOfFix(fixed)).toBe(proof);
});
