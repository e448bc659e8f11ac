import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToAccount } from '#lib/testing/account';
import { countStatements } from '#lib/testing/count-statements';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { readLauncher, readOwnAccess } from './launcher';
import { readApps } from './read';

const day = 24 * 60 * 60 * 1000;
/** When the clock of a test's provider begins. */
const begin = Date.parse('2026-01-01T12:00:00Z');
const at = (days: number) => new Date(begin + days * day).toISOString();

const { users = [], ...others } = fixtures;
const secret = { client_secrets: [{ value: 'x' }], redirect_uris: ['https://rp.test/cb'] };
const home = { ...secret, client_uri: 'https://home.example/start' };
const roles = [
  { name: 'approver', display_name: 'Approver', groups: ['finance'] },
  { name: 'user', default: true },
];
const give = (client: string, role?: string, days?: number) => ({
  client,
  ...(role !== undefined && { role }),
  ...(days !== undefined && { expires_at: at(days) }),
});

const clients: readonly (Readonly<Record<string, unknown>> & { readonly client_id: string })[] = [
  { ...home, client_id: 'auto-none' },
  { ...home, client_id: 'auto-assigned' },
  { ...home, client_id: 'auto-role', roles },
  { ...home, client_id: 'auto-access-group', access: 'assigned', access_groups: ['finance'] },
  { ...home, client_id: 'auto-ended', roles },
  { ...home, client_id: 'on-everyone', launcher: 'on', roles: [{ name: 'user', default: true }] },
  { ...home, client_id: 'on-closed', launcher: 'on', access: 'assigned' },
  { ...home, client_id: 'off-role', launcher: 'off', roles },
  { ...home, client_id: 'disabled', launcher: 'on', enabled: false },
  { ...secret, client_id: 'no-address', launcher: 'on' },
  { ...home, client_id: 'machine', launcher: 'on', redirect_uris: [], grant_types: ['client_credentials'] },
  { ...home, client_id: 'self', launcher: 'on', self_registered: true },
  { ...home, client_id: 'own-tenant', launcher: 'on', tenant: 'blue' },
  { ...home, client_id: 'other-tenant', launcher: 'on', tenant: 'green' },
  { ...home, client_id: 'disabled-tenant', launcher: 'on', tenant: 'gone' },
  { ...home, client_id: 'starts', launcher: 'on', initiate_login_uri: 'https://app.example/login?a=1' },
];

let provider: TestProvider;
const configuration = (more: readonly object[] = []) => ({
  ...others,
  groups: [{ name: 'finance' }],
  tenants: [
    { name: 'blue', display_name: 'Blue' },
    { name: 'green', display_name: 'Green' },
    { name: 'gone', display_name: 'Gone', enabled: false },
  ],
  clients: [...fixtures.clients, ...clients, ...more],
  users: users.map((user) =>
    user.username === 'alice'
      ? {
          ...user,
          tenants: ['blue', 'gone'],
          groups: [{ group: 'finance', expires_at: at(31) }],
          assignments: [give('auto-assigned'), give('auto-ended', 'approver', 0.01)],
        }
      : user,
  ),
});

beforeAll(async () => {
  provider = await createTestProvider(configuration());
  provider.advance(3600);
});
afterAll(() => provider.close());

const user = async () => (await (await signInToAccount(provider)).session()).user;
const asked = { locale: 'en' as const, query: null, page: 1, connected: new Set<string>() };
const launcher = async (more: Partial<Parameters<typeof readLauncher>[2]> = {}) =>
  readLauncher(await user(), provider.context(), { ...asked, ...more });
const own = async (more: Partial<Parameters<typeof readLauncher>[2]> = {}) =>
  (await launcher(more)).tiles.map(({ clientId }) => clientId);

describe('the launcher', () => {
  it.each<[string, string, boolean]>([
    ['without a reason of its own, under `auto`', 'auto-none', false],
    ['with an assignment, under `auto`', 'auto-assigned', true],
    ['with a role by a group, under `auto`', 'auto-role', true],
    ['by an access group, under `auto`', 'auto-access-group', true],
    ['with a role by a group beside an assignment that is over', 'auto-ended', true],
    ['for everyone, under `on`', 'on-everyone', true],
    ['that the person may not use, under `on`', 'on-closed', false],
    ['with a role, under `off`', 'off-role', false],
    ['that is disabled', 'disabled', false],
    ['without an address', 'no-address', false],
    ['to which no person signs in', 'machine', false],
    ['that registered itself', 'self', false],
    ['of a tenant that the person belongs to', 'own-tenant', true],
    ['of another tenant', 'other-tenant', false],
    ['of a disabled tenant', 'disabled-tenant', false],
  ])('has a client %s', async (_, clientId, isShown) => {
    expect((await own()).includes(clientId)).toBe(isShown);
  });

  it('does not have a client after the group and the assignment ended, to the instant', async () => {
    const { db, snapshot, now } = provider.context();
    const alice = await user();
    const shownAt = (ms: number) => {
      const context = { ...provider.context(), db, snapshot, now: new Date(ms) };
      return readLauncher(alice, context, asked).tiles.some(({ clientId }) => clientId === 'auto-role');
    };
    const end = begin + 31 * day;
    expect([now.getTime(), end - 1, end].map(shownAt)).toEqual([true, true, false]);
  });

  it('has under `auto` a client that the person has connected, and never one that they may not use', async () => {
    expect(await own({ connected: new Set(['auto-none', 'on-closed', 'off-role']) })).toContain('auto-none');
    expect(await own({ connected: new Set(['on-closed', 'off-role']) })).toEqual(await own());
  });

  it('leads to where the application starts a sign-in, with `iss` and without `login_hint`, or to its home page', async () => {
    const { tiles } = await launcher();
    const hrefOf = (id: string) => tiles.find(({ clientId }) => clientId === id)?.href;
    expect(hrefOf('starts')).toBe(`https://app.example/login?a=1&iss=${encodeURIComponent(issuer)}`);
    expect(hrefOf('on-everyone')).toBe('https://home.example/start');
  });

  it('tells the names of the roles there', async () => {
    const { tiles } = await launcher();
    const rolesOf = (id: string) => tiles.find(({ clientId }) => clientId === id)?.roles;
    expect(rolesOf('auto-role')).toEqual(['Approver', 'user']);
    expect(rolesOf('on-everyone')).toEqual(['user']);
    expect(rolesOf('auto-access-group')).toEqual([]);
  });

  it('is searched by name and host, and says when nothing matches', async () => {
    expect(await own({ query: 'ACCESS-GROUP' })).toEqual(['auto-access-group']);
    expect(await own({ query: 'app.example' })).toEqual(['starts']);
    expect(await launcher({ query: 'nothing-like-this' })).toMatchObject({ tiles: [], total: (await own()).length });
  });

  it('has 100 on a page, sorted by name', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({
      ...home,
      ...{ client_id: `many-${index}`, client_name: `Tool ${150 - index}`, launcher: 'on' },
    }));
    await provider.configure(configuration(many));
    const first = await launcher({ query: 'tool' });
    expect([first.tiles.length, first.hasNext, first.tiles[1]?.name]).toEqual([100, true, 'Tool 2']);
    const last = await launcher({ query: 'tool', page: 9 });
    expect([last.tiles.length, last.page, last.hasNext, last.tiles.at(-1)?.name]).toEqual([50, 2, false, 'Tool 150']);
    await provider.configure(configuration());
  });

  it('adds no statement to the page', async () => {
    const alice = await user();
    const counted = countStatements(provider.context().db);
    const context = { ...provider.context(), db: counted.db };
    const { connected } = await readApps(alice, context);
    const before = counted.count();
    readLauncher(alice, context, { ...asked, connected });
    expect(counted.count()).toBe(before);
  });
});

describe('what a person is in an application', () => {
  const access = async (clientId: string) => {
    const { snapshot, now } = provider.context();
    return readOwnAccess(await user(), snapshot.clients.get(clientId) ?? expect.fail(), { snapshot, now });
  };
  const end = new Date(begin + 31 * day - 1);

  it.each<[string, string, object]>([
    [
      'a role by a group with an end, in one for everyone',
      'auto-role',
      {
        may: true,
        endsAt: null,
        roles: [
          { name: 'Approver', endsAt: end },
          { name: 'user', endsAt: null },
        ],
      },
    ],
    ['access by a group with an end', 'auto-access-group', { may: true, endsAt: end, roles: [] }],
    ['an assignment without an end', 'auto-assigned', { may: true, endsAt: null, roles: [] }],
    ['nothing', 'on-closed', { may: false, endsAt: null, roles: [] }],
  ])('is told: %s', async (_, clientId, expected) => {
    expect(await access(clientId)).toEqual(expected);
  });
});
