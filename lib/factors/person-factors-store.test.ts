import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { findUserByUsername } from '#lib/users/user-store';
import { findAccountAtSignIn, findPersonFactors } from './person-factors-store';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({});
});
afterAll(() => provider.close());

it.each<[string, object, boolean]>([
  ['a verified address', { email: 'A.B@example.com', email_verified: true }, true],
  ['an unverified address', { email: 'a.b@example.com', email_verified: false }, false],
  ['a verified address that no mail can be sent to', { email: 'a..b@example.com', email_verified: true }, false],
  ['no address', {}, false],
])('a mailed code as a factor of a person with %s', async (_, claims, expected) => {
  await provider.configure({ users: [{ username: 'alice', claims }] });
  const { db } = provider.context();
  const { sub } = (await findUserByUsername(db, 'alice')) ?? { sub: '' };
  const found = [await findPersonFactors(db, sub), await findAccountAtSignIn(db, sub)];
  expect(found.map((factors) => factors?.email)).toEqual([expected, expected]);
});
