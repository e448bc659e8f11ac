import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { confirm, endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(signOutFixtures());
});
afterAll(() => provider.close());

async function signInAtAll(...clients: string[]): Promise<{ person: Person; idToken: string }> {
  const [first = 'app', ...others] = clients;
  const { person, idToken } = await signInAt(provider, first);
  for (const client of others) await signInAt(provider, client, person);
  return { person, idToken };
}

/** Each application the page lists, with what it says of it. */
const rowsOf = (body: string) =>
  [...body.matchAll(/<li id="app-\d+"[^>]*><bdi>(.*?)<\/bdi> <span>(.*?)<\/span>/g)].map(([, name, text]) => [
    name,
    text,
  ]);

describe('the applications of the sessions that ended (ux §1.7)', () => {
  it('are listed with how each learns of it', async () => {
    const { person } = await signInAtAll('app', 'shop', 'mail');
    const { body } = await person.get(locationOf(await confirm(provider, person, await endSession(person, {}))));
    expect(rowsOf(body)).toEqual([
      ['The app', 'May still show you. Close its windows.'],
      ['The mail', 'Being signed out'],
      ['The shop', 'Being signed out'],
    ]);
    expect(body).toMatch(/<iframe src="https:\/\/shop[^"]*" data-app="app-2"/);
  });

  it('by the server: told, or given up', async () => {
    const { person } = await signInAtAll('mail', 'bank');
    const location = locationOf(await confirm(provider, person, await endSession(person, {})));
    const { db, now } = provider.context();
    await db.logoutNotice.updateMany({ where: { clientId: 'mail' }, data: { deliveredAt: now } });
    await db.logoutNotice.deleteMany({ where: { clientId: 'bank' } });
    expect(rowsOf((await person.get(location)).body)).toEqual([
      ['The bank', 'Did not answer. Close its windows.'],
      ['The mail', 'Signed out'],
    ]);
  });

  it('but not the one that asked and that the person goes back to', async () => {
    const { person, idToken } = await signInAtAll('app', 'shop');
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: 'https://app.test/bye' };
    const { body } = await person.get(locationOf(await endSession(person, parameters)));
    expect(rowsOf(body).map(([name]) => name)).toEqual(['The shop']);
  });
});
