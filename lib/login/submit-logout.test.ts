import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf, signInAt, signOutFixtures } from '#lib/testing/sign-out';
import { readLogoutPage } from './read-logout-page';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(signOutFixtures());
});
afterAll(() => provider.close());

const pageOf = (person: Person, problem: string | null = null) =>
  readLogoutPage(provider.context(), { cookieHeader: cookieHeaderOf(person), problem });
const namesOf = async (person: Person) => (await pageOf(person)).accounts.map(({ username }) => username);

/** One browser in which alice is signed in at an application, then bob. */
async function twoPeople() {
  const { person } = await signInAt(provider, 'app', createPerson(provider));
  provider.advance(1);
  const overrides = { client_id: 'app', redirect_uri: 'https://app.test/cb', prompt: 'select_account' };
  await person.signIn(await person.get(authorizeRequest(overrides).path), 'bob');
  const { form, accounts } = await pageOf(person);
  const sidOf = (name: string) => accounts.find(({ username }) => username === name)?.sid ?? '';
  const submit = (fields: FormFields) => person.submit('logout', { csrf: form.csrf, choose: '1', ...fields });
  return { person, accounts, sidOf, submit };
}

describe('signing out where several people are signed in (ux §1.7)', () => {
  it('offers each with their applications, the current one ticked', async () => {
    const { accounts } = await twoPeople();
    expect(accounts).toMatchObject([
      { username: 'bob', isTicked: true, apps: ['The app'] },
      { username: 'alice', isTicked: false, apps: ['The app'] },
    ]);
  });

  it('signs out those that are ticked, and nobody else', async () => {
    const { person, sidOf, submit } = await twoPeople();
    await submit({ decision: 'sign_out', account: sidOf('alice') });
    expect(await namesOf(person)).toEqual(['bob']);
    expect(person.cookies.has('__Host-signet')).toBe(true);
  });

  it('signs out several, all by the other button, and all from a form without boxes', async () => {
    const ticked = await twoPeople();
    await ticked.submit({ decision: 'sign_out', account: [ticked.sidOf('alice'), ticked.sidOf('bob')] });
    expect(await namesOf(ticked.person)).toEqual([]);
    const all = await twoPeople();
    await all.submit({ decision: 'sign_out_all', account: all.sidOf('bob') });
    expect(await namesOf(all.person)).toEqual([]);
    const plain = await twoPeople();
    await plain.submit({ decision: 'sign_out', choose: undefined });
    expect(await namesOf(plain.person)).toEqual([]);
  });

  it('asks again when nobody is ticked, or somebody of another browser', async () => {
    const { person, submit } = await twoPeople();
    const stranger = await twoPeople();
    for (const account of [undefined, stranger.sidOf('alice'), 'made-up']) {
      const answer = await submit({ decision: 'sign_out', account });
      expect(locationOf(answer)).toBe(`${issuer}/logout?problem=nothing_selected`);
    }
    expect(await namesOf(person)).toEqual(['bob', 'alice']);
    expect(await namesOf(stranger.person)).toEqual(['bob', 'alice']);
    expect((await pageOf(person, 'nothing_selected')).problem).toBe('nothing_selected');
    expect((await pageOf(person, '<b>')).problem).toBeNull();
  });
});
