import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#lib/testing/count-statements';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, password } from '#lib/testing/person';
import { createTestProvider, encodeForm, issuer, type TestProvider } from '#lib/testing/provider';
import { readLoginPage } from './sign-in/read';
import { handleLogin } from './sign-in/show';
import { handleLoginSubmit } from './sign-in/submit';

let provider: TestProvider;

beforeAll(async () => {
  const silent = fixtures.clients.filter((client) => client.client_id === 'silent');
  provider = await createTestProvider({ ...fixtures, clients: silent, users: [{ username: 'dora', password }] });
});

afterAll(() => provider.close());

/** Signs dora in with a password, in a browser with these cookies. @returns its cookies and the number of statements */
async function signIn(cookies: ReadonlyMap<string, string> = new Map()) {
  const person = createPerson(provider);
  for (const [name, value] of cookies) person.cookies.set(name, value);
  const login = locationOf(await person.get(authorizeRequest({ client_id: 'silent', scope: 'openid' }).path));
  const context = provider.context();
  const { db, count } = countStatements(context.db);
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  const page = await readLoginPage(context, {
    interaction: new URL(login).searchParams.get('interaction'),
    cookieHeader: cookie,
  });
  if (page.page !== 'login') throw new Error(`expected the sign-in page, found ${page.page}`);
  const fields = { ...page.form, username: 'dora', password, decision: 'sign_in' };
  const answer = await handleLoginSubmit(
    {
      method: 'POST',
      path: '/login/submit',
      query: '',
      clientAddress: '192.0.2.1',
      headers: { origin: issuer, 'content-type': 'application/x-www-form-urlencoded', cookie },
      body: encodeForm({ ...fields, interaction: page.form.interaction ?? '' }),
    },
    { ...context, db },
  );
  expect(locationOf(answer)).toContain('?code=');
  const set = [answer.headers['set-cookie'] ?? []].flat().map((line) => /^([^=]+)=([^;]*)/.exec(line));
  return {
    statements: count(),
    cookies: new Map(set.map((found): [string, string] => [found?.[1] ?? '', found?.[2] ?? ''])),
  };
}

// Each item is one statement, or one transaction of prepared statements. The kinds of stored hashes are read once a
// minute, and in a test each time.
describe('the number of database statements of a sign-in with a password', () => {
  it('the interaction, the account, its counters twice, its factors, the session with the code', async () => {
    const { statements, cookies } = await signIn();
    expect(statements).toBe(6 + 1);
    // An unknown browser, of which the person is notified.
    expect((await signIn()).statements).toBe(6 + 1);
    const known = new Map([...cookies].filter(([name]) => name.endsWith('signet-known')));
    expect(known.size).toBe(1);
    // Its handles are looked up twice, and its failures do not count as those of a stranger.
    expect((await signIn(known)).statements).toBe(7 + 1);
  });

  it('the page: the interaction', async () => {
    const person = createPerson(provider);
    const login = new URL(
      locationOf(await person.get(authorizeRequest({ client_id: 'silent', scope: 'openid' }).path)),
    );
    const context = provider.context();
    const { db, count } = countStatements(context.db);
    const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const request = {
      method: 'GET',
      path: '/login',
      query: login.search.slice(1),
      clientAddress: '192.0.2.1',
      body: '',
    };
    const answer = await handleLogin({ ...request, headers: { cookie } }, { ...context, db });
    expect(answer.status).toBe(200);
    expect(count()).toBe(1);
  });
});
