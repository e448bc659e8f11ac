import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators, signInToArea, testAction } from '#lib/testing/admin-action';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf } from '#lib/testing/person';
import type { AdminContext } from '../admin-context';
import { start, stop } from './actions';
import { readTraces } from './read';

let area: TestAdmin;
const provider = () => area.provider;
beforeAll(async () => {
  area = await createTestAdmin({ ...fixtures, users: administrators, portal: { admin_second_factor: 'optional' } });
});
afterAll(() => area.close());

const fields = { client: 'web', client_chosen: '' };
testAction(start, { provider, fields, says: 'The trace is recording.' });

const names = async (admin: AdminContext) => ({ trace: (await readTraces(admin))[0]?.id ?? '' });
testAction(stop, { provider, names, says: 'Stopped the trace.' });

it.each(['', 'nobody', 'w'])('the page of the traces asks which client %j is', async (client) => {
  const owner = await signInToArea(provider(), 'owner');
  const { pathname, searchParams } = new URL(locationOf(await owner.send(start.addressOf(), { ...fields, client })));
  expect([pathname, searchParams.get('client')]).toEqual(['/admin/debug/traces', client || null]);
  expect(await owner.flash()).toBeUndefined();
});
