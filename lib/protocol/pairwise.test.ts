import { createServer } from 'node:http';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientMetadata } from '#lib/clients/registration/metadata';
import { findSectorProblem } from '#lib/clients/sector/check-sector-document';
import { sectorOf } from '#lib/clients/sector/sector-of';
import { readLogoutPage } from '#lib/login/logout/read';
import { fixtureClient, fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { issueLogoutToken } from './back-channel/deliver-notices';
import { issuingOf } from './issuing';

const apiSecret = 'api-secret-0123456789abcdef';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const silent = {
  ...fixtureClient('silent'),
  scope: 'openid profile offline_access orders',
  post_logout_redirect_uris: ['https://rp.test/bye'],
};
const pairwise = { ...silent, subject_type: 'pairwise' };
const elsewhere = 'https://other.test/cb';
const configuration = {
  ...fixtures,
  scopes: [{ name: 'orders', type: 'resource', claims: ['role'], secrets: [{ value: apiSecret }] }],
  clients: [
    { ...silent, client_id: 'public' },
    { ...pairwise, client_id: 'one' },
    { ...pairwise, client_id: 'sibling' },
    { ...pairwise, client_id: 'reference', access_token_format: 'reference' },
    { ...pairwise, client_id: 'other', redirect_uris: [elsewhere] },
    {
      ...pairwise,
      client_id: 'orders',
      client_secrets: [{ value: apiSecret }],
      grant_types: [exchangeGrant],
      redirect_uris: [],
      response_types: [],
      scope: 'orders',
      token_exchange: { subjects: ['one'], delegation: true },
    },
  ],
  users: fixtures.users,
};

let provider: TestProvider;
let person: Person;
beforeAll(async () => {
  provider = await createTestProvider({
    ...configuration,
    clients: configuration.clients.map((client) =>
      client.client_id === 'orders' ? { ...client, scope: 'orders openid' } : client,
    ),
  });
  person = createPerson(provider);
});
afterAll(() => provider.close());

const tokensOf = async (clientId: string, someone = person) => {
  const redirect = clientId === 'other' ? elsewhere : redirectUri;
  const asked = { client_id: clientId, redirect_uri: redirect, scope: 'openid profile offline_access orders' };
  const code = await issueCode(provider, asked, someone);
  return bodyOf(await redeem(provider, code, { redirect_uri: redirect }, basic(clientId, secrets.web)));
};
const subOf = async (clientId: string, someone = person) =>
  String(decodeJwt(String((await tokensOf(clientId, someone)).id_token)).sub);
const introspect = async (token: unknown) => {
  const headers = { authorization: basic('orders', apiSecret) };
  return bodyOf(await provider.post('/connect/introspect', { token: String(token) }, headers));
};

describe('the sector of a client (OpenID Connect Core §8.1)', () => {
  const facts = { clientId: 'app', sectorIdentifierUri: null, redirectUris: [], jwksUri: null };
  it.each<[string, Partial<Parameters<typeof sectorOf>[0]>, string | null]>([
    [
      'the host of its document',
      { sectorIdentifierUri: 'https://s.test/x', redirectUris: ['https://a.test/cb'] },
      's.test',
    ],
    ['the host of its redirect URIs', { redirectUris: ['https://a.test/cb', 'https://a.test:8443/x'] }, 'a.test'],
    ['nothing, with several hosts', { redirectUris: ['https://a.test/cb', 'https://b.test/cb'] }, null],
    [
      'the host beside loopback and schemes',
      { redirectUris: ['http://127.0.0.1/cb', 'com.a:/cb', 'https://a.test/'] },
      'a.test',
    ],
    ['the host of its keys', { jwksUri: 'https://k.test/jwks' }, 'k.test'],
    ['itself, on loopback', { redirectUris: ['http://127.0.0.1/cb'] }, 'app'],
    [
      'itself, on loopback with the keys of a host',
      { redirectUris: ['http://127.0.0.1/cb'], jwksUri: 'https://k.test/jwks' },
      'app',
    ],
    ['itself, with a private-use scheme', { redirectUris: ['com.example.app:/cb'] }, 'app'],
  ])('is %s', (_, changes, sector) => {
    expect(sectorOf({ ...facts, ...changes })).toBe(sector);
  });
});

describe('a pairwise subject', () => {
  it('is the same within a sector, different in another, and never the public one', async () => {
    const [own, one, sibling, other] = await Promise.all(['public', 'one', 'sibling', 'other'].map((id) => subOf(id)));
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(sibling).toBe(one);
    expect(new Set([own, one, other]).size).toBe(3);
    expect(own).toBe((await provider.context().db.user.findFirst({ where: { canonicalUsername: 'alice' } }))?.sub);
  });

  it.each(['one', 'reference'])('is what %s sees at every exit', async (clientId) => {
    const tokens = await tokensOf(clientId);
    const { context } = provider;
    const client = context().snapshot.clients.get(clientId);
    if (client === undefined) throw new Error('no client');
    const own = (await context().db.user.findFirst({ where: { canonicalUsername: 'alice' } }))?.sub ?? '';
    const logout = issueLogoutToken(client, { sub: own, sid: 's' }, issuingOf(context()));
    const renewed = bodyOf(await refresh(provider, tokens.refresh_token, {}, basic(clientId, secrets.web)));
    const introspected = await introspect(renewed.access_token);
    const seen = {
      idToken: decodeJwt(String(tokens.id_token)).sub,
      refreshed: decodeJwt(String(renewed.id_token)).sub,
      accessToken: clientId === 'one' ? decodeJwt(String(tokens.access_token)).sub : introspected.sub,
      userinfo: bodyOf(await userinfo(provider, renewed.access_token)).sub,
      introspection: introspected.sub,
      logout: decodeJwt(logout).sub,
    };
    expect(new Set(Object.values(seen))).toEqual(new Set([await subOf('sibling')]));
    expect(introspected).not.toHaveProperty('username');
    expect(introspected.role).toEqual(['buyer']);
    expect(JSON.stringify([seen, introspected])).not.toContain(own);
  });

  it('belongs to the exchanging client in an exchanged token (RFC 8693)', async () => {
    const { access_token: token } = await tokensOf('one');
    const fields = {
      grant_type: exchangeGrant,
      subject_token: String(token),
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    };
    const exchanged = bodyOf(
      await provider.post('/connect/token', fields, { authorization: basic('orders', apiSecret) }),
    );
    const claims = decodeJwt(String(exchanged.access_token));
    expect(claims.sub).toMatch(/^[\w-]{43}$/);
    expect(claims.sub).not.toBe(decodeJwt(String(token)).sub);
    expect(claims.act).toEqual({ sub: 'orders', client_id: 'orders' });
  });
});

describe('a hint with a pairwise subject', () => {
  const ask = (fields: Record<string, string>, someone = person) =>
    someone.get(authorizeRequest({ client_id: 'one', ...fields }).path);

  it('finds its person by id_token_hint and by the claims parameter (OpenID Connect Core §5.5.1)', async () => {
    const { id_token: hint } = await tokensOf('one');
    expect(answerOf(await ask({ prompt: 'none', id_token_hint: String(hint) }))).toHaveProperty('code');
    const claims = JSON.stringify({ id_token: { sub: { value: await subOf('one') } } });
    expect(answerOf(await ask({ prompt: 'none', claims }))).toHaveProperty('code');
    const own = JSON.stringify({ id_token: { sub: { value: await subOf('public') } } });
    expect(answerOf(await ask({ prompt: 'none', claims: own })).error).toBe('login_required');
  });

  it('accepts its own person after a sign-in, and no other', async () => {
    const { id_token: hint } = await tokensOf('one');
    const newcomer = createPerson(provider);
    const login = await ask({ id_token_hint: String(hint) }, newcomer);
    expect(answerOf(await newcomer.signIn(login))).toHaveProperty('code');
    const bob = createPerson(provider);
    const refused = await bob.signIn(await ask({ id_token_hint: String(hint) }, bob), 'bob');
    expect(answerOf(refused).error).toBe('login_required');
  });

  it('signs the person out at the end session endpoint', async () => {
    const someone = createPerson(provider);
    const { id_token: hint } = await tokensOf('one', someone);
    const query = new URLSearchParams({
      id_token_hint: String(hint),
      post_logout_redirect_uri: 'https://rp.test/bye',
    });
    expect(locationOf(await someone.get(`/connect/endsession?${query}`))).toBe('https://rp.test/bye');
    expect(answerOf(await ask({ prompt: 'none' }, someone)).error).toBe('login_required');
  });
});

describe('a logout_hint with a pairwise subject (RP-Initiated Logout §2)', () => {
  it('selects the person whom the client means among those who are signed in', async () => {
    const someone = createPerson(provider);
    const sub = await subOf('one', someone);
    provider.advance(1);
    await someone.signIn(
      await someone.get(authorizeRequest({ client_id: 'one', prompt: 'select_account' }).path),
      'bob',
    );
    const namesFor = async (fields: Record<string, string>) => {
      const asked = await someone.get(`/connect/endsession?${new URLSearchParams({ logout_hint: sub, ...fields })}`);
      const request = new URL(locationOf(asked)).searchParams.get('request');
      const page = await readLogoutPage(provider.context(), { cookieHeader: cookieHeaderOf(someone), request });
      return page.accounts.map(({ username }) => username);
    };
    expect(await namesFor({ client_id: 'one' })).toEqual(['alice']);
    expect(await namesFor({ client_id: 'one', post_logout_redirect_uri: 'https://rp.test/bye' })).toEqual(['alice']);
    expect(await namesFor({ client_id: 'other' }), 'the subject of another sector').toEqual(['bob', 'alice']);
  });
});

describe('sector_identifier_uri (OpenID Connect Dynamic Client Registration §5)', () => {
  const uris = ['https://a.test/cb', 'https://b.test/cb'];
  const policy = { issuer, outboundAllow: ['127.0.0.1'] };
  async function serve<T>(status: number, body: string, use: (uri: string) => Promise<T>): Promise<T> {
    const server = createServer((_, response) => response.writeHead(status, { location: '/x' }).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    try {
      return await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/sector`);
    } finally {
      server.close();
    }
  }

  it('registers with a document that lists every redirect URI', async () => {
    const problem = await serve(200, JSON.stringify(['https://c.test/', ...uris]), (uri) =>
      findSectorProblem(uri, uris, policy),
    );
    expect(problem).toBeNull();
    const registered = { client_name: 'x', redirect_uris: uris, subject_type: 'pairwise' };
    const sector = { sector_identifier_uri: 'https://s.test/uris' };
    expect(clientMetadata.open.safeParse({ ...registered, ...sector }).success).toBe(true);
    expect(clientMetadata.open.safeParse(registered).success).toBe(false);
  });

  it.each([
    ['that misses one', 200, JSON.stringify(uris.slice(1))],
    ['that is no list', 200, '{}'],
    ['that is HTML', 200, '<html>'],
    ['with a number', 200, JSON.stringify([...uris, 1])],
    ['that is elsewhere', 302, JSON.stringify(uris)],
    ['that is gone', 404, JSON.stringify(uris)],
    ['that is huge', 200, JSON.stringify([...uris, 'x'.repeat(300_000)])],
  ])('refuses a document %s', async (_, status, body) => {
    expect(await serve(status, body, (uri) => findSectorProblem(uri, uris, policy))).toMatch(
      /^the (document|server answered with status 404)/,
    );
  });

  it('is fetched by the registration endpoint for a new and for a changed client, with an explanation of errors', async () => {
    const portal = { dynamic_registration: 'open' };
    const own = await createTestProvider({ portal }, { SIGNET_OUTBOUND_ALLOW: '127.0.0.1' });
    const metadata = {
      redirect_uris: uris,
      subject_type: 'pairwise',
      sector_identifier_uri: 'https://127.0.0.1:9/uris',
    };
    const headers = { 'content-type': 'application/json' };
    const response = await own.send('/connect/register', { body: JSON.stringify(metadata), headers });
    expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_client_metadata']);
    expect(bodyOf(response).error_description).toContain('sector_identifier_uri: the document could not be fetched');
    const { subject_type: _, sector_identifier_uri: __, ...plain } = metadata;
    const made = bodyOf(await own.send('/connect/register', { body: JSON.stringify(plain), headers }));
    const update = await own.send(String(made.registration_client_uri), {
      method: 'PUT',
      body: JSON.stringify({ ...metadata, client_id: made.client_id }),
      headers: { ...headers, authorization: `Bearer ${made.registration_access_token}` },
    });
    expect(update.status).toBe(400);
    expect(bodyOf(update).error_description).toContain('sector_identifier_uri: the document could not be fetched');
    await own.close();
  });
});

describe('the type of a self-registered client', () => {
  it('can change only before people granted it something', async () => {
    const own = await createTestProvider({ ...fixtures, clients: [], portal: { dynamic_registration: 'open' } });
    const headers = { 'content-type': 'application/json' };
    const metadata = { redirect_uris: [redirectUri], scope: 'openid' };
    const made = bodyOf(await own.send('/connect/register', { body: JSON.stringify(metadata), headers }));
    const update = (changes: object) => {
      const body = JSON.stringify({ ...metadata, client_id: made.client_id, ...changes });
      const authorization = `Bearer ${made.registration_access_token}`;
      const path = String(made.registration_client_uri);
      return own.send(path, { method: 'PUT', body, headers: { ...headers, authorization } });
    };
    expect(bodyOf(await update({ subject_type: 'pairwise' }))).toMatchObject({ subject_type: 'pairwise' });
    await issueCode(own, { client_id: String(made.client_id), scope: 'openid' });
    const refused = await update({});
    expect([refused.status, bodyOf(refused).error]).toEqual([400, 'invalid_client_metadata']);
    expect((await update({ subject_type: 'pairwise', client_name: 'New' })).status).toBe(200);
    expect((await update({ subject_type: 'pairwise', redirect_uris: ['https://new.test/cb'] })).status).toBe(400);
    await own.close();
  });
});

describe('what else keeps subjects separate', () => {
  it('refuses a new client whose ID looks like a subject', async () => {
    const client = { ...fixtureClient('m2m'), scope: 'orders', client_id: 'a'.repeat(43) };
    await expect(provider.configure({ clients: [client] })).rejects.toThrow('pairwise sub');
  });

  it('uses one salt, which a restart keeps', async () => {
    const before = await subOf('one');
    await provider.configure({});
    expect(await subOf('one')).toBe(before);
    expect(await provider.context().db.installation.count({ where: { key: 'pairwise_salt' } })).toBe(1);
  });
});
