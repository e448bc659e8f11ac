import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';

/** Names as long as they may be, whose sort keys are longer: digits are filled up, and letters have up to 4 bytes. */
const longNames = ['1 '.repeat(99), '9a'.repeat(100), '編'.repeat(199), '🎌'.repeat(100), 'ﷺ'.repeat(200)];
const hosts = Array.from({ length: 60 }, (_, index) => `https://${'h'.repeat(60)}.${index}.example/cb`);
const program = { token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await createTestApi({
    ...apiConfiguration,
    clients: [
      ...apiConfiguration.clients,
      ...longNames.flatMap((client_name, index) => [
        { ...program, client_id: `named-${index}`, client_name },
        { ...program, client_id: `twin-${index}`, client_name },
        { ...program, client_id: `agent-${index}`, client_name, redirect_uris: hosts, self_registered: true },
      ]),
    ],
    scopes: [...apiConfiguration.scopes, { name: `${'s'.repeat(199)}1`, type: 'resource' }],
    users: [...apiConfiguration.users, { username: '編'.repeat(100) }, { username: '🎌'.repeat(50) }],
    tenants: ['A', 'a', 'b', '_'].map((letter) => ({ name: `x${letter}`, display_name: letter })),
    identity_providers: ['A', 'a', 'b'].map((name) => {
      return { name, type: 'oidc', issuer: `https://${name.toLowerCase()}.test`, display_name: name, client_id: 'x' };
    }),
  });
  token = await api.tokenOf('owner', 'signet.admin.owner');
  for (const client_name of ['One', 'Two']) {
    await api.call('PATCH', '/clients/web', { token, body: { client_name }, headers: { 'if-match': '*' } });
  }
});
afterAll(() => api.close());

/** Every item of a list, page after page. @param meanwhile runs after each page */
async function walk(address: string, meanwhile: (items: readonly unknown[]) => Promise<void> = async () => {}) {
  const seen: unknown[] = [];
  for (let next: unknown = address; typeof next === 'string'; ) {
    const { status, json } = await api.call('GET', next, { token });
    expect(status, `${next} ${JSON.stringify(json)}`).toBe(200);
    const items: readonly unknown[] = Array.isArray(json.items) ? json.items : [];
    seen.push(...items);
    await meanwhile(items);
    next = json.next;
  }
  return seen;
}

describe('the pages of a list', () => {
  it.each([
    '/clients?',
    '/clients?kind=spa&',
    '/agents?',
    '/scopes?',
    '/tenants?',
    '/identity-providers?',
    '/users?',
    '/audit-events?range=all&',
    '/revisions?',
    '/checks?',
  ])('contain each item once, whatever it is called: GET %s', async (address) => {
    const whole = await walk(`${address}limit=100`);
    expect(whole.length).toBeGreaterThan(1);
    for (const limit of [1, 2]) expect(await walk(`${address}limit=${limit}`)).toEqual(whole);
  });

  it.each(['clients', 'agents', 'scopes', 'tenants', 'users', 'audit-events', 'revisions', 'checks', 'requests'])(
    'refuse a cursor that is not theirs: GET /%s',
    async (list) => {
      for (const cursor of ['!', 'x', 'AA', 'YQ==', 'a'.repeat(1201)]) {
        const { status, json } = await api.call('GET', `/${list}?cursor=${encodeURIComponent(cursor)}`, { token });
        expect([status, json.code], `${cursor} ${JSON.stringify(json)}`).toEqual([400, 'invalid']);
        expect(json.errors).toMatchObject([{ pointer: '?cursor' }]);
      }
    },
  );

  it('go on after an item that is deleted meanwhile, and skip none', async () => {
    const before = await walk('/tenants?limit=100');
    const seen = await walk('/tenants?limit=1', async ([item]) => {
      const name = typeof item === 'object' && item !== null && 'name' in item ? String(item.name) : '';
      const headers = { 'if-match': '*' };
      await api.call('PATCH', `/tenants/${name}`, { token, body: { enabled: false }, headers });
      expect((await api.call('DELETE', `/tenants/${name}`, { token, headers })).status).toBe(204);
    });
    expect(seen).toEqual(before);
  });
});
