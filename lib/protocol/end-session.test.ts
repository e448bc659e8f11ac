import { decodeJwt, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLogoutPage } from '#lib/login/logout/read';
import { findRoute } from '#lib/routes';
import { changeClients } from '#lib/testing/change-clients';
import { refresh, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, encodeForm, issuer, type TestProvider } from '#lib/testing/provider';
import { recordedBy } from '#lib/testing/recorded-by';
import { confirm, cookieHeaderOf, endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';
import { handleEndSession } from './end-session';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(signOutFixtures());
});
afterAll(() => provider.close());

const bye = 'https://app.test/bye';
const plainPage = `${issuer}/logout?done=1`;
/** Our page that lists the clients of the ended sessions. */
const listingPage = /^https:\/\/op\.test\/connect\/endsession\/callback\?id=v2\.[0-9a-f]{8}\./;

/** Whether the person is still signed in, as seen by a client. */
async function isSignedIn(person: Person): Promise<boolean> {
  const overrides = { client_id: 'app', redirect_uri: 'https://app.test/cb', prompt: 'none' };
  return answerOf(await person.get(authorizeRequest(overrides).path)).error === undefined;
}

const usernamesOn = async (person: Person, request: string | null = null) =>
  (await readLogoutPage(provider.context(), { cookieHeader: cookieHeaderOf(person), request })).accounts.map(
    ({ username }) => username,
  );

const requestOf = (location: string) => new URL(location).searchParams.get('request');

describe('with an ID token of this session', () => {
  it('signs out without asking and returns with state (semantics §6.2, RP-Initiated Logout §2, §3)', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    const before = new Map(person.cookies);
    const response = await endSession(person, {
      id_token_hint: idToken,
      post_logout_redirect_uri: bye,
      state: 'a b&c=ü',
    });
    expect(response.status).toBe(303);
    expect(response.headers['cache-control']).toContain('no-store');
    const location = new URL(locationOf(response));
    expect(location.origin + location.pathname).toBe(bye);
    expect([...location.searchParams]).toEqual([['state', 'a b&c=ü']]);
    expect(person.cookies.has('__Host-signet')).toBe(false);
    expect(person.cookies.has('__Host-signet-state')).toBe(false);
    // The old cookies are worthless too (security #104).
    for (const [name, value] of before) person.cookies.set(name, value);
    expect(await isSignedIn(person)).toBe(false);
  });

  it('keeps the query of the registered URI and sends state only when it was sent', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${bye}?from=op` };
    expect(locationOf(await endSession(person, parameters))).toBe(`${bye}?from=op`);
    expect(locationOf(await endSession(person, { ...parameters, state: 's' }))).toBe(`${bye}?from=op&state=s`);
  });

  it('works by POST, also from another site, which sends no cookie of ours (§2)', async () => {
    for (const cookies of [true, false]) {
      const { person, idToken } = await signInAt(provider, 'app');
      const body = encodeForm({ id_token_hint: idToken, post_logout_redirect_uri: bye });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const cookie = cookies ? { cookie: cookieHeaderOf(person) } : {};
      const posted = await provider.send('/connect/endsession', { body, headers: { ...headers, ...cookie } });
      const answer = cookies ? posted : await person.get(locationOf(posted));
      expect(locationOf(answer)).toBe(bye);
      expect(await isSignedIn(person)).toBe(false);
    }
  });

  it('asks the person if its client was deleted before the browser returns from a POST', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    const body = encodeForm({ id_token_hint: idToken, post_logout_redirect_uri: bye });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = new URL(locationOf(await provider.send('/connect/endsession', { body, headers })));
    const request = { method: 'GET', path: posted.pathname, query: posted.search.slice(1), body: '' };
    const context = provider.context();
    const cookie = { cookie: cookieHeaderOf(person) };
    const answer = await handleEndSession(
      { ...request, headers: cookie, clientAddress: '192.0.2.1' },
      { ...context, snapshot: { ...context.snapshot, clients: new Map() } },
    );
    expect(locationOf(answer)).toContain('/logout?request=');
    expect(await isSignedIn(person)).toBe(true);
  });

  it('accepts an ID token that has expired (§4)', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    provider.advance(3600);
    expect(locationOf(await endSession(person, { id_token_hint: idToken, post_logout_redirect_uri: bye }))).toBe(bye);
  });

  it('accepts one without sid for its own person only (§4)', async () => {
    const { idToken, tokens, person } = await signInAt(provider, 'app', undefined, { scope: 'openid offline_access' });
    await endSession(person, { id_token_hint: idToken });
    const refreshed = bodyOf(await refresh(provider, tokens.refresh_token, {}, basic('app', secrets.web)));
    expect(decodeJwt(String(refreshed.id_token))).not.toHaveProperty('sid');
    const parameters = { id_token_hint: String(refreshed.id_token), post_logout_redirect_uri: bye };
    const [alice, bob] = [await signedInAs('alice'), await signedInAs('bob')];
    expect(locationOf(await endSession(bob, parameters))).toContain('/logout?request=');
    expect(await isSignedIn(bob)).toBe(true);
    expect(locationOf(await endSession(alice, parameters))).toBe(bye);
    expect(await isSignedIn(alice)).toBe(false);
  });

  it('returns to a private scheme of a native application', async () => {
    const file = signOutFixtures();
    const uri = 'com.example.app:/bye';
    const clients = file.clients.map((client) =>
      client.client_id === 'app' ? { ...client, application_type: 'native', post_logout_redirect_uris: [uri] } : client,
    );
    const own = await createTestProvider({ ...file, clients });
    const { person, idToken } = await signInAt(own, 'app');
    expect(locationOf(await endSession(person, { id_token_hint: idToken, post_logout_redirect_uri: uri }))).toBe(uri);
    await own.close();
  });

  it('ends on our own page without a redirect', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    expect(locationOf(await endSession(person, { id_token_hint: idToken, client_id: 'app' }))).toBe(
      'https://op.test/logout?done=1',
    );
    expect(await isSignedIn(person)).toBe(false);
  });

  it('signs out only that person when several are signed in', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    provider.advance(1);
    const overrides = { client_id: 'app', redirect_uri: 'https://app.test/cb', prompt: 'select_account' };
    await person.signIn(await person.get(authorizeRequest(overrides).path), 'bob');
    expect(await usernamesOn(person)).toEqual(['bob', 'alice']);
    await endSession(person, { id_token_hint: idToken });
    expect(await usernamesOn(person)).toEqual(['bob']);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('records one event, of the person whose session ended (semantics §6.2)', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    const { sub, sid } = decodeJwt(idToken);
    const overrides = { client_id: 'app', redirect_uri: 'https://app.test/cb', prompt: 'select_account' };
    await person.signIn(await person.get(authorizeRequest(overrides).path), 'bob');
    const { db } = provider.context();
    const signOut = () => endSession(person, { id_token_hint: idToken });
    const events = await recordedBy(db, { types: ['sign_out.completed'] }, signOut);
    expect(events).toMatchObject([{ actorId: sub, address: '192.0.2.1', details: JSON.stringify({ sid }) }]);
  });

  it.each([
    ['another path', 'https://app.test/bye/more'],
    ['a longer one', 'https://app.test/bye2'],
    ['another query', 'https://app.test/bye?from=evil'],
    ['a URI of another client', 'https://evil.test/bye'],
    ['a redirect URI', 'https://app.test/cb'],
    ['another case', 'https://APP.test/bye'],
    ['a script', 'javascript:alert(1)'],
    ['no URI', '//evil.test'],
  ])('signs out anyway, stays on our page, and says so for %s (security #106)', async (_, uri) => {
    const { person, idToken } = await signInAt(provider, 'app');
    const response = await endSession(person, { id_token_hint: idToken, post_logout_redirect_uri: uri, state: '"><x' });
    expect(locationOf(response).startsWith(`${issuer}/connect/endsession/callback?id=v2.`)).toBe(true);
    const page = await person.get(locationOf(response));
    expect(page.status).toBe(200);
    expect(page.body).toContain('data-page="logged-out"');
    expect(page.body).toContain('is not registered for this client');
    expect(page.body).not.toContain(uri);
    expect(page.body).not.toMatch(/<script|<x/);
    expect(await isSignedIn(person)).toBe(false);
  });
});

describe('an address that was registered before the rule that forbids it (security #6, #106)', () => {
  it.each(['javascript:alert(1)', 'https://%zz/', 'https://x;y/bye', 'ftp://rp.test/bye', 'http://rp.test/bye'])(
    'leads nowhere: %s',
    async (uri) => {
      const own = await createTestProvider(signOutFixtures());
      const { person, idToken } = await signInAt(own, 'app');
      await changeClients(own.context().db, { clientId: 'app' }, { postLogoutRedirectUris: [uri] });
      await own.configure({});
      const response = await endSession(person, { id_token_hint: idToken, post_logout_redirect_uri: uri });
      const page = await person.get(locationOf(response));
      expect(page.body).toContain('is not registered for this client');
      expect(page.body).not.toContain(uri);
      await own.close();
    },
  );
});

describe('without proof, the person is asked first (RP-Initiated Logout §2, §6; security #106)', () => {
  it.each([
    ['nothing', {}],
    ['a state alone', { state: 's' }],
    ['a client_id', { client_id: 'app', post_logout_redirect_uri: bye }],
    ['a redirect alone', { post_logout_redirect_uri: bye }],
    ['an unknown client', { client_id: 'nobody', post_logout_redirect_uri: bye }],
    ['a disabled client', { client_id: 'gone', post_logout_redirect_uri: 'https://gone.test/bye' }],
    ['garbage', { id_token_hint: 'a.b.c', post_logout_redirect_uri: bye }],
  ])('%s changes nothing before the confirmation', async (_, parameters) => {
    const { person } = await signInAt(provider, 'app');
    const response = await endSession(person, parameters);
    expect(response.status).toBe(303);
    expect(locationOf(response)).toMatch(new RegExp(`^${issuer}/logout(\\?request=v2\\.[0-9a-f]{8}\\.[\\w-]+)?$`));
    expect(await isSignedIn(person)).toBe(true);
  });

  it('with a client_id, leads to its registered URI after the confirmation', async () => {
    const { person } = await signInAt(provider, 'app');
    const parameters = { client_id: 'app', post_logout_redirect_uri: bye, state: 's' };
    expect(locationOf(await confirm(provider, person, await endSession(person, parameters)))).toBe(`${bye}?state=s`);
    expect(await isSignedIn(person)).toBe(false);
  });

  const others: [string, (alice: string, bob: string) => Record<string, string>][] = [
    ['an access token', () => ({ id_token_hint: accessToken })],
    ['alg none', (alice) => ({ id_token_hint: withAlgNone(alice) })],
    ['another signature', (alice) => ({ id_token_hint: `${alice.slice(0, -8)}AAAAAAAA` })],
    ['a client_id that is not its audience', (alice) => ({ id_token_hint: alice, client_id: 'evil' })],
  ];
  let accessToken = '';

  it.each<[string, (own: string, others: string) => string]>([
    ['an earlier session of the same person', (own) => own],
    ['another person', (_, others) => others],
  ])('with a token of %s, leads to the registered URI after the confirmation', async (_, hintOf) => {
    const bob = await signInAt(provider, 'app', await signedInAs('bob'));
    const { person, idToken } = await signInAt(provider, 'app');
    await endSession(person, { id_token_hint: idToken });
    await signInAt(provider, 'app', person);
    const hint = hintOf(idToken, bob.idToken);
    const asked = await endSession(person, { id_token_hint: hint, post_logout_redirect_uri: bye, state: 's' });
    expect(locationOf(asked)).toContain('/logout?request=');
    expect(await isSignedIn(person)).toBe(true);
    expect(locationOf(await confirm(provider, person, asked))).toBe(`${bye}?state=s`);
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(bob.person)).toBe(true);
  });

  it('with a token of an earlier session and an unregistered URI, leads nowhere (security #106)', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    await endSession(person, { id_token_hint: idToken });
    await signInAt(provider, 'app', person);
    const asked = await endSession(person, { id_token_hint: idToken, post_logout_redirect_uri: `${bye}/x` });
    const done = await person.get(locationOf(await confirm(provider, person, asked)));
    expect(done.body).toContain('data-page="logged-out"');
    expect(done.body).not.toContain(bye);
  });

  it.each(others)('%s leads nowhere even when confirmed (semantics §6.2)', async (_, parametersOf) => {
    const bob = await signInAt(provider, 'app', await signedInAs('bob'));
    const { person, idToken, tokens } = await signInAt(provider, 'app');
    accessToken = String(tokens.access_token);
    const parameters = { ...parametersOf(idToken, bob.idToken), post_logout_redirect_uri: bye };
    const asked = await endSession(person, parameters);
    expect(locationOf(asked)).toContain('/logout?request=');
    expect(await isSignedIn(person)).toBe(true);
    const done = await person.get(locationOf(await confirm(provider, person, asked)));
    expect(done.body).toContain('data-page="logged-out"');
    expect(done.body).not.toContain(bye);
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(bob.person)).toBe(true);
  });

  it('does not accept a token of an earlier session of the same person (security #106)', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    await endSession(person, { id_token_hint: idToken });
    await signInAt(provider, 'app', person);
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: bye };
    expect(locationOf(await endSession(person, parameters))).toContain('/logout?request=');
    expect(await isSignedIn(person)).toBe(true);
  });

  it('binds the carried request to its browser, purpose and time', async () => {
    const { person } = await signInAt(provider, 'app');
    const thief = await signedInAs('bob');
    const asked = await endSession(person, { client_id: 'app', post_logout_redirect_uri: bye, logout_hint: 'alice' });
    const request = requestOf(locationOf(asked));
    expect(request).not.toContain('app.test');
    const readOn = async (reader: Person) =>
      (await readLogoutPage(provider.context(), { cookieHeader: cookieHeaderOf(reader), request })).request;
    expect(await readOn(person)).toBe(request);
    expect(await readOn(thief)).toBeNull();
    expect((await person.get(`/connect/endsession?posted=${request}`)).status).toBe(400);
    provider.advance(900);
    expect(await readOn(person)).toBeNull();
    expect(locationOf(await confirm(provider, person, asked))).toMatch(listingPage);
  });

  it.each([
    ['a redirect that was taken back', { post_logout_redirect_uris: [] }],
    ['an application that was disabled', { enabled: false }],
  ])('does not follow %s before the person confirmed', async (_, change) => {
    const own = await createTestProvider(signOutFixtures());
    const { person } = await signInAt(own, 'app');
    await signInAt(own, 'shop', person);
    const asked = await endSession(person, { client_id: 'app', post_logout_redirect_uri: bye });
    const clients = signOutFixtures().clients.map((client) =>
      client.client_id === 'app' ? { ...client, ...change } : client,
    );
    await own.configure({ clients });
    expect(locationOf(await confirm(own, person, asked))).toMatch(listingPage);
    await own.close();
  });

  it.each<[string, (claims: JWTPayload) => string]>([
    ['username', () => 'ALICE'],
    ['email address', () => 'Alice@example.com'],
    ['subject', ({ sub }) => String(sub)],
    ['session', ({ sid }) => String(sid)],
  ])('logout_hint picks the person who is asked about, by %s (§2)', async (_, hintOf) => {
    const { person, idToken } = await signInAt(provider, 'app');
    provider.advance(1);
    const overrides = { client_id: 'app', redirect_uri: 'https://app.test/cb', prompt: 'select_account' };
    await person.signIn(await person.get(authorizeRequest(overrides).path), 'bob');
    const asked = await endSession(person, { logout_hint: hintOf(decodeJwt(idToken)) });
    expect(await usernamesOn(person, requestOf(locationOf(asked)))).toEqual(['alice']);
    await confirm(provider, person, asked);
    expect(await usernamesOn(person)).toEqual(['bob']);
    const unknown = await endSession(person, { logout_hint: 'nobody' });
    expect(await usernamesOn(person, requestOf(locationOf(unknown)))).toEqual(['bob']);
  });

  it('refuses the form from another site and without its token (security #100)', async () => {
    const { person } = await signInAt(provider, 'app');
    const { form } = await readLogoutPage(provider.context(), { cookieHeader: cookieHeaderOf(person) });
    const fields = { csrf: form.csrf, decision: 'sign_out' };
    expect((await person.submit('logout', fields, { origin: 'https://evil.test' })).status).toBe(403);
    expect((await person.submit('logout', { ...fields, csrf: 'x' })).status).toBe(403);
    expect((await person.submit('logout', { csrf: form.csrf })).status).toBe(400);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('does nothing at a second click (security #107)', async () => {
    const { person } = await signInAt(provider, 'app');
    const asked = await endSession(person, {});
    const cookies = new Map(person.cookies);
    await confirm(provider, person, asked);
    for (const [name, value] of cookies) person.cookies.set(name, value);
    expect(locationOf(await confirm(provider, person, asked))).toBe(plainPage);
  });
});

describe('when nobody is signed in', () => {
  it('says so at once (semantics §6.2)', async () => {
    expect(locationOf(await endSession(createPerson(provider), {}))).toBe(plainPage);
  });

  it('an ID token of ours still leads back to the application', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: bye, state: 'x' };
    await endSession(person, parameters);
    expect(locationOf(await endSession(person, parameters))).toBe(`${bye}?state=x`);
  });

  it('a client_id without a token gives a link and no redirect, because anyone can write one (§2)', async () => {
    const person = createPerson(provider);
    const response = await endSession(person, { client_id: 'app', post_logout_redirect_uri: bye });
    const page = await person.get(locationOf(response));
    expect(page.body).toContain(`href="${bye}" rel="noreferrer">Return to The app</a>`);
    expect(page.body).not.toMatch(/<script|http-equiv/);
  });
});

describe('a request that cannot be read', () => {
  it.each([
    ['a repeated parameter', 'state=a&state=b'],
    ['a repeated hint', 'id_token_hint=a&id_token_hint=b'],
    ['broken percent-encoding', 'state=%zz'],
    ['NUL', 'state=%00'],
    ['a long client_id', `client_id=${'a'.repeat(101)}`],
    ['a long redirect', `post_logout_redirect_uri=https://app.test/${'a'.repeat(400)}`],
    ['a long state', `state=${'a'.repeat(2001)}`],
    ['a state of many bytes', `state=${encodeURIComponent('語'.repeat(1000))}`],
    ['a made-up record', 'posted=v2.abc.abc'],
  ])('%s gets a page with 400 and changes nothing', async (_, query) => {
    const { person } = await signInAt(provider, 'app');
    const response = await person.get(`/connect/endsession?${query}`);
    expect(response.status).toBe(400);
    expect(response.body).toContain('data-page="error"');
    expect(response.headers).not.toHaveProperty('location');
    expect(await isSignedIn(person)).toBe(true);
  });

  it('the longest state fits into addresses of acceptable length', async () => {
    const { person } = await signInAt(provider, 'app');
    const state = '語'.repeat(990);
    const locales = 'ü'.repeat(100);
    const asked = {
      client_id: 'app',
      post_logout_redirect_uri: bye,
      state,
      logout_hint: 'é'.repeat(100),
      ui_locales: locales,
    };
    const response = await endSession(person, asked);
    expect(locationOf(response).length).toBeLessThan(8192);
    expect(locationOf(await confirm(provider, person, response))).toBe(`${bye}?${encodeForm({ state })}`);
  });

  it.each([
    ['hint, and a longer one', `id_token_hint=${'a'.repeat(30_000)}`],
    ['client_id', `client_id=${'a'.repeat(100)}`],
    ['redirect', `client_id=app&post_logout_redirect_uri=${'a'.repeat(400)}`],
    ['state', `state=${'a'.repeat(2000)}`],
    ['state in bytes', `state=${encodeURIComponent(`${'語'.repeat(998)}aaaa`)}`],
    ['logout_hint, and a longer one', `logout_hint=${'a'.repeat(101)}`],
  ])('the longest %s is read', async (_, query) => {
    expect((await createPerson(provider).get(`/connect/endsession?${query}`)).status).toBe(303);
  });

  it('the body of a GET is not read', async () => {
    const response = await provider.send('/connect/endsession?state=a', { method: 'GET', body: 'state=b' });
    expect(locationOf(response)).toBe(plainPage);
  });

  it('a body that is not a form gets 400', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await provider.send('/connect/endsession', { body: '{}', headers })).status).toBe(400);
  });

  it.each([
    ['de', '&ui_locales=de'],
    ['de'.padEnd(100), '&ui_locales=de'],
    ['de'.padEnd(101), ''],
    [`de ${'fr '.repeat(200)}`, ''],
  ])(
    'ui_locales of more than 100 characters are ignored without an error (OpenID Connect Core §3.1.2.1)',
    async (ui_locales, language) => {
      expect(locationOf(await endSession(createPerson(provider), { ui_locales }))).toBe(`${plainPage}${language}`);
    },
  );

  it('HEAD is refused (security #11)', () => {
    expect(findRoute('/connect/endsession')?.methods).not.toContain('HEAD');
  });
});

async function signedInAs(username: string): Promise<Person> {
  const person = createPerson(provider);
  const overrides = { client_id: 'app', redirect_uri: 'https://app.test/cb' };
  await person.signIn(await person.get(authorizeRequest(overrides).path), username);
  return person;
}

function withAlgNone(token: string): string {
  const [, payload] = token.split('.');
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
}
