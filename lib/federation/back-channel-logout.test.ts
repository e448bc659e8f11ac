import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFailingWrites, type Write } from '#lib/testing/failing-writes';
import { followRealTime, openSignIn } from '#lib/testing/federated-person';
import { userinfo } from '#lib/testing/fixtures';
import { nestedLists } from '#lib/testing/odd-json';
import { answerOf, authorizeRequest } from '#lib/testing/person';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { type ScriptedUpstream, signHmac, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { signInAt, signOutFixtures } from '#lib/testing/sign-out';

let upstream: ScriptedUpstream;
let other: ScriptedUpstream;
let provider: TestProvider;
const clock = () => provider.context().now;
let foreignKey: CryptoKey;

const secret = 'upstream-secret-0123456789';
const entry = (name: string, at: string, more: object = {}) => ({
  name,
  display_name: `The ${name}`,
  type: 'oidc',
  issuer: at,
  client_id: `signet-${name}`,
  client_secret: secret,
  ...more,
});

beforeAll(async () => {
  upstream = await startScriptedUpstream(clock);
  other = await startScriptedUpstream(clock);
  foreignKey = (await generateKeyPair('RS256')).privateKey;
  const identity_providers = [
    entry('corp', upstream.issuer),
    entry('other', other.issuer),
    entry('off', upstream.issuer, { enabled: false, client_id: 'signet-corp' }),
    { ...entry('github', upstream.issuer), type: 'github' },
    entry('silent', 'http://localhost:9'),
  ];
  const file = { ...signOutFixtures(), identity_providers };
  provider = await createTestProvider(file, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
beforeEach(() => {
  followRealTime(provider);
  upstream.script = {};
});
afterAll(async () => {
  await provider.close();
  await Promise.all([upstream.close(), other.close()]);
});

const at = '/federation/corp/backchannel-logout';
const seconds = () => Math.floor(clock().getTime() / 1000);
let tokens = 0;
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
/** The claims of a valid logout token. */
const about = (changes: object) => {
  tokens += 1;
  const own = { iss: upstream.issuer, aud: 'signet-corp', iat: seconds(), exp: seconds() + 120, jti: `jti-${tokens}` };
  return { ...own, events, ...changes };
};
const without = (name: string, claims: object) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
const send = async (claims: object, header: object = { typ: 'logout+jwt' }) =>
  provider.post(at, { logout_token: await upstream.sign(claims, header) });

let people = 0;
/** A person with a session through the provider and a sign-in to an application. */
async function signedIn(claims: object = {}, name = 'corp') {
  people += 1;
  const sub = `person-${people}`;
  const place = name === 'corp' ? upstream : other;
  place.script = { claims: { sub, preferred_username: `${name}-${sub}`, ...claims } };
  const app = { client_id: 'app', redirect_uri: 'https://app.test/cb' };
  const person = await openSignIn(provider, app);
  await person.get(place.answer(await person.choose(name)));
  const { tokens: issued } = await signInAt(provider, 'mail', person);
  const isSignedIn = async () => {
    const silent = await person.get(authorizeRequest({ ...app, prompt: 'none' }).path);
    const isAlive = (await userinfo(provider, issued.access_token)).status === 200;
    expect(isAlive).toBe('code' in answerOf(silent));
    return isAlive;
  };
  return { sub: String({ sub, ...claims }.sub), isSignedIn };
}

describe('a logout token of a provider (Back-Channel Logout §2.7, security #108)', () => {
  it('ends the sessions of the person in every browser, and notifies the applications', async () => {
    const first = await signedIn();
    const second = await signedIn({ sub: first.sub, preferred_username: undefined });
    const bystander = await signedIn();
    const before = await provider.context().db.logoutNotice.count();
    const response = await send(about({ sub: first.sub }));
    expect([response.status, response.body, response.headers['cache-control']]).toEqual([
      200,
      '',
      expect.stringContaining('no-store'),
    ]);
    expect(await Promise.all([first, second, bystander].map((one) => one.isSignedIn()))).toEqual([false, false, true]);
    expect(await provider.context().db.logoutNotice.count()).toBe(before + 2);
  });

  it('ends only the session that it names, with or without the person', async () => {
    const [first, second, third] = [await signedIn({ sid: 's1' }), await signedIn({ sid: 's2' }), await signedIn()];
    await send(about({ sid: 's1' }));
    expect([await first.isSignedIn(), await second.isSignedIn()]).toEqual([false, true]);
    await send(about({ sub: second.sub, sid: 'another' }));
    expect(await second.isSignedIn()).toBe(true);
    await send(about({ sub: second.sub, sid: 's2' }));
    expect(await second.isSignedIn()).toBe(false);
    // The ID token named no session. A logout token with the person ends all their sessions; one without ends none.
    await send(about({ sid: 's3' }));
    expect(await third.isSignedIn()).toBe(true);
    await send(about({ sub: third.sub, sid: 's3' }));
    expect(await third.isSignedIn()).toBe(false);
  });

  it('needs no sign-out endpoint of the provider, and no type', async () => {
    for (const header of [{}, { typ: 'JWT' }]) {
      upstream.script = {};
      const { sub, isSignedIn } = await signedIn();
      expect((await send(about({ sub }), header)).status).toBe(200);
      expect(await isSignedIn()).toBe(false);
    }
  });

  it('gets the same answer if nobody is signed in', async () => {
    const response = await send(about({ sub: 'nobody' }));
    expect([response.status, response.body]).toEqual([200, '']);
  });

  it('leaves sessions alone that a password renewed, and those of other providers', async () => {
    const { sub, isSignedIn } = await signedIn();
    const elsewhere = await signedIn({ sub }, 'other');
    await provider.context().db.session.updateMany({
      where: { upstream: { provider: 'corp', subject: sub } },
      data: { idp: 'local' },
    });
    await send(about({ sub }));
    expect([await isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, true]);
  });

  it('is recorded with the session and the provider', async () => {
    const { sub } = await signedIn();
    await send(about({ sub }));
    const event = await provider
      .context()
      .db.auditEvent.findFirst({ orderBy: { at: 'desc' }, where: { actorId: 'corp' } });
    expect(event).toMatchObject({
      type: 'session.ended',
      actorKind: 'identity_provider',
      actorName: 'The corp',
      targetName: `corp-${sub}`,
      address: '192.0.2.1',
    });
  });

  it('may be signed with a new key of the provider', async () => {
    const { sub, isSignedIn } = await signedIn();
    // Keys are fetched again at most every 30 seconds.
    provider.advance(31);
    await upstream.rotateKey();
    expect((await send(about({ sub }))).status).toBe(200);
    expect(await isSignedIn()).toBe(false);
  });
});

describe('a logout token is refused without effect (Back-Channel Logout §2.6, security #108)', () => {
  const pem = () => JSON.stringify(upstream.publicKey());
  it.each<[string, (sub: string) => string | Promise<string>]>([
    [
      'forged under the published kid',
      (sub) => upstream.signWith(foreignKey, { kid: upstream.publicKey().kid }, about({ sub })),
    ],
    [
      'that contains its key',
      (sub) => upstream.signWith(foreignKey, { jwk: other.publicKey(), jku: `${other.issuer}/jwks` }, about({ sub })),
    ],
    ['signed by another provider', (sub) => other.sign(about({ sub }))],
    ['alg none', (sub) => signHmac('', about({ sub }), 'none')],
    ['HS256 under the client secret', (sub) => signHmac(secret, about({ sub }))],
    ['HS256 under the public key', (sub) => signHmac(pem(), about({ sub }))],
    ['with a nonce', (sub) => upstream.sign(about({ sub, nonce: 'n1' }))],
    ['with an empty nonce', (sub) => upstream.sign(about({ sub, nonce: '' }))],
    [
      'that is an ID token',
      (sub) => upstream.sign(without('events', about({ sub, nonce: 'n1', auth_time: seconds() }))),
    ],
    ['that is 17 levels deep', (sub) => upstream.sign(about({ sub, x: JSON.parse(nestedLists(16)) }))],
    ['that is 1,500 levels deep', (sub) => upstream.sign(about({ sub, x: JSON.parse(nestedLists(1499)) }))],
    ['that is an ID token without a nonce', (sub) => upstream.sign(without('events', about({ sub })), { typ: 'JWT' })],
    ['with another event', (sub) => upstream.sign(about({ sub, events: { 'https://example.com/other': {} } }))],
    ['with an event that is not an object', (sub) => upstream.sign(about({ sub, events: [Object.keys(events)[0]] }))],
    ['of another type', (sub) => upstream.sign(about({ sub }), { typ: 'at+jwt' })],
    ['for another audience', (sub) => upstream.sign(about({ sub, aud: 'signet-other' }))],
    ['of another issuer', (sub) => upstream.sign(about({ sub, iss: other.issuer }))],
    ['of an issuer with a slash', (sub) => upstream.sign(about({ sub, iss: `${upstream.issuer}/` }))],
    ['expired', (sub) => upstream.sign(about({ sub, iat: seconds() - 300, exp: seconds() - 60 }))],
    [
      'that is old and never expires',
      (sub) => upstream.sign(about({ sub, iat: seconds() - 700, exp: seconds() + 9e6 })),
    ],
    ['from the future', (sub) => upstream.sign(about({ sub, iat: seconds() + 300, exp: seconds() + 400 }))],
    ...['iss', 'aud', 'iat', 'exp', 'jti', 'events', 'sub'].map((name): [string, (sub: string) => Promise<string>] => [
      `without ${name}`,
      (sub) => upstream.sign(without(name, about({ sub }))),
    ]),
    ['with a number as sub', () => upstream.sign(about({ sub: 7 }))],
    ['with an object as sub', (sub) => upstream.sign(about({ sub: { not: sub } }))],
    ['with a sid of 4 KB', (sub) => upstream.sign(about({ sub, sid: 'x'.repeat(4096) }))],
    ['that is too long', (sub) => upstream.sign(about({ sub, more: 'x'.repeat(8192) }))],
    ['that is not a JWT', () => 'nothing'],
    ['that is empty', () => ''],
  ])('%s', async (_, make) => {
    const { sub, isSignedIn } = await signedIn();
    const response = await provider.post(at, { logout_token: await make(sub) });
    expect(response.status).toBe(400);
    expect(response.headers['cache-control']).toContain('no-store');
    expect(bodyOf(response)).toEqual({
      error: 'invalid_request',
      error_description: expect.stringMatching(/^The logout_token is not acceptable/),
    });
    expect(await isSignedIn()).toBe(true);
  });

  it('if it was used before, even simultaneously or with a new session since', async () => {
    const { sub, isSignedIn } = await signedIn();
    const claims = about({ sub });
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(claims)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect(await isSignedIn()).toBe(false);
    const back = await signedIn({ sub, preferred_username: undefined });
    expect((await send(claims)).status).toBe(400);
    // A token with the same jti and another signature is refused too.
    expect((await send({ ...claims, exp: seconds() + 60 })).status).toBe(400);
    expect(await back.isSignedIn()).toBe(true);
  });

  it('but is not used up by a request that was refused for another reason', async () => {
    const { sub, isSignedIn } = await signedIn();
    const claims = about({ sub });
    expect((await send({ ...claims, nonce: 'n1' })).status).toBe(400);
    expect((await send(claims)).status).toBe(200);
    expect(await isSignedIn()).toBe(false);
  });
});

describe('the outcome of a logout token', () => {
  it.each<Write>([
    { table: 'Session', verb: 'UPDATE' },
    { table: 'LogoutNotice', verb: 'INSERT' },
    { table: 'AuditEvent', verb: 'INSERT' },
  ])('is rolled back if the database refuses %j, so that it may be sent again (security #171)', async (write) => {
    const { sub, isSignedIn } = await signedIn();
    const claims = about({ sub });
    const failing = await openFailingWrites(provider.databaseUrl);
    try {
      await expect(failing.refusing(write, () => send(claims))).rejects.toThrow();
    } finally {
      await failing.close();
    }
    expect(await isSignedIn()).toBe(true);
    expect((await send(claims)).status).toBe(200);
    expect(await isSignedIn()).toBe(false);
  });

  it('is not a replay if another constraint fails', async () => {
    const first = await signedIn();
    const second = await signedIn({ sub: first.sub, preferred_username: undefined });
    const claims = about({ sub: first.sub });
    const { db } = provider.context();
    const where = `"targetName" = 'corp-${first.sub}' AND "type" = 'session.ended'`;
    await db.$executeRawUnsafe(`CREATE UNIQUE INDEX "once" ON "AuditEvent" ("targetName") WHERE ${where}`);
    try {
      await expect(send(claims)).rejects.toThrow();
    } finally {
      await db.$executeRawUnsafe('DROP INDEX "once"');
    }
    expect([await first.isSignedIn(), await second.isSignedIn()]).toEqual([true, true]);
    expect((await send(claims)).status).toBe(200);
    expect([await first.isSignedIn(), await second.isSignedIn()]).toEqual([false, false]);
  });

  it('is explained to administrators without the token (security #135)', async () => {
    const { sub } = await signedIn();
    const token = await upstream.sign(about({ sub, nonce: 'n1' }));
    // Equal refusals within a minute share a record.
    provider.advance(61);
    const { error_description: description } = bodyOf(await provider.post(at, { logout_token: token }));
    await provider.flushExplanations();
    const { db } = provider.context();
    const row = await db.explanation.findFirst({ orderBy: { createdAt: 'desc' }, where: { endpoint: at } });
    expect(row).toMatchObject({ rule: 'logout_token_unacceptable', facts: expect.stringContaining('a nonce') });
    expect(JSON.stringify(row)).not.toContain(token.split('.')[2]);
    expect(JSON.stringify(row)).not.toContain(sub);
    expect(description).not.toContain('nonce');
  });
});

describe('a request with a logout token is refused (Back-Channel Logout §2.5)', () => {
  it('with a repeated parameter, in a query, or as JSON', async () => {
    const { sub, isSignedIn } = await signedIn();
    const token = await upstream.sign(about({ sub }));
    const requests = [
      provider.post(at, { logout_token: [token, token] }),
      provider.send(`${at}?logout_token=${token}`, { method: 'POST' }),
      provider.post(at, {}),
      provider.send(at, {
        body: JSON.stringify({ logout_token: token }),
        headers: { 'content-type': 'application/json' },
      }),
    ];
    for (const response of await Promise.all(requests)) {
      expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_request']);
    }
    expect(await isSignedIn()).toBe(true);
    expect((await provider.post(at, { logout_token: token, more: 'x' })).status).toBe(200);
  });

  it.each(['unknown', 'off', 'github', '__proto__'])('for the provider %s, as if it did not exist', async (name) => {
    const { sub, isSignedIn } = await signedIn();
    const token = await upstream.sign(about({ sub }));
    const response = await provider.post(`/federation/${name}/backchannel-logout`, { logout_token: token });
    expect([response.status, bodyOf(response)]).toEqual([404, { error: 'not_found' }]);
    expect(response.headers['cache-control']).toContain('no-store');
    expect(await isSignedIn()).toBe(true);
  });

  it('at the address of another provider', async () => {
    const { sub, isSignedIn } = await signedIn();
    const token = await upstream.sign(about({ sub }));
    expect((await provider.post('/federation/other/backchannel-logout', { logout_token: token })).status).toBe(400);
    expect(await isSignedIn()).toBe(true);
  });

  it('while the provider cannot be reached', async () => {
    const token = await upstream.sign(about({ sub: 'x', iss: 'http://localhost:9', aud: 'signet-silent' }));
    const response = await provider.post('/federation/silent/backchannel-logout', { logout_token: token });
    expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_request']);
  });
});
