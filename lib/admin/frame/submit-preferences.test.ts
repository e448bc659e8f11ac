import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSessionPrincipal } from '#lib/testing/administrator';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, type Person, password } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { createFormToken } from '../access/principal';
import { readPreferences } from './preferences';

let provider: TestProvider;
let person: Person;
let csrf: string;

beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, users: [{ username: 'au', password, admin: 'auditor' }] });
  person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest().path), 'au');
  const principal = await findSessionPrincipal(cookieHeaderOf(person), provider.context());
  csrf = principal === null ? '' : createFormToken(principal, provider.context());
});
afterAll(() => provider.close());

const choose = (fields: FormFields) =>
  person.submit('admin/preferences', { csrf, to: '/admin/clients?q=a', ...fields });
const kept = () => readPreferences(cookieHeaderOf(person), provider.context().settings);

describe('a choice of the account menu', () => {
  it('is kept in the browser with the others, returns to the page, and is open to auditors', async () => {
    const { status, headers } = await choose({ theme: 'dark' });
    expect([status, headers.location]).toEqual([303, `${issuer}/admin/clients?q=a`]);
    await choose({ times: 'utc' });
    expect(kept()).toEqual({ times: 'utc', theme: 'dark', density: 'comfortable', names: 'hidden' });
  });

  it('is ignored if it is invalid', async () => {
    const before = kept();
    await choose({ theme: 'red; Domain=evil.test' });
    expect(kept()).toEqual(before);
  });

  it.each(['https://evil.test/', '//evil.test', '/connect/endsession', undefined])(
    'never redirects to %s',
    async (to) => {
      expect((await choose({ to })).headers.location).toBe(`${issuer}/admin`);
    },
  );

  it('requires the token of the session (security #100)', async () => {
    expect((await choose({ csrf: 'wrong' })).status).toBe(403);
  });
});
