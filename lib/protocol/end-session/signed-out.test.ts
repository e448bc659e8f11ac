import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locationOf } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { signOutFixtures } from '#lib/testing/sign-out';
import { leadOn } from './signed-out';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(signOutFixtures());
});
afterAll(() => provider.close());

const record = {
  postLogout: null,
  uiLocales: null,
  problem: null,
  reference: null,
  sids: [],
  providers: [],
  automatic: true,
};

describe('the page after a sign-out', () => {
  it.each([
    ['has an address of its own if it has nothing to say', [], `${issuer}/logout?done=1`],
    ['names the providers where the person may still be signed in', ['corp'], `${issuer}/connect/endsession/callback?`],
  ])('%s', async (_, providers, address) => {
    expect(locationOf(await leadOn({ ...record, providers }, undefined, provider.context()))).toContain(address);
  });
});
