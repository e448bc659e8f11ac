import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { createTestApi, type TestApi } from '#lib/testing/admin-api';
import { subOf } from '#lib/testing/administrator';
import { importedHash, importedPassword } from '#lib/testing/imported-hashes';
import { attemptDefaults } from '#lib/testing/password-attempt';
import { authenticateUser } from '#lib/users/authenticate-user';

let api: TestApi;
let token: string;
let owner: string;
/** The user whom the tests change. */
let alice: string;

beforeAll(async () => {
  api = await createTestApi();
  token = await api.tokenOf('editor', 'signet.admin');
  owner = await api.tokenOf('owner', 'signet.admin.owner');
  alice = await subOf(api.provider, 'alice');
});
afterAll(() => api.close());

const call = (method: string, address: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(method, address, { token, headers, ...(body !== undefined && { body }) });

describe('a user', () => {
  it('can be invited by a link that is shown once, and gets no role', async () => {
    const made = await call('POST', '/users', { username: 'bob', claims: { name: 'Bob' } });
    expect(made).toMatchObject({ status: 201, json: { role: null, has_password: false, password: null } });
    expect(made.json.link).toMatch(/^https:\/\/op\.test\/setup\?token=/);
    expect(made.headers.location).toBe(`/api/admin/v1/users/${made.json.sub}`);
    expect((await call('GET', `/users/${made.json.sub}/state`)).json).toMatchObject({
      open_links: 1,
      locked_until: null,
    });
  });

  it('cannot be invited by mail without mail, with any username', async () => {
    const body = { invite: true, claims: { email: 'ivy@corp.example' } };
    const refused = await call('POST', '/users', body);
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ code: 'invite_impossible' }] } });
    expect((await call('POST', '/users', { claims: body.claims })).json.errors).toMatchObject([
      { pointer: '/username' },
    ]);
  });

  it('is exported as in the account, and the event names who did it (people: data export)', async () => {
    const { db } = api.provider.context();
    const { sub } = await db.user.findFirstOrThrow({ where: { canonicalUsername: 'alice' } });
    const { status, json, body } = await call('GET', `/users/${sub}/export`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ account: { sub, username: 'alice' }, factors: [{ kind: 'password' }] });
    expect(body).not.toMatch(/argon2|sha256:/);
    expect(Object.keys(json)).toContain('access_requests');
    const [event] = await listEvents(db, { targetId: sub, types: ['user.exported'] }, 1);
    expect(event).toMatchObject({ actorKind: 'client', targetId: sub });
    expect(event?.actorId).not.toBe(sub);
    expect(await call('GET', '/users/nobody/export')).toMatchObject({ status: 404 });
    const auditor = { token: await api.tokenOf('amos') };
    expect((await api.call('GET', `/users/${sub}`, auditor)).status).toBe(200);
    expect((await api.call('GET', `/users/${sub}/export`, auditor)).status).toBe(403);
  });

  it('gets a generated or a given password, within the policy', async () => {
    const make = (body: object) => call('POST', '/users', body);
    const generated = await make({ username: 'gen', first_password: 'generated' });
    expect(generated).toMatchObject({ status: 201, json: { link: null, has_password: true } });
    expect(generated.json.password).toEqual(expect.any(String));
    const given = { username: 'given', first_password: 'given' };
    expect((await make({ ...given, password: 'short' })).json.errors).toMatchObject([{ pointer: '/password' }]);
    expect(await make({ ...given, password: 'umbrella-otter-violin-42' })).toMatchObject({
      status: 201,
      json: { password: null },
    });
  });

  it('can be imported with a password hash of another server, and signs in with it', async () => {
    const passwordHash = importedHash('keycloak pbkdf2-sha256');
    const body = { username: 'moved', first_password: 'imported', password_hash: passwordHash };
    const made = await call('POST', '/users', body);
    expect(made).toMatchObject({ status: 201, json: { has_password: true, role: null, link: null, password: null } });
    expect(made.body).not.toContain('secretData');
    const { db, now } = api.provider.context();
    const attempt = { ...attemptDefaults, db, now, username: 'moved', password: importedPassword };
    expect(await authenticateUser(attempt)).toMatchObject({ user: { username: 'moved' } });
  });

  it.each([
    ['of an unknown format', { first_password: 'imported', password_hash: '$1$abc$def' }, 'expected a complete'],
    [
      'with too high a cost',
      { first_password: 'imported', password_hash: `$2b$15$${'.'.repeat(53)}` },
      'is too expensive to verify',
    ],
    ['that is missing', { first_password: 'imported' }, 'expected a complete'],
    [
      'together with a link',
      { password_hash: `$2b$10$${'.'.repeat(53)}` },
      'expected only with first_password: imported',
    ],
  ])('is not created with a hash %s', async (_, body, message) => {
    const answer = await call('POST', '/users', { username: 'refused', ...body });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/password_hash' }] } });
    expect(answer.body).toContain(message);
    expect(answer.body).not.toContain('....');
  });

  it.each(['role', 'admin', 'enabled', 'sub', 'password_hash', 'email_verified', 'sessions'])(
    'cannot be created or changed with %s (security #159)',
    async (key) => {
      const body = { [key]: true };
      expect((await call('POST', '/users', { username: 'mass', ...body })).status).toBe(400);
      const sub = alice;
      expect((await call('PATCH', `/users/${sub}`, body, { 'if-match': '*' })).status).toBe(400);
    },
  );

  it('is changed only with its current ETag, and keeps the fields that were not sent', async () => {
    const sub = alice;
    const { headers } = await call('GET', `/users/${sub}`);
    const ifMatch = { 'if-match': String(headers.etag) };
    expect((await call('PATCH', `/users/${sub}`, { username: 'alicia' })).status).toBe(428);
    const answer = await call('PATCH', `/users/${sub}`, { username: 'alicia' }, ifMatch);
    expect(answer).toMatchObject({ status: 200, json: { username: 'alicia', claims: { email: 'alice@example.com' } } });
    expect((await call('PATCH', `/users/${sub}`, { username: 'alice' }, ifMatch)).status).toBe(412);
    expect((await call('PATCH', `/users/${sub}`, { username: 'bob' }, { 'if-match': '*' })).json).toMatchObject({
      code: 'changed_meanwhile',
    });
  });

  it('can be disabled, enabled, signed out and unlocked, with events that name the client and the reason', async () => {
    const sub = alice;
    const headers = { 'signet-reason': 'asked by phone' };
    for (const [verb, enabled] of [
      ['disable', false],
      ['enable', true],
      ['unlock', true],
      ['sign-out', true],
    ] as const) {
      const answer = await call('POST', `/users/${sub}/${verb}`, undefined, headers);
      expect(answer).toMatchObject({ status: 200, json: { enabled } });
    }
    const events = await listEvents(api.provider.context().db, { targetId: sub, types: ['user.unlocked'] }, 5);
    expect(events).toMatchObject([
      { actorKind: 'client', actorId: 'editor', details: expect.stringContaining('phone') },
    ]);
  });

  it('who is saved as they are does not change, and there is no event', async () => {
    const { db } = api.provider.context();
    const state = async () => [
      (await call('GET', `/users/${alice}`)).headers.etag,
      (await call('GET', `/users/${alice}/state`)).json.updated_at,
      await db.auditEvent.count(),
    ];
    const { json } = await call('GET', `/users/${alice}`);
    const { username, tenants, claims, role } = json;
    api.provider.advance(60);
    const before = await state();
    const headers = { 'if-match': String(before[0]) };
    for (const answer of [
      await call('PATCH', `/users/${alice}`, { username, tenants, claims }, headers),
      await call('PATCH', `/users/${alice}`, {}, headers),
      await call('POST', `/users/${alice}/enable`),
      await api.call('PUT', `/users/${alice}/role`, { token: owner, body: { role } }),
    ]) {
      expect(answer).toMatchObject({ status: 200, json });
    }
    expect(await state()).toEqual(before);
  });

  it('can lose single factors, and can be asked for a new password', async () => {
    const sub = alice;
    const { db, now } = api.provider.context();
    await db.authenticator.create({ data: { sub, sealed: 'canary', createdAt: now } });
    const factor = { id: 'totp', factor: 'totp', name: null, last_used_at: null, left: null };
    const listed = await call('GET', `/users/${sub}/factors`);
    expect(listed).toMatchObject({ status: 200, json: { items: [factor] } });
    expect(listed.body).not.toContain('canary');
    expect((await call('DELETE', `/users/${sub}/factors/totp`)).status).toBe(204);
    expect((await call('DELETE', `/users/${sub}/factors/totp`)).status).toBe(404);
    expect((await call('GET', `/users/${sub}/factors`)).json).toMatchObject({ items: [], two_step: { on: false } });
    const state = async () => (await call('GET', `/users/${sub}/state`)).json;
    expect((await call('POST', `/users/${sub}/require-password`)).status).toBe(200);
    expect(await state()).toMatchObject({ must_set_password: true, trusted_devices: 0 });
    expect((await call('POST', `/users/${sub}/keep-password`)).status).toBe(200);
    expect(await state()).toMatchObject({ must_set_password: false });
    expect(await call('POST', `/users/${sub}/password-mail`)).toMatchObject({ status: 400, json: { code: 'invalid' } });
  });

  it('with the same role or a higher one cannot be changed by an editor, and only owners change roles (security #161)', async () => {
    const root = await subOf(api.provider, 'root');
    expect(await call('POST', `/users/${root}/password-link`)).toMatchObject({
      status: 403,
      json: { code: 'forbidden' },
    });
    expect((await call('POST', `/users/${root}/disable`)).status).toBe(403);
    expect((await call('PUT', `/users/${root}/role`, { role: null })).status).toBe(403);
    const sub = alice;
    const give = (role: string | null) => api.call('PUT', `/users/${sub}/role`, { token: owner, body: { role } });
    expect(await give('auditor')).toMatchObject({ status: 200, json: { role: 'auditor' } });
    expect(await give(null)).toMatchObject({ status: 200, json: { role: null } });
    expect((await give('root')).status).toBe(400);
  });

  it('who is the last owner cannot lose the role (security #161)', async () => {
    const root = await subOf(api.provider, 'root');
    const demoted = await api.call('PUT', `/users/${root}/role`, { token: owner, body: { role: null } });
    expect(demoted).toMatchObject({ status: 409, json: { code: 'last_owner' } });
    const headers = { 'if-match': '*' };
    expect((await api.call('DELETE', `/users/${root}`, { token: owner, headers })).status).toBe(409);
  });

  it('is found by the start of the name, and listed in pages', async () => {
    const names = async (query: string) => {
      const { items } = (await call('GET', `/users?${query}`)).json;
      return Array.isArray(items) ? items.map(({ username }) => username) : items;
    };
    expect(await names('q=ali')).toEqual(['alicia']);
    expect(await names('role=owner')).toEqual(['root']);
    const first = await call('GET', '/users?limit=2');
    const second = await call('GET', String(first.json.next));
    expect(second.json.items).toHaveLength(2);
    expect(JSON.stringify(second.json.items)).not.toContain(alice);
  });

  it('is deleted only with its current ETag', async () => {
    const sub = await subOf(api.provider, 'bob');
    expect((await call('DELETE', `/users/${sub}`)).status).toBe(428);
    expect((await call('DELETE', `/users/${sub}`, undefined, { 'if-match': '"x"' })).status).toBe(412);
    expect((await call('DELETE', `/users/${sub}`, undefined, { 'if-match': '*' })).status).toBe(204);
    expect((await call('GET', `/users/${sub}`)).status).toBe(404);
  });
});

describe('what belongs to a user', () => {
  it('is listed only for that user (security #158)', async () => {
    const [sub, other] = [await subOf(api.provider, 'erin'), alice];
    await api.tokenOf('erin');
    const grants = await call('GET', `/users/${sub}/grants`);
    expect(grants.json.items).toMatchObject([{ client_id: 'console', scope: 'signet.admin' }]);
    expect((await call('GET', `/users/${other}/grants`)).json.items).toEqual([]);
    const revoke = (who: string) => api.call('DELETE', `/users/${who}/grants/console`, { token: owner });
    expect((await revoke(other)).status).toBe(404);
    expect((await revoke(sub)).status).toBe(204);
    expect((await call('GET', `/users/${sub}/sessions`)).json.items).toEqual([]);
    expect((await api.call('DELETE', `/users/${sub}/sessions/x`, { token: owner })).status).toBe(404);
    expect((await call('GET', `/users/${sub}/identities`)).json.items).toEqual([]);
    const identity = 'provider=corp&issuer=https%3A%2F%2Fcorp.test&subject=1';
    expect((await api.call('DELETE', `/users/${sub}/identities?${identity}`, { token: owner })).status).toBe(404);
  });

  it('is not found for an unknown user', async () => {
    for (const part of ['', '/state', '/sessions', '/grants', '/identities']) {
      expect((await call('GET', `/users/nobody${part}`)).status).toBe(404);
    }
  });
});
