import { generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { openFailingWrites, type Write } from '#lib/testing/failing-writes';
import { comeBack, failureOf, followRealTime, openSignIn } from '#lib/testing/federated-person';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { membersOf, nestedLists, withMember } from '#lib/testing/odd-json';
import { locationOf, password } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { type Script, type ScriptedUpstream, signHmac, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { findUserByUsername } from '#lib/users/user-store';

let upstream: ScriptedUpstream;
let other: ScriptedUpstream;
let provider: TestProvider;
const clock = () => provider.context().now;
let foreignKey: CryptoKey;

const secret = 'upstream-secret-0123456789';
const entry = (name: string, at: string) => ({
  name,
  display_name: name,
  type: 'oidc',
  issuer: at,
  client_id: `signet-${name}`,
  client_secret: secret,
});

beforeAll(async () => {
  upstream = await startScriptedUpstream(clock);
  other = await startScriptedUpstream(clock);
  foreignKey = (await generateKeyPair('RS256')).privateKey;
  const identity_providers = [entry('corp', upstream.issuer), entry('other', other.issuer)];
  provider = await createTestProvider({ ...fixtures, identity_providers }, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
beforeEach(() => {
  followRealTime(provider);
  upstream.script = {};
});
afterAll(async () => {
  await provider.close();
  await Promise.all([upstream.close(), other.close()]);
});

const seconds = () => Math.floor(clock().getTime() / 1000);
const silent = { client_id: 'silent' };

/** Expects that nobody was signed in: no session, no account, a neutral page. */
async function expectRefused(script: Script, problem = 'response') {
  const { db } = provider.context();
  const before = await Promise.all([db.user.count(), db.session.count(), db.userIdentity.count()]);
  upstream.script = { ...script, claims: { preferred_username: 'mallory', ...script.claims } };
  const person = await openSignIn(provider, silent);
  expect(await failureOf(person, await comeBack(person, upstream))).toBe(problem);
  expect(person.cookies.has('__Host-signet')).toBe(false);
  expect(await Promise.all([db.user.count(), db.session.count(), db.userIdentity.count()])).toEqual(before);
}

describe('an ID token is refused (security #111)', () => {
  const pem = () => JSON.stringify(upstream.publicKey());
  it.each<[string, () => Script]>([
    ['alg none', () => ({ idToken: (claims) => signHmac('', claims, 'none') })],
    ['HS256 under the client secret', () => ({ idToken: (claims) => signHmac(secret, claims) })],
    ['HS256 under the public key', () => ({ idToken: (claims) => signHmac(pem(), claims) })],
    ['signed by an unknown key', () => ({ idToken: (claims) => upstream.signWith(foreignKey, { kid: 'x' }, claims) })],
    [
      'signed by a foreign key under our kid',
      () => ({ idToken: (claims) => upstream.signWith(foreignKey, { kid: upstream.publicKey().kid }, claims) }),
    ],
    [
      'that brings its key along',
      () => ({
        idToken: (claims) => upstream.signWith(foreignKey, { jwk: other.publicKey(), jku: other.issuer }, claims),
      }),
    ],
    ['with a slash after the issuer', () => ({ claims: { iss: `${upstream.issuer}/` } })],
    ['with another spelling of the issuer', () => ({ claims: { iss: upstream.issuer.toUpperCase() } })],
    ['with a template as issuer', () => ({ claims: { iss: `${upstream.issuer}/{tenantid}` } })],
    ['for another audience', () => ({ claims: { aud: 'somebody' } })],
    ['for several audiences without azp', () => ({ claims: { aud: ['signet-corp', 'x'] } })],
    ['for another azp', () => ({ claims: { aud: ['signet-corp', 'x'], azp: 'x' } })],
    ['for another azp, whose one audience we are', () => ({ claims: { azp: 'x' } })],
    ['expired', () => ({ claims: { iat: seconds() - 600, exp: seconds() - 300 } })],
    ['of the future', () => ({ claims: { iat: seconds() + 3600, exp: seconds() + 7200 } })],
    ['without iat', () => ({ claims: { iat: undefined } })],
    ['without exp', () => ({ claims: { exp: undefined } })],
    ['without iss', () => ({ claims: { iss: undefined } })],
    ['without aud', () => ({ claims: { aud: undefined } })],
    ['without nonce', () => ({ claims: { nonce: undefined } })],
    ['with another nonce', () => ({ claims: { nonce: 'x' } })],
    ['without sub', () => ({ claims: { sub: undefined } })],
    ['with an empty sub', () => ({ claims: { sub: '' } })],
    ['with a number as sub', () => ({ claims: { sub: 7 } })],
    ['with a sub of 4 KB', () => ({ claims: { sub: 'x'.repeat(4096) } })],
    ['with a NUL in sub', () => ({ claims: { sub: 'a\u0000b' } })],
    ['with another at_hash', () => ({ claims: { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' } })],
    ['that is encrypted', () => ({ idToken: () => 'e30.e30.e30.e30.e30' })],
    ['that is none', () => ({ idToken: () => 'nothing' })],
  ])('%s', (_, script) => expectRefused(script()));

  it('with the right at_hash and azp is accepted', async () => {
    const { createHash } = await import('node:crypto');
    const half = createHash('sha256').update('upstream-access-token').digest().subarray(0, 16).toString('base64url');
    upstream.script = { claims: { sub: 'at-hash', preferred_username: 'at-hash', at_hash: half, azp: 'signet-corp' } };
    const person = await openSignIn(provider, silent);
    expect(new URL(locationOf(await comeBack(person, upstream))).searchParams.has('code')).toBe(true);
  });
});

describe('JSON of a provider beyond the limits (security #146)', () => {
  const nested = (depth: number) => ({ claims: { x: JSON.parse(nestedLists(depth - 1)) } });
  const token = { access_token: 'x', token_type: 'Bearer' };
  const answering = (path: string, body: string): Script => ({
    answers: {
      [path]: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    },
  });
  it.each<[string, () => Script]>([
    ['an ID token 17 levels deep', () => nested(17)],
    ['an ID token 1,500 levels deep', () => nested(1500)],
    ['a token answer 17 levels deep', () => answering('/token', withMember(token, nestedLists(16)))],
    ['a token answer 6,000 levels deep', () => answering('/token', withMember(token, nestedLists(6000)))],
    ['a token answer with 10,001 members', () => answering('/token', membersOf(10_001))],
    ['a userinfo answer 17 levels deep', () => answering('/userinfo', withMember({ sub: 'u-1' }, nestedLists(16)))],
    [
      'a userinfo answer 4,000 levels deep',
      () => answering('/userinfo', withMember({ sub: 'u-1' }, nestedLists(4000))),
    ],
    ['a userinfo answer with 10,001 members', () => answering('/userinfo', membersOf(10_001))],
  ])('refuses the sign-in: %s', (_, script) => expectRefused(script()));

  it('accepts 16 levels', async () => {
    upstream.script = { claims: { sub: 'deep', preferred_username: 'deep', x: JSON.parse(nestedLists(15)) } };
    const person = await openSignIn(provider, silent);
    expect(new URL(locationOf(await comeBack(person, upstream))).searchParams.has('code')).toBe(true);
  });
});

describe('how long ago a person signed in there (OpenID Connect Core §3.1.2.1)', () => {
  it.each([
    ['within max_age', { max_age: '600' }, () => seconds() - 590, true],
    ['longer ago than max_age', { max_age: '600' }, () => seconds() - 700, false],
    ['max_age, and the provider does not say', { max_age: '600' }, () => undefined, false],
    ['prompt=login, a new sign-in', { prompt: 'login' }, () => seconds(), true],
    ['prompt=login, an old one', { prompt: 'login' }, () => seconds() - 600, false],
    ['prompt=login, and the provider does not say', { prompt: 'login' }, () => undefined, true],
  ])('%s', async (name, asked, authTime, expected) => {
    const sub = name.replace(/\W/g, '');
    upstream.script = { claims: { sub, preferred_username: sub, auth_time: authTime() } };
    const person = await openSignIn(provider, { ...silent, ...asked });
    const location = locationOf(await comeBack(person, upstream));
    expect(location.startsWith(`${issuer}/federation?`)).toBe(!expected);
  });
});

describe('metadata (security #112, #123 to #125)', () => {
  let cases = 0;
  const failing = async (document: object, answer?: NonNullable<Script['answers']>[string]) => {
    cases += 1;
    const at = `${upstream.issuer}/case-${cases}`;
    const complete = { issuer: at, authorization_endpoint: `${at}/a`, token_endpoint: `${at}/t`, jwks_uri: `${at}/j` };
    const body = JSON.stringify({ ...complete, ...document });
    upstream.script.answers = {
      [`/case-${cases}/.well-known/openid-configuration`]:
        answer ?? ((response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body)),
    };
    await provider.configure({ identity_providers: [entry('case', at)] });
    const person = await openSignIn(provider);
    const location = await person.choose('case');
    if (!location.startsWith(`${issuer}/federation?`)) return 'accepted';
    const page = await person.federationPage();
    return page.page === 'federation-failure' ? page.problem : page.page;
  };
  const metadataAddress = 'http://169.254.169.254/latest';

  it('that is right is accepted', async () => expect(await failing({})).toBe('accepted'));

  it.each<[string, object]>([
    ['nested 17 levels deep', { x: JSON.parse(nestedLists(16)) }],
    ['nested 4,000 levels deep', { x: JSON.parse(nestedLists(3999)) }],
    ['with 1,001 members', JSON.parse(membersOf(1001))],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['of an issuer with a slash more', { issuer: 'http://localhost/' }],
    ['of a template', { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }],
    ['without a token endpoint', { token_endpoint: undefined }],
    ['with a token endpoint in the local network', { token_endpoint: metadataAddress }],
    ['with keys in the local network', { jwks_uri: 'https://10.0.0.1/jwks' }],
    ['with UserInfo over http', { userinfo_endpoint: 'http://provider.example/userinfo' }],
    ['with an authorization endpoint that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['with a sign-out address of this server', { end_session_endpoint: `${issuer}/connect/endsession` }],
  ])('%s is not used', async (_, document) => expect(await failing(document)).toBe('misconfigured'));

  it.each<[string, NonNullable<Script['answers']>[string], string]>([
    ['leads elsewhere', (response) => response.writeHead(302, { location: metadataAddress }).end(), 'unavailable'],
    ['is too large', (response) => response.end('x'.repeat(300 * 1024)), 'unavailable'],
    ['is not JSON', (response) => response.end('<html>'), 'misconfigured'],
    ['is not there', (response) => response.writeHead(404).end(), 'misconfigured'],
    ['fails', (response) => response.writeHead(500).end(), 'unavailable'],
    ['breaks off', (response) => response.destroy(), 'unavailable'],
  ])('that %s gives a page, and no way past it', async (_, answer, problem) => {
    expect(await failing({}, answer)).toBe(problem);
  });

  it('stays valid for a day while the provider is down', async () => {
    const down = await startScriptedUpstream(clock);
    await provider.configure({ identity_providers: [entry('down', down.issuer)] });
    expect(await (await openSignIn(provider)).choose('down')).toContain(`${down.issuer}/authorize`);
    await down.close();
    provider.advance(7200);
    expect(await (await openSignIn(provider)).choose('down')).toContain(`${down.issuer}/authorize`);
    provider.advance(86_400);
    expect(await (await openSignIn(provider)).choose('down')).toContain(`${issuer}/federation?`);
    followRealTime(provider);
  });

  it('at an address of the local network is never fetched (security #123)', async () => {
    await provider.configure({ identity_providers: [entry('inside', 'https://169.254.169.254')] });
    const person = await openSignIn(provider, { acr_values: 'idp:inside' });
    expect(await person.loginPage()).toMatchObject({ location: expect.stringContaining('/inside/start') });
    await person.choose('inside');
    expect(await person.federationPage()).toMatchObject({ problem: 'misconfigured', status: 502 });
    // "Use another way" does not lead there again by itself.
    expect(await person.loginPage()).toMatchObject({ page: 'login' });
  });
});

describe('a callback that does not belong to this browser’s request (security #113)', () => {
  afterEach(() =>
    provider.configure({ clients: fixtures.clients, identity_providers: [entry('corp', upstream.issuer)] }),
  );

  const start = async () => {
    upstream.script = { claims: { sub: 'carol', preferred_username: 'carol' } };
    const person = await openSignIn(provider, silent);
    return { person, callback: upstream.answer(await person.choose()) };
  };

  it('counts once', async () => {
    const { person, callback } = await start();
    expect((await person.get(callback)).status).toBe(303);
    const again = await person.get(callback);
    expect(again.status).toBe(400);
    expect(again.headers).not.toHaveProperty('location');
  });

  it('of another provider is refused and uses nothing up', async () => {
    const { person, callback } = await start();
    expect((await person.get(callback.replace('/corp/', '/other/'))).status).toBe(400);
    expect((await person.get(callback)).status).toBe(303);
  });

  it('in another browser, or without one, is refused and uses nothing up', async () => {
    const { person, callback } = await start();
    const stranger = await openSignIn(provider, silent);
    expect((await stranger.get(callback)).status).toBe(403);
    expect((await provider.send(callback)).status).toBe(403);
    expect(stranger.cookies.has('__Host-signet')).toBe(false);
    expect((await person.get(callback)).status).toBe(303);
  });

  it.each([
    '',
    '?code=x',
    '?code=x&state=',
    '?code=x&state=unknown',
    `?code=x&state=${'a'.repeat(5000)}`,
    '?state=a&state=b',
    '?code=%zz',
    '?state=a%00b',
  ])('%s gives a page without a way to continue', async (query) => {
    const { person } = await start();
    const response = await person.get(`/federation/corp/callback${query}`);
    expect(response.status).toBe(400);
    expect(response.headers).not.toHaveProperty('location');
  });

  it('with a parameter twice is refused, and uses nothing up (security #9)', async () => {
    const { person, callback } = await start();
    expect((await person.get(`${callback}&code=x`)).status).toBe(400);
    expect((await person.get(callback)).status).toBe(303);
  });

  it('that comes too late shows a page', async () => {
    const { person, callback } = await start();
    provider.advance(901);
    expect((await person.get(callback)).status).toBe(400);
  });

  it.each([
    ['without iss', { iss: undefined }, false],
    ['with the iss of another', { iss: 'https://evil.example' }, false],
    ['with its iss', {}, true],
  ])('%s, of a provider that announces it (RFC 9207 §2.4)', async (_, changes, expected) => {
    const announcing = await startScriptedUpstream(clock);
    announcing.script = { metadata: { authorization_response_iss_parameter_supported: true } };
    announcing.script.claims = { sub: 'iss', preferred_username: `iss-${new URL(announcing.issuer).port}` };
    await provider.configure({ identity_providers: [entry('announcing', announcing.issuer)] });
    const person = await openSignIn(provider, silent);
    const answer = announcing.answer(await person.choose('announcing'), { iss: announcing.issuer, ...changes });
    expect(locationOf(await person.get(answer)).startsWith(`${issuer}/federation?`)).toBe(!expected);
    await announcing.close();
  });

  it('never leads to a redirect URI that the client lost meanwhile', async () => {
    const client = { ...fixtureClient('silent'), client_id: 'moved' };
    await provider.configure({ clients: [client] });
    const person = await openSignIn(provider, { client_id: 'moved' });
    const away = await person.choose();
    await provider.configure({ clients: [{ ...client, redirect_uris: ['https://rp.test/other'] }] });
    const { status, headers } = await person.get(upstream.answer(away));
    expect([status, headers.location]).toEqual([400, undefined]);
    expect(person.cookies.has('__Host-signet')).toBe(false);
  });

  const changes = [
    ['switched off', { enabled: false }],
    ['moved to another issuer', { issuer: 'https://elsewhere.example' }],
    ['given another client id', { client_id: 'signet-2' }],
  ] as const;

  it.each(changes)('of a provider that was %s meanwhile signs nobody in', async (_, change) => {
    const { person, callback } = await start();
    await provider.configure({ identity_providers: [{ ...entry('corp', upstream.issuer), ...change }] });
    expect(await failureOf(person, await person.get(callback))).toBe('misconfigured');
  });

  it.each(
    changes.flatMap(([name, change]) =>
      (['complete', 'link'] as const).map((page, index) => [page, name, change, `waits-${name}-${index}`] as const),
    ),
  )('that waits on the page %s, of a provider that was %s meanwhile, signs nobody in', async (page, _, change, sub) => {
    const { db } = provider.context();
    const email = page === 'link' ? { email: 'alice@example.com', email_verified: true } : {};
    upstream.script = { claims: { sub, preferred_username: 'alice', ...email } };
    const person = await openSignIn(provider, silent);
    await comeBack(person, upstream);
    expect(await person.federationPage()).toMatchObject({ page });
    const users = await db.user.count();
    await provider.configure({ identity_providers: [{ ...entry('corp', upstream.issuer), ...change }] });
    const login = { page: 'redirect', location: `/login?interaction=${person.interaction}` };
    expect(await person.federationPage()).toEqual(login);
    const answered = await person.answer(
      page === 'link'
        ? { decision: 'sign_in', username: 'alice', password }
        : { decision: 'continue', username: 'waits-for-another' },
    );
    expect(locationOf(answered)).toBe(`${issuer}${login.location}`);
    expect(person.cookies.has('__Host-signet')).toBe(false);
    expect([await db.user.count(), await db.userIdentity.count({ where: { subject: sub } })]).toEqual([users, 0]);
  });

  it('of a provider that the client may no longer use signs nobody in', async () => {
    const { person, callback } = await start();
    const clients = fixtures.clients.map((client) =>
      client.client_id === 'silent' ? { ...client, identity_providers: { allow: [] } } : client,
    );
    await provider.configure({ clients });
    expect(await failureOf(person, await person.get(callback))).toBe('misconfigured');
  });
});

describe('the start address (security #113)', () => {
  it('leads to a provider only from an interaction of this browser', async () => {
    const person = await openSignIn(provider);
    const path = `/federation/corp/start?interaction=${person.interaction}`;
    expect(locationOf(await person.get(path))).toContain(`${upstream.issuer}/authorize`);
    expect((await provider.send(path)).status).toBe(403);
    expect((await person.get('/federation/corp/start')).status).toBe(400);
    expect((await person.get('/federation/corp/start?interaction=x')).status).toBe(404);
    const unknown = await person.get(`/federation/nobody/start?interaction=${person.interaction}`);
    expect(locationOf(unknown)).toBe(`${issuer}/realm?interaction=${person.interaction}`);
  });
});

describe('a flood to the start address (security #182)', () => {
  it('leaves a limited number of rows of one sign-in, and does not stop others', async () => {
    const person = await openSignIn(provider);
    const path = `/federation/corp/start?interaction=${person.interaction}`;
    const { db } = provider.context();
    for (let visit = 0; visit < 20; visit += 1) expect((await person.get(path)).status).toBe(303);
    const rows = await db.upstreamSignIn.count();
    const refused = await person.get(path);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    expect(await db.upstreamSignIn.count()).toBe(rows);
    expect(await (await openSignIn(provider)).choose()).toContain(upstream.issuer);
  });
});

describe('an injected code or token (security #114)', () => {
  it('an attacker’s code fails with the victim’s state', async () => {
    upstream.script = { claims: { sub: 'attacker', preferred_username: 'attacker' } };
    const attacker = await openSignIn(provider, silent);
    const stolen = new URLSearchParams(upstream.answer(await attacker.choose()).split('?')[1]).get('code') ?? '';
    const victim = await openSignIn(provider, silent);
    expect(await failureOf(victim, await comeBack(victim, upstream, { code: stolen }))).toBe('response');
    expect(victim.cookies.has('__Host-signet')).toBe(false);
  });

  it('UserInfo of another person is refused (OpenID Connect Core §5.3.2)', () =>
    expectRefused({ claims: { sub: 'u-1' }, userinfo: { sub: 'u-2' } }));
});

describe('a first sign-in ten times at once (security #119)', () => {
  it('creates one account, and all are signed in', async () => {
    upstream.script = { claims: { sub: 'racer', preferred_username: 'racer', name: 'Racer' } };
    const people = await Promise.all(Array.from({ length: 10 }, () => openSignIn(provider, silent)));
    const callbacks = await Promise.all(people.map(async (person) => upstream.answer(await person.choose())));
    const answers = await Promise.all(people.map((person, index) => person.get(callbacks[index] ?? '')));
    for (const answer of answers) expect(new URL(locationOf(answer)).searchParams.has('code')).toBe(true);
    const { db } = provider.context();
    expect(await db.userIdentity.count({ where: { subject: 'racer' } })).toBe(1);
    expect(await db.user.count({ where: { username: { startsWith: 'racer' } } })).toBe(1);
  });
});

describe('misleading names (security #120)', () => {
  it.each([
    ['a NUL', 'alice\u0000x'],
    ['half a surrogate pair', 'alice\ud800'],
    ['an address of somebody else', 'alice@example.com'],
    ['a spelling of a name that is taken', 'ＡＬＩＣＥ\u200b'],
    ['20,000 letters', 'a'.repeat(20_000)],
  ])('%s is not taken as username', async (name, preferred) => {
    upstream.script = { claims: { sub: `odd-${name}`, preferred_username: preferred } };
    const person = await openSignIn(provider, silent);
    await comeBack(person, upstream);
    expect(await person.federationPage()).toMatchObject({ page: 'complete', username: '' });
  });
});

describe('the stored data of a sign-in (security #121)', () => {
  it('contains no token and no secret in clear text', async () => {
    upstream.script = { claims: { sub: 'kept', preferred_username: 'kept' } };
    const person = await openSignIn(provider, silent);
    await comeBack(person, upstream);
    const { db } = provider.context();
    const rows = await Promise.all([
      db.upstreamSignIn.findMany(),
      db.upstreamSession.findMany(),
      db.userIdentity.findMany(),
      db.identityProvider.findMany(),
      db.user.findMany({ where: { username: 'kept' } }),
    ]);
    const text = JSON.stringify(rows);
    const { hash: interactionHash } = await db.interaction.findFirstOrThrow({
      where: { hash: hashHandle(person.interaction) },
    });
    expect(rows[0].filter((row) => row.interactionHash === interactionHash)).toMatchObject([{ identity: null }]);
    expect(rows[1].length).toBeGreaterThan(0);
    expect(text).not.toContain('upstream-access-token');
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/eyJ[\w-]{10,}\.eyJ/);
  });
});

describe('a failure on the way (security #122)', () => {
  it.each<[string, string, NonNullable<Script['answers']>[string], string]>([
    ['the token endpoint fails', '/token', (response) => response.writeHead(500).end(), 'unavailable'],
    ['the token endpoint breaks off', '/token', (response) => response.destroy(), 'unavailable'],
    [
      'the token endpoint does not know us',
      '/token',
      (response) =>
        response
          .writeHead(401, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: 'invalid_client' })),
      'misconfigured',
    ],
    [
      'the token endpoint sends elsewhere',
      '/token',
      (response) => response.writeHead(307, { location: '/x' }).end(),
      'unavailable',
    ],
    ['UserInfo breaks off', '/userinfo', (response) => response.destroy(), 'unavailable'],
    ['UserInfo is nothing', '/userinfo', (response) => response.end('no'), 'response'],
  ])('signs nobody in: %s', (_, path, answer, problem) =>
    expectRefused({ claims: { sub: 'u-1' }, answers: { [path]: answer } }, problem),
  );

  it.each<Write>([
    { table: 'User', verb: 'INSERT' },
    { table: 'UserIdentity', verb: 'INSERT' },
    { table: 'Session', verb: 'INSERT' },
    { table: 'UpstreamSession', verb: 'INSERT' },
    { table: 'AuditEvent', verb: 'INSERT' },
    { table: 'UpstreamSignIn', verb: 'INSERT' },
  ])('the database refuses %j: nobody is signed in, and nothing is stored', async (write) => {
    const { db } = provider.context();
    const count = () => Promise.all([db.user.count(), db.userIdentity.count(), db.session.count()]);
    const name = `outage-${write.table}`;
    upstream.script = { claims: { sub: name, preferred_username: name } };
    const failing = await openFailingWrites(provider.databaseUrl);
    try {
      const person = await openSignIn(provider, silent);
      const before = await count();
      const refused = { name: expect.stringMatching(/^Prisma/) };
      await expect(failing.refusing(write, () => comeBack(person, upstream))).rejects.toMatchObject(refused);
      expect(person.cookies.has('__Host-signet')).toBe(false);
      expect(await count()).toEqual(before);
    } finally {
      await failing.close();
    }
    const again = await openSignIn(provider, silent);
    expect(new URL(locationOf(await comeBack(again, upstream))).searchParams.has('code')).toBe(true);
  });

  it('is not hidden by a page when the database refuses the account that a person named', async () => {
    upstream.script = { claims: { sub: 'outage-named', preferred_username: 'alice' } };
    const failing = await openFailingWrites(provider.databaseUrl);
    const write = { table: 'UserIdentity', verb: 'INSERT' } as const;
    try {
      const person = await openSignIn(provider, silent);
      await comeBack(person, upstream);
      const named = () => person.answer({ decision: 'continue', username: 'outage-named' });
      await expect(failing.refusing(write, named)).rejects.toMatchObject({ name: expect.stringMatching(/^Prisma/) });
    } finally {
      await failing.close();
    }
    expect(await findUserByUsername(provider.context().db, 'outage-named')).toBeNull();
  });

  it('without keys signs nobody in', async () => {
    const broken = await startScriptedUpstream(clock);
    broken.script = { answers: { '/jwks': (response) => response.destroy() } };
    await provider.configure({ identity_providers: [entry('broken', broken.issuer)] });
    const person = await openSignIn(provider, silent);
    expect(await failureOf(person, await person.get(broken.answer(await person.choose('broken'))))).toBe('unavailable');
    expect(await findUserByUsername(provider.context().db, 'u-1')).toBeNull();
    await broken.close();
  });
});

describe('keys that rotate (OpenID Connect Core §10.1.1)', () => {
  it('are fetched again when a new one signs', async () => {
    upstream.script = { claims: { sub: 'rotation', preferred_username: 'rotation' } };
    await comeBack(await openSignIn(provider, silent), upstream);
    await upstream.rotateKey();
    provider.advance(31);
    const person = await openSignIn(provider, silent);
    expect(new URL(locationOf(await comeBack(person, upstream))).searchParams.has('code')).toBe(true);
  });
});
