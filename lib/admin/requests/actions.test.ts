import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators, shownAgain, signInToArea, testAction } from '#lib/testing/admin-action';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import { addRefused } from './actions';
import { readRequest, readRequestQuery, readRequests } from './read';

let area: TestAdmin;
const provider = () => area.provider;
beforeAll(async () => {
  area = await createTestAdmin({ ...fixtures, users: administrators, portal: { admin_second_factor: 'optional' } });
});
afterAll(() => area.close());

/** @returns the reference of the refused request */
async function refuse(redirectUri: string): Promise<string> {
  const parameters = { client_id: 'web', response_type: 'code', redirect_uri: redirectUri };
  await provider().send(`/connect/authorize?${new URLSearchParams(parameters)}`);
  await provider().flushExplanations();
  const context = provider().context();
  const { requests } = await readRequests(context, readRequestQuery({ client: 'web' }), 50);
  const details = await Promise.all(requests.map(({ reference }) => readRequest(context, reference)));
  const found = details.find(({ comparison }) => comparison?.received === redirectUri);
  return found?.reference ?? expect.fail('nothing was refused');
}

const registered = async () => (await area.admin()).snapshot.clients.get('web')?.redirectUris ?? [];

const value = 'https://new.test/cb';
const names = async () => ({ ref: await refuse(value) });
testAction(addRefused, { provider, names, fields: { value }, says: 'Changed redirect URIs of Web shop.' });

it('a URI of another host is added only if its host was typed, with a recent proof (security #184)', async () => {
  const other = 'https://rp.test.evil.test/cb';
  const address = addRefused.addressOf({ ref: await refuse(other) });
  const owner = await signInToArea(provider(), 'owner');
  for (const typed of ['', 'rp.test', other]) {
    const answer = await owner.send(address, { value: other, typed, confirm_password: password });
    expect(shownAgain(answer)).toMatchObject({ problem: 'invalid', fields: [{ field: 'typed' }] });
  }
  expect(shownAgain(await owner.send(address, { value: other, typed: 'rp.test.evil.test' }))).toMatchObject({
    problem: 'reauthenticate',
  });
  expect(await registered()).not.toContain(other);
});

it('a URI of a registered scheme and host needs neither, and is added to what is registered (security #184)', async () => {
  const known = new URL('/other', (await registered())[0]).href;
  const ref = await refuse(known);
  const owner = await signInToArea(provider(), 'owner');
  provider().advance(31 * 60);
  const answer = await owner.send(addRefused.addressOf({ ref }), { value: known });
  expect(new URL(locationOf(answer)).pathname).toBe(`/admin/debug/requests/${ref}`);
  expect(await registered()).toContain(known);
});
