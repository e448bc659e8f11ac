import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '#lib/testing/admin-api';
import type { Permission } from '../access/permission';
import { operations } from './operations';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const cookie = { cookie: '__Host-signet=abc' };

/** Every kind of caller: how they authenticate, and what they may do. */
const callers: readonly (readonly [
  who: string,
  ask: () => Promise<object>,
  may: readonly Permission[],
  otherwise: number,
])[] = [
  ['nobody', async () => ({}), [], 401],
  ['a session without a token', async () => ({ headers: cookie }), [], 401],
  ['an ordinary user', () => asPerson('alice'), [], 403],
  ['a client of another API', () => asClient('other'), [], 403],
  ['an auditor', () => asPerson('amos'), ['read'], 403],
  ['an editor', () => asPerson('erin'), ['read', 'edit'], 403],
  ['an owner', () => asPerson('root'), ['read', 'edit', 'own'], 403],
  ['an owner through a client with few scopes', () => asPerson('root', 'signet.admin.read'), ['read'], 403],
  ['a client that reads', () => asClient('reader'), ['read'], 403],
  ['a client that administers', () => asClient('editor', 'signet.admin'), ['read', 'edit'], 403],
  ['a client with the rights of an owner', () => asClient('owner', 'signet.admin.owner'), ['read', 'edit', 'own'], 403],
];

const asPerson = async (name: string, scope?: string) => ({ token: await api.tokenOf(name, scope) });
const asClient = asPerson;

describe.each(callers)('%s', (_, ask, may, otherwise) => {
  it('may use exactly its operations of the API (security #153)', async () => {
    const request = await ask();
    const before = await countRows();
    for (const { method, path, permission } of operations) {
      const address = path.replace(/\{\w+\}/g, 'x');
      const headers = { 'if-match': '*', ...('headers' in request ? cookie : {}) };
      const { status, json, headers: answered } = await api.call(method, address, { ...request, headers });
      const label = `${method} ${path}: ${JSON.stringify(json)}`;
      if (permission === 'open' || may.includes(permission)) expect([401, 403], label).not.toContain(status);
      else {
        expect(status, label).toBe(otherwise);
        expect(String(answered['www-authenticate']), label).toMatch(/^Bearer realm="signet"/);
        expect(Object.keys(json).sort(), label).toEqual(['code', 'detail', 'reference', 'status', 'title', 'type']);
      }
    }
    if (!may.includes('edit')) expect(await countRows()).toEqual(before);
  });
});

/** Events of operations that change nothing. */
const looked = ['audit.exported', 'administration.refused'];

/** The number of rows that an administrator can change. */
async function countRows() {
  const { db } = api.provider.context();
  return {
    revisions: await db.configurationRevision.count(),
    users: await db.user.count(),
    keys: await db.signingKey.count(),
    events: await db.auditEvent.count({ where: { type: { notIn: looked } } }),
  };
}

it('every operation that changes something requires more than read access (security #153)', () => {
  const harmless = ['exportAuditEvents', 'simulate'];
  const open = operations.filter(
    ({ id, method, permission }) => method !== 'GET' && !harmless.includes(id) && !['edit', 'own'].includes(permission),
  );
  expect(open).toEqual([]);
  expect(operations.filter(({ permission }) => permission === 'open').map(({ id }) => id)).toEqual(['getDocument']);
});

describe('a refused caller', () => {
  const refusals = async (name: string) => {
    const { db } = api.provider.context();
    return db.auditEvent.findMany({ where: { type: 'administration.refused', actorName: name } });
  };

  it('is recorded a limited number of times an hour, and not at all without a token', async () => {
    api.provider.advance(3601);
    const before = new Set((await refusals('alice')).map(({ id }) => id));
    const { db } = api.provider.context();
    const all = await db.auditEvent.count();
    await api.call('GET', '/clients');
    await api.call('GET', '/clients', { headers: { authorization: 'Bearer x' } });
    expect(await db.auditEvent.count()).toBe(all);
    const token = await api.tokenOf('alice');
    for (let asked = 0; asked < 15; asked += 1) await api.call('GET', '/clients', { token });
    const added = (await refusals('alice')).filter(({ id }) => !before.has(id));
    expect(added).toHaveLength(10);
    for (const { outcome, actorKind, address, details } of added) {
      expect({ outcome, actorKind, address }).toEqual({ outcome: 'failure', actorKind: 'user', address: '192.0.2.9' });
      expect(JSON.parse(details)).toEqual({ source: 'api', what: 'listClients', permission: 'read', role: null });
    }
  });
});
