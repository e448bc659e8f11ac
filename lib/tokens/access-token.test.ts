import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { createId } from '#lib/crypto/random';
import { issuingOf } from '#lib/protocol/issuing';
import { testClient } from '#lib/testing/client';
import { fixtures } from '#lib/testing/fixtures';
import { forgetGrants } from '#lib/testing/forget-grants';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { readJwt } from '#lib/vocabulary/jwt';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import { accessTokenPayload, issueAccessToken, type Subject } from './access-token';
import { issuedTokens } from './issued/tally';
import { scopeUses } from './scope-uses/note-scope-uses';

let provider: TestProvider;
let alice: string;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  alice = (await provider.context().db.user.findFirstOrThrow({ where: { username: 'alice' } })).sub;
});
afterAll(() => provider.close());
beforeEach(() => {
  issuedTokens().take();
  scopeUses().take();
});

const issuing = () => issuingOf(provider.context());
const subjectOf = (sub: string): Subject => ({
  grantId: 'g',
  authentication: { sub, sid: null, authTime: new Date('2026-01-01T11:00:00Z'), amr: ['pwd'], idp: 'local', acr: null },
  person: { username: 'alice', access: '', claims: { role: 'buyer', name: 'Alice' } },
  releasedByName: noNamedClaims,
  tenant: null,
});
const content = {
  client: testClient(),
  confirmation: null,
  resources: [],
  scope: ['openid', 'orders'],
  subject: subjectOf('alice'),
};
const payload = (change: object = {}) => accessTokenPayload({ ...content, ...change }, issuing());

describe('an access token (RFC 9068 §2.2)', () => {
  const iat = () => Math.floor(provider.context().now.getTime() / 1000);
  const common = () => ({
    iss: issuer,
    nbf: iat(),
    iat: iat(),
    exp: iat() + content.client.accessTokenLifetimeSeconds,
    aud: 'orders',
    client_id: 'web',
    jti: expect.any(String),
  });

  it('of a person contains only the required claims', () => {
    const ofPerson = {
      sub: 'alice',
      scope: 'openid orders',
      role: ['buyer'],
      grant_id: 'g',
      idp: 'local',
      amr: ['pwd'],
    };
    expect(payload()).toEqual({ ...common(), ...ofPerson, auth_time: 1_767_265_200 });
  });

  it('of a person contains the sign-in, the actor and the key', () => {
    const { authentication, ...rest } = subjectOf('alice');
    const subject = { ...rest, authentication: { ...authentication, acr: 'phr', sid: 's' }, tenant: 'acme' };
    const act = { sub: 'agent' };
    const said = { acr: 'phr', sid: 's', tenant: 'acme', act, cnf: { jkt: 'k' } };
    expect(payload({ subject: { ...subject, act }, confirmation: { jkt: 'k' } })).toMatchObject(said);
  });

  it('of a client has its claims with a prefix, and no person', () => {
    const client = testClient({ claims: { tier: 'gold', sub: 'root' } });
    const ofClient = { sub: 'web', scope: 'orders', client_tier: 'gold', client_sub: 'root' };
    expect(payload({ client, scope: ['orders'], subject: null })).toEqual({ ...common(), ...ofClient });
  });

  it('ends early when it must not outlive something else', () => {
    expect(payload({ notAfter: iat() + 5 }).exp).toBe(iat() + 5);
    expect(payload({ notAfter: iat() + 1_000_000 }).exp).toBe(common().exp);
  });

  it.each([
    [['openid', 'profile'], issuer],
    [['orders'], 'orders'],
    [
      ['orders', 'invoices'],
      ['orders', 'invoices'],
    ],
    [['orders', 'retired'], 'orders'],
  ])('for %j is meant for %j', (scope, aud) => {
    expect(payload({ scope }).aud).toEqual(aud);
  });
});

describe('an access token that is issued by itself', () => {
  const issue = (token: Parameters<typeof issueAccessToken>[1]) =>
    issueAccessToken(provider.context().db, token, issuing());
  afterEach(() => forgetGrants(provider.context().db));

  const client = testClient({ accessTokenFormat: 'reference' });
  const stored = () => provider.context().db.accessToken.count();

  it('is a JWT without a row', async () => {
    const before = await stored();
    expect(readJwt(await issue(content)).payload).toMatchObject({ client_id: 'web' });
    expect(await stored()).toBe(before);
  });

  it('is a reference with a row if the client is configured so', async () => {
    const { db, now } = provider.context();
    const id = createId();
    const dates = { createdAt: now, expiresAt: new Date(now.getTime() + 3600_000) };
    await db.grant.create({ data: { id, clientId: 'web', sub: alice, scope: 'orders', ...dates } });
    const handle = await issue({ ...content, client, subject: { ...subjectOf(alice), grantId: id } });
    const row = await db.accessToken.findUniqueOrThrow({ where: { hash: hashHandle(handle) } });
    expect(row).toMatchObject({ grantId: id, clientId: 'web', sub: alice, audience: '"orders"' });
  });

  it('is counted, with the use of its scopes by the client of its person', async () => {
    // A new person, because each person is counted once an hour.
    const sub = createId();
    await issue({ ...content, subject: subjectOf(sub) });
    expect(issuedTokens().take()).toMatchObject({
      hours: [{ metric: 'token.user', count: 1 }],
      active: [{ sub }],
    });
    expect(scopeUses().take()).toMatchObject([
      { sub, clientId: 'web', scope: 'openid' },
      { sub, clientId: 'web', scope: 'orders' },
    ]);
    await issue({ ...content, subject: null });
    expect(issuedTokens().take()).toMatchObject({ hours: [{ metric: 'token.client', count: 1 }], active: [] });
    expect(scopeUses().take()).toEqual([]);
  });
});
