import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { continueRevocations } from '#lib/db/revoke-grants';
import { type AccountHolder, answerKept, signInToAccount } from '#lib/testing/account';
import { createProofMaker } from '#lib/testing/dpop';
import { fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { forgetGrants } from '#lib/testing/forget-grants';
import { answerOf, authorizeRequest } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { scopeUses } from '#lib/tokens/scope-uses/note-scope-uses';
import { writeScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import { readApp, readApps } from './read';

let provider: TestProvider;
let holder: AccountHolder;
const [web, ...others] = fixtures.clients;
const clients = [{ ...web, backchannel_logout_uri: 'https://rp.test/logout' }, ...others];
beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, clients });
});
afterAll(() => provider.close());
beforeEach(async () => {
  const { db } = provider.context();
  await forgetGrants(db);
  await db.consent.deleteMany();
  await db.scopeUse.deleteMany();
  await db.logoutNotice.deleteMany();
  scopeUses().take();
  provider.advance(3601);
  holder = await signInToAccount(provider);
});

const scope = 'openid profile orders offline_access';

/** Gets tokens of a client to which alice granted these scopes. */
async function connect() {
  const response = await redeem(provider, await issueCode(provider, { scope, prompt: 'consent' }));
  return JSON.parse(response.body) as { access_token: string; refresh_token: string };
}

const user = async () => (await holder.session()).user;
const app = async () => readApp(await user(), 'web', provider.context());
const send = async (fields: Record<string, string>) => {
  const response = await holder.send('account/apps/web', fields);
  return answerKept(provider, response, (await user()).sub);
};

describe('the connected applications', () => {
  it('are those with access, with their scopes and whether they keep access', async () => {
    expect((await readApps(await user(), provider.context())).rows).toEqual([]);
    await connect();
    const { rows } = await readApps(await user(), provider.context());
    expect(rows).toMatchObject([{ clientId: 'web', href: '/account/apps/web', keepsAccess: true, host: 'rp.test' }]);
    const page = await app();
    expect(page?.scopes.map(({ scope: { name }, canRemove }) => [name, canRemove])).toEqual([
      ['openid', false],
      ['profile', true],
      ['orders', true],
      ['offline_access', true],
    ]);
    expect(await readApp(await user(), 'web2', provider.context())).toBeNull();
  });

  it('that the person may no longer use are marked, and can be removed (decision 023)', async () => {
    await connect();
    expect((await readApps(await user(), provider.context())).rows).toMatchObject([{ access: { may: true } }]);
    const closed = { ...clients[0], access: 'assigned' };
    await provider.configure({ ...fixtures, clients: [closed, ...clients.slice(1)] });
    expect((await readApps(await user(), provider.context())).rows).toMatchObject([
      { clientId: 'web', access: { may: false, roles: [] } },
    ]);
    await send({ decision: 'remove', confirmed: '1' });
    expect(await app()).toBeNull();
    await provider.configure({ ...fixtures, clients });
  });

  it('that never ask for consent are listed separately, and lose access only as a whole', async () => {
    await connect();
    const own = { ...clients[0], require_consent: false };
    await provider.configure({ ...fixtures, clients: [own, ...clients.slice(1)] });
    expect((await readApps(await user(), provider.context())).rows).toMatchObject([
      { clientId: 'web', asksConsent: false },
    ]);
    expect((await app())?.scopes.map(({ canRemove }) => canRemove)).toEqual([false, false, false, false]);
    expect((await send({ decision: 'remove_scope', scope: 'orders' })).kept).toMatchObject({ kind: 'problem' });
    const question = (await send({ decision: 'remove' })).kept;
    expect(question).toMatchObject({ kind: 'confirm', button: { key: 'account.apps.end' } });
    await send({ decision: 'remove', confirmed: '1' });
    expect(await app()).toBeNull();
    await provider.configure({ ...fixtures, clients });
  });

  it('that are agents show their redirect host and the end of their access, but none of their own claims', async () => {
    const redirect_uri = 'https://agent.example/cb';
    const agent = {
      client_id: 'agent',
      client_name: 'Your bank',
      client_uri: 'https://bank.example/',
      token_endpoint_auth_method: 'none',
      redirect_uris: [redirect_uri],
      scope: 'openid',
      self_registered: true,
    };
    const shown = async (changes: object) => {
      await provider.configure({ ...fixtures, clients: [...clients, { ...agent, ...changes }] });
      await issueCode(provider, { client_id: 'agent', redirect_uri, scope: 'openid' });
      return readApp(await user(), 'agent', provider.context());
    };
    const own = await shown({});
    expect(own).toMatchObject({ host: 'agent.example', client: { isVouched: false }, endsAt: expect.any(Date) });
    const today = provider.context().now.toISOString().slice(0, 10);
    expect((await shown({ agent_end_date: today }))?.endsAt).toEqual(new Date(`${today}T00:00:00Z`));
    const later = await shown({ agent_end_date: '2099-01-31' });
    expect(later?.endsAt?.getTime()).toBeLessThan(Date.UTC(2099, 0, 31));
    expect(await shown({ self_registered: false })).toMatchObject({ host: 'bank.example', endsAt: null });
  });

  it('that are agents show the end of their access under a limit that was lowered', async () => {
    const agent = { ...web, self_registered: true, refresh_token_lifetime_seconds: null };
    const limitTo = (grant_days: number) =>
      provider.configure({ ...fixtures, portal: { agents: { grant_days } }, clients: [agent, ...others] });
    await limitTo(365);
    await redeem(provider, await issueCode(provider, { scope: 'openid offline_access' }));
    const before = await app();
    await limitTo(1);
    const after = await app();
    const daysOf = (shown: typeof after) =>
      ((shown?.endsAt?.getTime() ?? 0) - (shown?.allowedAt.getTime() ?? 0)) / 86_400_000;
    expect([daysOf(before), daysOf(after)]).toEqual([15, 1]);
    await provider.configure({ ...fixtures, portal: {}, clients });
  });

  it('show whether their tokens are bound to a key (RFC 9449 §5)', async () => {
    const key = await createProofMaker(provider);
    const connectSpa = async (dpop?: string) => {
      const asked = { client_id: 'spa', redirect_uri: 'https://spa.test/cb', scope: 'openid offline_access' };
      const { code, verifier } = await issueCode(provider, asked);
      const fields = { client_id: 'spa', grant_type: 'authorization_code', redirect_uri: asked.redirect_uri };
      const headers = dpop === undefined ? {} : { dpop };
      await provider.post('/connect/token', { ...fields, code, code_verifier: verifier }, headers);
    };
    const isBound = async () => (await readApp(await user(), 'spa', provider.context()))?.isBound;
    await connectSpa(await key.prove());
    expect(await isBound()).toBe(true);
    await connectSpa();
    expect(await isBound(), 'a refresh token that works without the key').toBe(false);
    await connect();
    expect((await app())?.isBound, 'of a client with credentials').toBe(false);
  });

  it('show how many devices were connected with a code', async () => {
    await connect();
    expect((await app())?.devices).toBe(0);
    const { db, now } = provider.context();
    const { id: grantId } = await db.grant.findFirstOrThrow({ where: { clientId: 'web' }, select: { id: true } });
    const asked = { clientId: 'web', scope, status: 'approved', clientAddress: '', intervalSeconds: 5 };
    const times = { createdAt: now, expiresAt: now };
    await db.deviceRequest.create({ data: { hash: 'd1', userCodeHash: 'u1', grantId, ...asked, ...times } });
    expect((await app())?.devices).toBe(1);
  });

  it('show the last use of each scope, updated once an hour at most', async () => {
    const { access_token } = await connect();
    const { db } = provider.context();
    const write = () => writeScopeUses(db);
    const lastOf = async (name: string) => (await app())?.scopes.find((one) => one.scope.name === name)?.lastUsedAt;
    expect(await lastOf('orders')).toBeNull();
    await write();
    const issued = provider.context().now;
    expect([await lastOf('orders'), await lastOf('profile')]).toEqual([issued, issued]);
    provider.advance(1800);
    await userinfo(provider, access_token);
    await write();
    expect(await lastOf('profile')).toEqual(issued);
    provider.advance(1900);
    const renewed = await connect();
    await userinfo(provider, renewed.access_token);
    await write();
    expect(await lastOf('profile')).toEqual(provider.context().now);
  });

  it('lose grants, tokens and the remembered consent together, and are notified', async () => {
    const { access_token, refresh_token } = await connect();
    const { db } = provider.context();
    expect((await send({ decision: 'remove' })).kept).toMatchObject({ kind: 'confirm' });
    expect(await db.grant.count({ where: { clientId: 'web', revokedAt: null } })).toBe(1);
    expect(await send({ decision: 'remove', confirmed: '1' })).toMatchObject({
      path: '/account/apps',
      kept: { kind: 'done' },
    });
    expect(await db.consent.count({ where: { clientId: 'web' } })).toBe(0);
    expect((await userinfo(provider, access_token)).status).toBe(401);
    expect((await refresh(provider, refresh_token)).status).toBe(400);
    expect(await db.logoutNotice.findMany({ select: { clientId: true } })).toContainEqual({ clientId: 'web' });
    expect(await db.auditEvent.count({ where: { type: 'grant.revoked', clientId: 'web' } })).toBeGreaterThan(0);
    expect(await app()).toBeNull();
  });

  it('lose a single scope in existing and in new tokens', async () => {
    const { access_token, refresh_token } = await connect();
    await send({ decision: 'remove_scope', scope: 'profile' });
    const claims = JSON.parse((await userinfo(provider, access_token)).body);
    expect(Object.keys(claims)).toEqual(['sub']);
    const next = JSON.parse((await refresh(provider, refresh_token)).body);
    expect(next.scope.split(' ')).not.toContain('profile');
    expect((await app())?.scopes.map((one) => one.scope.name)).toEqual(['openid', 'orders', 'offline_access']);
  });

  it('lose their offline access with offline_access', async () => {
    const { refresh_token } = await connect();
    await send({ decision: 'remove_scope', scope: 'offline_access' });
    expect((await refresh(provider, refresh_token)).status).toBe(400);
  });

  describe('lose what an API got for their tokens (RFC 8693, decision 016)', () => {
    const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
    const api = {
      client_id: 'orders',
      client_secrets: [{ value: secrets.m2m }],
      grant_types: [grantType],
      scope: 'openid profile invoices',
      token_exchange: { subjects: ['web'], delegation: false },
    };
    const exchange = async (token: unknown) => {
      const type = 'urn:ietf:params:oauth:token-type:access_token';
      const fields = { grant_type: grantType, subject_token: String(token), subject_token_type: type };
      return bodyOf(await provider.post('/connect/token', fields, { authorization: basic('orders', secrets.m2m) }));
    };
    beforeAll(() => provider.configure({ clients: [api] }));

    it('with the scope: the claims of the person, in existing and in new tokens', async () => {
      const { access_token } = await connect();
      const exchanged = await exchange(access_token);
      expect(bodyOf(await userinfo(provider, exchanged.access_token))).toHaveProperty('name');
      await send({ decision: 'remove_scope', scope: 'profile' });
      expect(Object.keys(bodyOf(await userinfo(provider, exchanged.access_token)))).toEqual(['sub']);
      expect((await exchange(access_token)).scope).toBe('openid invoices');
    });

    it.each([
      ['all access', { decision: 'remove', confirmed: '1' }],
      ['offline_access', { decision: 'remove_scope', scope: 'offline_access' }],
    ])('with %s: everything', async (_, fields) => {
      const { access_token } = await connect();
      const exchanged = await exchange(access_token);
      expect((await userinfo(provider, exchanged.access_token)).status).toBe(200);
      await send(fields);
      expect((await userinfo(provider, exchanged.access_token)).status).toBe(401);
      expect((await exchange(access_token)).error).toBe('invalid_request');
    });

    it('with the scope of the API: further tokens', async () => {
      const { access_token } = await connect();
      expect(await exchange(access_token)).toHaveProperty('access_token');
      await send({ decision: 'remove_scope', scope: 'orders' });
      expect((await exchange(access_token)).error).toBe('invalid_request');
    });
  });

  describe('lose with a scope the claims asked for by name under it (security #51, decision 016)', () => {
    const asked = { email: null, name: null };
    const claims = JSON.stringify({ userinfo: asked, id_token: asked });
    const claimsOf = async (tokens: Record<string, unknown>) => {
      const known = { ...decodeJwt(String(tokens.id_token)), ...bodyOf(await userinfo(provider, tokens.access_token)) };
      return ['email', 'name'].filter((name) => Object.hasOwn(known, name));
    };

    it.each([
      ['beside the scope', 'openid email offline_access'],
      ['alone', 'openid offline_access'],
    ])('%s, in existing and in new tokens', async (_, wanted) => {
      const tokens = bodyOf(
        await redeem(provider, await issueCode(provider, { scope: wanted, claims, prompt: 'consent' })),
      );
      expect(await claimsOf(tokens)).toEqual(['email', 'name']);
      await send({ decision: 'remove_scope', scope: 'email' });
      expect(Object.keys(bodyOf(await userinfo(provider, tokens.access_token)))).toEqual(['name', 'sub']);
      expect(await claimsOf(bodyOf(await refresh(provider, tokens.refresh_token)))).toEqual(['name']);
    });

    it.each([
      ['beside the scope', 'openid email'],
      ['alone', 'openid'],
    ])('%s, in the remembered consent', async (_, wanted) => {
      const ask = (fields: FormFields) => holder.get(authorizeRequest({ scope: wanted, claims, ...fields }).path);
      await holder.allow(await ask({}), { remember_consent: 'true' });
      expect(answerOf(await ask({ prompt: 'none' }))).toHaveProperty('code');
      await send({ decision: 'remove_scope', scope: 'email' });
      for (const scope of ['openid', 'openid email']) {
        expect(answerOf(await ask({ prompt: 'none', scope })).error).toBe('consent_required');
      }
      const others = JSON.stringify({ userinfo: { name: null } });
      expect(answerOf(await ask({ prompt: 'none', scope: 'openid', claims: others }))).toHaveProperty('code');
    });
  });

  describe('show the claims asked for by name, under the scope that gives them (decision 016)', () => {
    const asked = { email: null, email_verified: null, name: null };
    const claims = JSON.stringify({ userinfo: asked });
    const shown = async () => (await app())?.scopes.map((one) => [one.scope.name, one.claims, one.canRemove]);
    const alone = [
      ['openid', [], false],
      ['email', ['email', 'email_verified'], true],
      ['profile', ['name'], true],
    ];

    it('of a grant, until they are taken back', async () => {
      await issueCode(provider, { scope: 'openid', claims });
      expect(await shown()).toEqual(alone);
      await send({ decision: 'remove_scope', scope: 'email' });
      expect(await shown()).toEqual([alone[0], alone[2]]);
    });

    it('of a remembered consent, until they are taken back', async () => {
      const consent = await holder.get(authorizeRequest({ scope: 'openid', claims }).path);
      await holder.allow(consent, { remember_consent: 'true' });
      await forgetGrants(provider.context().db);
      expect(await shown()).toEqual(alone);
      await send({ decision: 'remove_scope', scope: 'email' });
      expect(await shown()).toEqual([alone[0], alone[2]]);
    });

    it('or the scope alone, if another grant has it', async () => {
      await issueCode(provider, { scope: 'openid', claims });
      await issueCode(provider, { scope: 'openid email' });
      expect(await shown()).toEqual([alone[0], ['email', [], true], alone[2]]);
    });
  });

  describe('with more grants than anybody would count', () => {
    /** Grants from before, as a client with a remembered consent makes them without a page. */
    async function addGrants() {
      const { sub } = await user();
      const { db, now } = provider.context();
      const times = { createdAt: new Date(now.getTime() - 1000), expiresAt: new Date(now.getTime() + 86_400_000) };
      const rows = Array.from({ length: 501 }, (_, made) => ({ id: `grant-${made}`, sid: `session-${made}` }));
      await db.grant.createMany({ data: rows.map((row) => ({ ...row, clientId: 'web', sub, scope, ...times })) });
    }

    it.each(['profile', 'orders', 'offline_access'])('lose %s in all of them', async (name) => {
      await addGrants();
      await connect();
      await send({ decision: 'remove_scope', scope: name });
      await continueRevocations(provider.context().db);
      const left = { clientId: 'web', revokedAt: null, scope: { contains: name } };
      expect(await provider.context().db.grant.count({ where: left })).toBe(0);
      expect((await app())?.scopes.map((one) => one.scope.name) ?? []).not.toContain(name);
    });

    it('hide no other app', async () => {
      await addGrants();
      const { sub } = await user();
      const { db, now } = provider.context();
      const times = { createdAt: now, expiresAt: new Date(now.getTime() + 1000) };
      await db.grant.create({ data: { id: 'latest', clientId: 'web2', sub, scope: 'openid', ...times } });
      const { rows } = await readApps(await user(), provider.context());
      expect(rows.map(({ clientId }) => clientId)).toEqual(['web2', 'web']);
    });

    it('are notified of each session when they lose all access', async () => {
      await addGrants();
      await send({ decision: 'remove', confirmed: '1' });
      const { db } = provider.context();
      expect(await db.logoutNotice.count({ where: { clientId: 'web', sid: { startsWith: 'session-' } } })).toBe(501);
    });
  });

  it('have pages of 50, most recently used first', async () => {
    const { db, now } = provider.context();
    const { sub } = await user();
    const many = Array.from({ length: 120 }, (_, index) => `app-${index}`);
    await provider.configure({
      ...fixtures,
      clients: [...clients, ...many.map((id) => ({ ...clients[0], client_id: id }))],
    });
    const expiresAt = new Date(now.getTime() + 86_400_000);
    const grants = many.map((id, index) => ({
      id,
      clientId: id,
      sub,
      scope,
      expiresAt,
      createdAt: new Date(now.getTime() - index * 1000),
    }));
    await db.grant.createMany({ data: grants });
    await db.scopeUse.create({
      data: { sub, clientId: 'app-119', scope: 'profile', lastUsedAt: new Date(now.getTime() + 1000) },
    });
    const pages = await Promise.all([1, 2, 3, 9].map(async (page) => readApps(await user(), provider.context(), page)));
    expect(pages.map(({ rows, page, hasNext }) => [rows.length, page, hasNext])).toEqual([
      [50, 1, true],
      [50, 2, true],
      [20, 3, false],
      [20, 3, false],
    ]);
    const order = pages.slice(0, 3).flatMap(({ rows }) => rows.map(({ clientId }) => clientId));
    expect(order).toEqual(['app-119', ...many.slice(0, 119)]);
    await forgetGrants(db);
    await provider.configure({ ...fixtures, clients });
  });

  it('cannot lose the scope openid', async () => {
    await connect();
    expect((await send({ decision: 'remove_scope', scope: 'openid' })).kept).toMatchObject({ kind: 'problem' });
    expect((await app())?.scopes).toHaveLength(4);
  });

  it('cannot be removed by another person', async () => {
    await connect();
    const bob = await signInToAccount(provider, 'bob');
    await bob.send('account/apps/web', { decision: 'remove', confirmed: '1' });
    expect(await app()).not.toBeNull();
    expect((await bob.send('account/apps/nobody', { decision: 'remove' })).status).toBe(404);
    expect((await bob.send('account/apps/web', { decision: 'other' })).status).toBe(400);
  });
});
