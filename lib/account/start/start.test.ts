import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToAccount } from '#lib/testing/account';
import { deviceFixtures } from '#lib/testing/device';
import { password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { readStartPage } from './read';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...deviceFixtures,
    clients: [
      ...deviceFixtures.clients,
      {
        client_id: 'demo-device',
        token_endpoint_auth_method: 'none',
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      },
    ],
    users: [...deviceFixtures.users, { username: 'root', password, admin: 'owner' }],
  });
});
afterAll(() => provider.close());

const read = (cookieHeader?: string, isLocal = true) => readStartPage({ ...provider.context(), isLocal }, cookieHeader);

it('the start page offers the demo that exists without a sign-in', async () => {
  const expected = { person: null, isAdministrator: false, hasDemo: false, hasDemoDevice: true };
  expect(await read()).toMatchObject(expected);
  expect(await read(undefined, false)).toMatchObject({ ...expected, hasDemoDevice: false });
});

it.each([
  ['alice', false],
  ['root', true],
] as const)(
  'the start page names %s, and links the administration only for a role',
  async (username, isAdministrator) => {
    const holder = await signInToAccount(provider, username);
    expect(await read(cookieHeaderOf(holder))).toMatchObject({ person: { username }, isAdministrator });
  },
);
