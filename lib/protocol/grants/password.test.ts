import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { fixtureClient, fixtures, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { withoutReference } from '#lib/testing/without-reference';
import { issuedTokens } from '#lib/tokens/issued/tally';
import { passwordQueue } from '#lib/users/password-queue';
import { findUserByUsername } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { issueNewGrant } from './issue-new-grant';

/** Past the limits that this grant alone had. */
const [longName, longPassword] = ['n'.repeat(100), 'correct horse '.repeat(73)];

const legacy = {
  client_id: 'legacy',
  client_secrets: [{ value: secrets.web }],
  grant_types: ['password', 'refresh_token'],
  scope: 'openid profile offline_access orders invoices',
};
const corp = { name: 'corp', display_name: 'Corp', type: 'oidc', issuer: 'https://corp.test', client_id: 'x' };
const configuration = {
  ...fixtures,
  identity_providers: [{ ...corp, client_secret: 'corp-secret-0123456789abcdef' }],
  tenants: [
    { name: 'acme', display_name: 'Acme' },
    { name: 'other', display_name: 'Other' },
    { name: 'closed', display_name: 'Closed', enabled: false },
  ],
  users: [
    ...fixtures.users,
    { username: longName, password: longPassword },
    { username: 'carol', password, tenants: ['acme'] },
  ],
  clients: [
    fixtureClient('web'),
    legacy,
    { ...legacy, client_id: 'once', grant_types: ['password'] },
    { ...legacy, client_id: 'federated', local_login: false },
    { ...legacy, client_id: 'restricted', identity_providers: { allow: [] } },
    { ...legacy, client_id: 'of-acme', tenant: 'acme' },
    { ...legacy, client_id: 'reference', access_token_format: 'reference' },
    { ...legacy, client_id: 'unnamed', scope: 'profile orders' },
  ],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
});
afterAll(() => provider.close());

it('takes a name and a password as long as the sign-in page does, and ignores overlong acr_values', async () => {
  const fields = { username: longName, password: longPassword, acr_values: `idp:corp ${'x'.repeat(300)}` };
  expect((await signIn(fields)).status).toBe(200);
});

const signIn = (fields: FormFields = {}, clientId = 'legacy', at = provider) =>
  at.post(
    '/connect/token',
    { grant_type: 'password', username: 'alice', password, ...fields },
    { authorization: basic(clientId, secrets.web) },
  );

const claimsOf = (token: unknown, at = provider) => {
  const { snapshot, now } = at.context();
  return verifyOwnJwt(snapshot.keys, String(token), { kind: 'access_token', issuer, now });
};

describe('the right password (semantics §2.6, RFC 6749 §4.3)', () => {
  it('returns an access token of the person without a session, and no ID token', async () => {
    const response = await signIn({ scope: 'openid profile orders' });
    expect(response.status).toBe(200);
    expect(bodyOf(response)).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid profile orders',
    });
    const { access_token } = bodyOf(response);
    const claims = claimsOf(access_token);
    expect(claims).toMatchObject({
      client_id: 'legacy',
      amr: ['pwd'],
      idp: 'local',
      auth_time: provider.context().now.getTime() / 1000,
      role: ['buyer'],
    });
    expect(claims).not.toHaveProperty('sid');
    expect(bodyOf(await userinfo(provider, access_token))).toMatchObject({ sub: claims?.sub, name: 'Alice Smith' });
  });

  it('returns it for a verified address too, if addresses may be typed', async () => {
    const users = [{ username: 'dana', password, claims: { email: 'dana@corp.example', email_verified: true } }];
    const own = await createTestProvider({ ...configuration, users });
    const username = 'Dana@corp.example';
    expect((await signIn({ username }, 'legacy', own)).status).toBe(200);
    await own.configure({ portal: { identifiers: ['username'] } });
    expect(bodyOf(await signIn({ username }, 'legacy', own)).error).toBe('invalid_grant');
    expect((await signIn({ username: 'dana' }, 'legacy', own)).status).toBe(200);
    await own.configure({ portal: { identifiers: ['email'] } });
    expect(bodyOf(await signIn({ username: 'dana' }, 'legacy', own)).error).toBe('invalid_grant');
    const acr_values = 'tenant:acme';
    const tenants = [{ name: 'acme', display_name: 'Acme', identifiers: ['username'] }];
    await own.configure({ portal: { identifiers: ['email', 'username'] }, tenants });
    expect(bodyOf(await signIn({ username, acr_values }, 'legacy', own)).error).toBe('invalid_grant');
    expect((await signIn({ username }, 'legacy', own)).status).toBe(200);
    await own.close();
  });

  it('grants all explicitly allowed scopes when none is requested (interface §4.2)', async () => {
    expect(bodyOf(await signIn()).scope).toBe(legacy.scope);
    expect(bodyOf(await signIn({}, 'unnamed')).scope, 'identity scopes need openid').toBe('orders');
  });

  it('returns a refresh token with offline_access, and a refresh returns the ID token', async () => {
    const { refresh_token, ...first } = bodyOf(await signIn({ scope: 'openid offline_access' }));
    expect(first).not.toHaveProperty('id_token');
    const next = await refresh(provider, refresh_token, {}, basic('legacy', secrets.web));
    expect(bodyOf(next)).toMatchObject({ id_token: expect.any(String), scope: 'openid offline_access' });
  });

  it.each<[string, FormFields, string]>([
    ['without offline_access', { scope: 'openid orders' }, 'legacy'],
    ['for a client without the grant refresh_token', {}, 'once'],
  ])('gives no refresh token %s (security #47)', async (_, fields, clientId) => {
    const body = bodyOf(await signIn(fields, clientId));
    expect(body.access_token).toBeDefined();
    expect(body).not.toHaveProperty('refresh_token');
  });

  it('issues tokens that end with the account', async () => {
    const own = await createTestProvider(configuration);
    for (const clientId of ['legacy', 'reference']) {
      const { access_token, refresh_token } = bodyOf(await signIn({}, clientId, own));
      expect((await userinfo(own, access_token)).status).toBe(200);
      await own.configure({ users: [{ ...fixtures.users[0], enabled: false }] });
      expect((await userinfo(own, access_token)).status).toBe(401);
      expect(bodyOf(await refresh(own, refresh_token, {}, basic(clientId, secrets.web))).error).toBe('invalid_grant');
      await own.configure({ users: [fixtures.users[0]] });
    }
    await own.close();
  });

  it('narrows the token to a resource, not the grant (RFC 8707 §2.2)', async () => {
    const { access_token, refresh_token } = bodyOf(await signIn({ resource: 'orders' }));
    expect(claimsOf(access_token)).toMatchObject({ aud: 'orders' });
    const next = await refresh(provider, refresh_token, {}, basic('legacy', secrets.web));
    expect(claimsOf(bodyOf(next).access_token)).toMatchObject({ aud: ['orders', 'invoices'] });
  });
});

describe('what is refused (semantics §2.6, security #48)', () => {
  it.each<[string, FormFields, string, string]>([
    ['a client that is not allowed', {}, 'web', 'unauthorized_client'],
    ['a client without local login', {}, 'federated', 'unsupported_grant_type'],
    ['a wrong password', { password: 'wrong' }, 'legacy', 'invalid_grant'],
    ['no password', { password: undefined }, 'legacy', 'invalid_grant'],
    ['an unknown person', { username: 'nobody' }, 'legacy', 'invalid_grant'],
    ['a disabled person', { username: 'off' }, 'legacy', 'invalid_grant'],
    ['no username', { username: undefined }, 'legacy', 'invalid_request'],
    ['a username too long', { username: 'x'.repeat(1001) }, 'legacy', 'invalid_grant'],
    ['a password too long', { password: 'x'.repeat(1025) }, 'legacy', 'invalid_grant'],
    ['two usernames', { username: ['alice', 'bob'] }, 'legacy', 'invalid_request'],
    ['an unknown scope', { scope: 'nope' }, 'legacy', 'invalid_scope'],
    ['an unknown scope, before the password', { scope: 'nope', password: 'wrong' }, 'legacy', 'invalid_scope'],
    ['identity scopes without openid', { scope: 'profile orders' }, 'legacy', 'invalid_scope'],
    ['a scope too long', { scope: 'x'.repeat(301) }, 'legacy', 'invalid_scope'],
    ['an unknown resource', { resource: 'https://nope.test' }, 'legacy', 'invalid_target'],
    ['another provider', { acr_values: 'idp:corp' }, 'legacy', 'invalid_grant'],
    ['another provider, the first of two', { acr_values: 'idp:corp idp:local' }, 'legacy', 'invalid_grant'],
    ['a provider the client may not use', { acr_values: 'idp:corp' }, 'restricted', 'invalid_request'],
    ['a person of another tenant', { username: 'carol', acr_values: 'tenant:other' }, 'legacy', 'invalid_grant'],
    ['a disabled tenant', { acr_values: 'tenant:closed' }, 'legacy', 'invalid_grant'],
  ])('%s', async (_, fields, clientId, error) => {
    const response = await signIn(fields, clientId);
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toEqual({ error, error_description: expect.any(String) });
    expect(response.headers['cache-control']).toContain('no-store');
  });

  it('in the same words for an unknown person, a wrong password, a disabled person and another tenant', async () => {
    const answers = await Promise.all([
      signIn({ username: 'nobody' }),
      signIn({ password: 'wrong' }),
      signIn({ username: 'off' }),
      signIn({ username: 'carol', acr_values: 'tenant:other' }),
    ]);
    expect(new Set(answers.map(({ body }) => withoutReference(body))).size).toBe(1);
    expect(answers[0]?.body).toContain('invalid_username_or_password');
  });
});

describe('a person whose account changed', () => {
  it('after the password was checked gets nothing, and no sign-in is recorded (security #104)', async () => {
    const own = await createTestProvider(configuration);
    const { db, snapshot } = own.context();
    const [client, user] = [snapshot.clients.get('legacy'), await findUserByUsername(db, 'alice')];
    if (client === undefined || user === null) throw new Error('the fixture is incomplete');
    await db.user.update({ where: { sub: user.sub }, data: { enabled: false }, select: { sub: true } });
    const came = { proof: { dpop: null, certificate: null }, clientAddress: '192.0.2.1', via: 'password_grant' };
    const scope = ['openid', 'offline_access'];
    const authentication = { amr: ['pwd'], idp: 'local' };
    const granted = { ...came, client, user, authentication, scope, tokenScope: scope };
    await expect(issueNewGrant(granted, own.context())).rejects.toMatchObject({ code: 'invalid_grant' });
    const count = async () => [
      await db.grant.count(),
      await db.auditEvent.count({ where: { type: 'sign_in.succeeded' } }),
    ];
    expect(await count()).toEqual([0, 0]);
    await db.user.update({ where: { sub: user.sub }, data: { enabled: true }, select: { sub: true } });
    await issueNewGrant(granted, own.context());
    expect(await count()).toEqual([1, 1]);
    await own.close();
  });

  it('has to choose a new password on the sign-in page first', async () => {
    const own = await createTestProvider(configuration);
    await own.context().db.user.updateMany({ data: { mustSetPassword: true } });
    const refused = await signIn({}, 'legacy', own);
    expect([refused.status, bodyOf(refused).error]).toEqual([400, 'invalid_grant']);
    await own.close();
  });
});

describe('acr_values (semantics §2.6, interface §4.2)', () => {
  it.each<[string, FormFields, string]>([
    ['the password itself as provider', { acr_values: 'idp:local' }, 'legacy'],
    ['the password itself, whatever providers the client may use', { acr_values: 'idp:local' }, 'restricted'],
    ['the tenant of the person', { username: 'carol', acr_values: 'tenant:acme' }, 'legacy'],
    ['a tenant, for a person without tenants', { acr_values: 'tenant:acme' }, 'legacy'],
    ['what nobody knows', { acr_values: 'phr urn:example:high' }, 'legacy'],
    ['nothing, for a person of a tenant', { username: 'carol' }, 'legacy'],
    [
      "another tenant, at a client that stays in the person's own",
      { username: 'carol', acr_values: 'tenant:other' },
      'of-acme',
    ],
  ])('may name %s', async (_, fields, clientId) => {
    expect((await signIn(fields, clientId)).status).toBe(200);
  });
});

it('do not cause a refusal as a wish that needs a second factor', async () => {
  const wishing = { ...legacy, client_id: 'wishing', default_acr_values: ['urn:signet:acr:2'] };
  const demanding = { ...legacy, client_id: 'demanding', minimum_acr: 'urn:signet:acr:2' };
  const own = await createTestProvider({ ...configuration, clients: [legacy, wishing, demanding] });
  const { db, now } = own.context();
  const codes = await createRecoveryCodes();
  const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
  await transaction(db, (tx) => replaceRecoveryCodes(tx, proven('person', sub), codes, now));
  for (const [fields, clientId] of [
    [{ acr_values: 'urn:signet:acr:2' }, 'legacy'],
    [{}, 'wishing'],
  ] as const) {
    const response = await signIn({ scope: 'openid profile orders', ...fields }, clientId, own);
    expect(response.status).toBe(200);
    expect(claimsOf(bodyOf(response).access_token, own)).toMatchObject({ acr: 'urn:signet:acr:1' });
  }
  expect(bodyOf(await signIn({}, 'demanding', own)).error).toBe('invalid_grant');
  await own.close();
});

describe('attempts are limited (design: sign-in attempts)', () => {
  it('together with those of the pages: the eleventh wrong one is refused, and then the right one too', async () => {
    const own = await createTestProvider(configuration);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(bodyOf(await signIn({ password: 'wrong', username: 'Bob' }, 'legacy', own)).error).toBe('invalid_grant');
    }
    const limited = await signIn({ username: 'bob' }, 'legacy', own);
    expect(limited.status).toBe(400);
    expect(bodyOf(limited)).toEqual({ error: 'invalid_grant', error_description: expect.stringMatching(/attempts/) });
    expect((await signIn({}, 'legacy', own)).status).toBe(200);
    own.advance(15 * 60 + 1);
    expect((await signIn({ username: 'bob' }, 'legacy', own)).status).toBe(200);
    await own.close();
  });

  it('answers 503 with Retry-After when too many passwords wait', async () => {
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waiting: Promise<void>[] = [];
    const fill = () => {
      const task = passwordQueue().run(() => blocked, '192.0.2.0/24');
      waiting.push(task);
      return task.then(
        () => true,
        () => false,
      );
    };
    while (passwordQueue().load().waiting < 100) void fill();
    const response = await signIn();
    release();
    await Promise.allSettled(waiting);
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBe('2');
    expect(bodyOf(response).error).toBe('temporarily_unavailable');
    expect(response.report).toEqual({ clientId: 'legacy', grant: 'password', outcome: 'temporarily_unavailable' });
    expect((await signIn()).status, 'nothing was counted').toBe(200);
  });
});

describe('the log and the counters', () => {
  it('counts a token of a person', async () => {
    issuedTokens().take();
    await signIn();
    expect(issuedTokens().take().hours).toMatchObject([{ metric: 'token.user', count: 1 }]);
  });

  it.each<[string, FormFields, string, object]>([
    ['a success', {}, 'legacy', { clientId: 'legacy', grant: 'password', outcome: 'ok' }],
    ['a refusal', { password: 'wrong' }, 'legacy', { clientId: 'legacy', grant: 'password', outcome: 'invalid_grant' }],
    ['a refused grant', {}, 'web', { clientId: 'web', grant: 'password', outcome: 'unauthorized_client' }],
    ['a client that is not known', {}, 'nope', { outcome: 'invalid_client' }],
  ])('%s', async (_, fields, clientId, report) => {
    expect((await signIn(fields, clientId)).report).toEqual(report);
  });
});
