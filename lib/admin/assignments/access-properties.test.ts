import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveEntries } from '#lib/admin/configuration/save-entries';
import { planUndo, undoRevision } from '#lib/admin/history/undo-revision';
import { readSummary } from '#lib/groups/summary';
import { actAs } from '#lib/testing/administrator';
import { issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, type Person, password, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

const apiSecret = 'orders-api-secret-of-32-characters';
const names = ['g1', 'g2', 'g3'] as const;
const apps = ['one', 'two'] as const;
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** The rules of a client, as a run changes them. */
type Rules = {
  readonly access: 'everyone' | 'assigned';
  readonly access_groups: readonly string[];
  readonly roles: readonly { readonly name: string; readonly groups: readonly string[]; readonly default: boolean }[];
};

function client(client_id: string, rules: Rules) {
  return {
    client_id,
    ...{ client_secrets: [{ value: secrets.web }], redirect_uris: [redirectUri], require_consent: false },
    grant_types: ['authorization_code', 'refresh_token', 'password'],
    always_include_user_claims_in_id_token: true,
    access_token_lifetime_seconds: 86_400,
    access_token_format: client_id === 'one' ? 'jwt' : 'reference',
    scope: 'openid profile roles groups offline_access orders.read',
    ...rules,
  };
}

const open: Rules = { access: 'everyone', access_groups: [], roles: [] };
const api = (roles: Rules['roles']) => ({
  name: 'orders',
  scopes: ['orders.read'],
  secrets: [{ value: apiSecret }],
  claims: ['groups'],
  groups_claim: { show: 'all' },
  roles,
});

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    portal: { legacy_flows: 'on' },
    scopes: [{ name: 'orders.read', type: 'resource' }],
    apis: [api([])],
    groups: names.map((name) => ({ name })),
    clients: [
      ...apps.map((name) => client(name, open)),
      {
        client_id: 'orders',
        client_secrets: [{ value: apiSecret }],
        grant_types: [exchangeGrant],
        scope: 'orders.read',
        token_exchange: { subjects: [...apps], delegation: false },
      },
    ],
    users: [
      { username: 'alice', password },
      { username: 'owner', admin: true },
    ],
  });
});
afterAll(() => provider.close());

/** What a person is, read from the tables alone: §3 of the contract, written a second time. */
async function expectedIn(owner: Rules & { readonly id?: string; readonly roleIds: ReadonlyMap<string, string> }) {
  const { db, now } = provider.context();
  const where = { user: { canonicalUsername: 'alice' } };
  const isLive = ({ expiresAt }: { readonly expiresAt: Date | null }) => expiresAt === null || now < expiresAt;
  const groups = new Map((await db.group.findMany()).map(({ id, name }) => [id, name]));
  const member = new Set(
    (await db.membership.findMany({ where })).filter(isLive).flatMap(({ groupId }) => groups.get(groupId) ?? []),
  );
  const given = new Set((await db.assignment.findMany({ where })).filter(isLive).map(({ target }) => target));
  const has = ({ name, groups: by }: Rules['roles'][number]) =>
    by.some((one) => member.has(one)) || given.has(owner.roleIds.get(name) ?? 'none');
  const own = owner.roles.filter(has);
  const may =
    owner.access === 'everyone' ||
    own.length > 0 ||
    owner.access_groups.some((one) => member.has(one)) ||
    given.has(`client:${owner.id}`);
  const roles = may ? owner.roles.filter((role) => role.default || own.includes(role)).map(({ name }) => name) : [];
  const named = new Set([...owner.access_groups, ...owner.roles.flatMap((role) => role.groups)]);
  return { may, roles, groups: [...member].filter((one) => named.has(one)).toSorted(), all: [...member].toSorted() };
}

function rulesOf(id: string) {
  const { snapshot } = provider.context();
  const owner = snapshot.clients.get(id) ?? snapshot.apis.get(id);
  if (owner === undefined) throw new Error(`no ${id}`);
  const roleIds = new Map(owner.roles.map((role) => [role.name, role.id]));
  const roles = owner.roles.map((role) => ({ name: role.name, groups: role.groups, default: role.default }));
  const isClient = 'accessGroups' in owner;
  return {
    id,
    roleIds,
    roles,
    access: isClient ? owner.access : ('everyone' as const),
    access_groups: isClient ? owner.accessGroups : [],
  };
}

/** The summary that tokens read says the same as the tables. */
async function checkSummary(): Promise<void> {
  const { db } = provider.context();
  const { access, memberships, assignments } = await db.user.findUniqueOrThrow({
    where: { canonicalUsername: 'alice' },
    include: { memberships: true, assignments: true },
  });
  const told = readSummary(access);
  const text = (id: string, end: number | Date | null) => `${id} ${Number(end ?? Number.POSITIVE_INFINITY)}`;
  expect(told.memberships.map(({ groupId, endsAtMs }) => text(groupId, endsAtMs)).toSorted()).toEqual(
    memberships.map(({ groupId, expiresAt }) => text(groupId, expiresAt)).toSorted(),
  );
  expect(told.assignments.map(({ target, endsAtMs }) => text(target, endsAtMs)).toSorted()).toEqual(
    assignments.map(({ target, expiresAt }) => text(target, expiresAt)).toSorted(),
  );
}

type Held = { readonly person: Person; readonly accessToken: string; readonly refreshToken: string };

/** How often a path was tried. */
const asked = { allowed: 0, denied: 0 };

/** Every path to what a client may learn, with what it had while there was access. */
async function checkPaths(id: string, { person, accessToken, refreshToken }: Held): Promise<void> {
  const own = basic(id, secrets.web);
  const { may, roles, groups } = await expectedIn(rulesOf(id));
  asked[may ? 'allowed' : 'denied'] += 1;
  const orders = await expectedIn(rulesOf('orders'));
  const silent = answerOf(await person.get(authorizeRequest({ client_id: id, prompt: 'none', scope: 'openid' }).path));
  expect(silent.error ?? 'code', `${id}: prompt=none`).toBe(may ? 'code' : 'access_denied');
  const info = await userinfo(provider, accessToken);
  expect(info.status, `${id}: UserInfo`).toBe(may ? 200 : 401);
  const told = bodyOf(
    await provider.post('/connect/introspect', { token: accessToken }, { authorization: basic('orders', apiSecret) }),
  );
  if (may) expect(told).toMatchObject({ active: true, groups: orders.all, ...claimsOf(orders.roles, 'orders') });
  else expect(told).toEqual({ active: false });
  const exchange = {
    grant_type: exchangeGrant,
    subject_token: accessToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  };
  const exchanged = await provider.post('/connect/token', exchange, { authorization: basic('orders', apiSecret) });
  expect(exchanged.status, `${id}: exchange`).toBe(may ? 200 : 400);
  const renewed = await refresh(provider, refreshToken, {}, own);
  expect(renewed.status, `${id}: refresh`).toBe(may ? 200 : 400);
  if (!may) {
    expect(bodyOf(renewed)).toMatchObject({ error: 'invalid_grant' });
    return;
  }
  const { id_token: idToken, access_token: next } = bodyOf(renewed);
  expect(decodeJwt(String(idToken)), `${id}: ID token`).toMatchObject({ groups, ...claimsOf(roles, id) });
  expect(bodyOf(info), `${id}: UserInfo`).toMatchObject({ groups, ...claimsOf(roles, id) });
  if (id === 'one') {
    const claims = decodeJwt(String(next));
    expect(claims, 'access token').toMatchObject({
      aud: 'orders',
      groups: orders.all,
      ...claimsOf(orders.roles, 'orders'),
    });
  }
}

/** Without roles of its own, a place says nothing of them. */
function claimsOf(roles: readonly string[], id: string): { readonly roles?: readonly string[] } {
  return rulesOf(id).roles.length > 0 ? { roles } : {};
}

const someGroups = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 });
/** Each owner has names of roles of its own, so a token with a role of another one is seen. */
const rolesFor = (id: string) =>
  fc.uniqueArray(
    fc.record({ name: fc.constantFrom(`${id}-a`, `${id}-b`), groups: someGroups, default: fc.boolean() }),
    { maxLength: 2, selector: ({ name }) => name },
  );
const end = fc.option(fc.constantFrom(-1, 0, 1, 2), { nil: null });
const commands = fc.oneof(
  ...apps.map((id) =>
    fc.record({
      kind: fc.constant('client' as const),
      id: fc.constant(id),
      rules: fc.record({
        access: fc.constantFrom('everyone' as const, 'assigned' as const),
        access_groups: someGroups,
        roles: rolesFor(id),
      }),
    }),
  ),
  fc.record({ kind: fc.constant('api' as const), roles: rolesFor('orders') }),
  fc.record({
    kind: fc.constant('person' as const),
    groups: fc.uniqueArray(fc.record({ group: fc.constantFrom(...names), end }), { selector: ({ group }) => group }),
    access: fc.uniqueArray(fc.constantFrom(...apps), { maxLength: 1 }),
    end,
  }),
  fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(0.999, 1, 2) }),
  fc.record({ kind: fc.constant('delete' as const), name: fc.constantFrom(...names) }),
  fc.record({ kind: fc.constant('undo' as const) }),
);
type Command = typeof commands extends fc.Arbitrary<infer One> ? One : never;

/** The revisions that deleted something, the last one at the end. */
const deletions: number[] = [];

async function run(command: Command): Promise<void> {
  const { now, snapshot } = provider.context();
  const isoOf = (seconds: number | null) =>
    seconds === null ? null : new Date(now.getTime() + seconds * 1000).toISOString();
  switch (command.kind) {
    case 'client': {
      const known = new Set([...snapshot.groups.values()].map(({ name }) => name));
      const there = (groups: readonly string[]) => groups.filter((name) => known.has(name));
      const { roles, access_groups, access } = command.rules;
      const rules = {
        access,
        access_groups: there(access_groups),
        roles: roles.map((role) => ({ ...role, groups: there(role.groups) })),
      };
      return provider.configure({ clients: [client(command.id, rules)] });
    }
    case 'api': {
      const known = new Set([...snapshot.groups.values()].map(({ name }) => name));
      const roles = command.roles.map((role) => ({ ...role, groups: role.groups.filter((name) => known.has(name)) }));
      return provider.configure({ apis: [api(roles)] });
    }
    case 'person': {
      const known = new Set([...snapshot.groups.values()].map(({ name }) => name));
      const groups = command.groups
        .filter(({ group }) => known.has(group))
        .map((one) => ({ group: one.group, expires_at: isoOf(one.end) }));
      const assignments = command.access.flatMap((id) => [
        { client: id, expires_at: isoOf(command.end) },
        ...rulesOf(id)
          .roles.slice(0, 1)
          .map(({ name }) => ({ client: id, role: name })),
      ]);
      return provider.configure({ users: [{ username: 'alice', groups, assignments }] });
    }
    case 'time':
      return provider.advance(command.seconds);
    case 'delete':
      return remove(command.name);
    case 'undo': {
      const number = deletions.pop();
      if (number === undefined) return;
      const admin = await actAs(provider, 'owner');
      await undoRevision(admin, number, (await planUndo(admin, number)).seen).catch(() => undefined);
      await provider.context().refreshConfiguration();
      return;
    }
    default:
      return command satisfies never;
  }
}

/** Deletes a group in one revision with the entries that name it, which no longer do. */
async function remove(name: string): Promise<void> {
  const { snapshot } = provider.context();
  if (![...snapshot.groups.values()].some((group) => group.name === name)) return;
  const without = (groups: readonly string[]) => groups.filter((one) => one !== name);
  const rolesWithout = (id: string) => rulesOf(id).roles.map((role) => ({ ...role, groups: without(role.groups) }));
  const clients = apps.map((id) => {
    const { access, access_groups } = rulesOf(id);
    const rules = { access, access_groups: without(access_groups), roles: rolesWithout(id) };
    return { section: 'clients', key: id, entry: client(id, rules) } as const;
  });
  const { revision } = await saveEntries(await actAs(provider, 'owner'), [
    ...clients,
    { section: 'apis', key: 'orders', entry: api(rolesWithout('orders')) },
    { section: 'groups', key: name, entry: null },
  ]);
  await provider.context().refreshConfiguration();
  if (revision !== null) deletions.push(revision);
}

describe('access, whatever happens (decision 023)', () => {
  it('no path issues or tells what the tables deny, and no token has a role of another place', async () => {
    const runs = fc.asyncProperty(fc.array(commands, { minLength: 3, maxLength: 8 }), async (some) => {
      deletions.length = 0;
      await provider.configure({
        groups: names.map((name) => ({ name })),
        apis: [api([])],
        clients: apps.map((name) => client(name, open)),
        users: [{ username: 'alice', groups: [], assignments: [] }],
      });
      const held = new Map<string, Held>();
      const scope = 'openid profile roles groups offline_access orders.read';
      for (const id of apps) {
        const issued = await issueCode(provider, { client_id: id, scope }, await signedIn());
        const tokens = bodyOf(await redeem(provider, issued, {}, basic(id, secrets.web)));
        held.set(id, {
          person: issued.person,
          accessToken: String(tokens.access_token),
          refreshToken: String(tokens.refresh_token),
        });
      }
      for (const command of some) {
        await run(command);
        await checkSummary();
        for (const [id, one] of held) await checkPaths(id, one);
      }
    });
    await fc.assert(runs, { numRuns: 20 });
    expect(Math.min(asked.allowed, asked.denied), 'both happened').toBeGreaterThan(0);
  }, 120_000);
});

let session: Person | null = null;

/** One sign-in for all runs, because a password is slow. */
async function signedIn(): Promise<Person> {
  session ??= (await issueCode(provider, { client_id: 'one', scope: 'openid' }, createPerson(provider))).person;
  return session;
}
