import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

it.each([
  ['/activate', '/device'],
  ['/link', '/device'],
  ['/activate?user_code=WDJB-MJHT', '/device?user_code=WDJB-MJHT'],
])('%s leads to the page for the code (ux §1.5.1)', async (path, expected) => {
  const answer = await provider.send(path);
  expect([answer.status, locationOf(answer)]).toEqual([303, `${issuer}${expected}`]);
});
