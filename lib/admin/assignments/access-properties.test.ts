import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveEntries } from '#lib/admin/configuration/save-entries';
import { planUndo, undoRevision } from '#lib/admin/history/undo-revision';
import { continueRemovals } from '#lib/config/continue-removals';
import { transaction } from '#lib/db/transaction';
import { mapGroups } from '#lib/federation/map-groups';
import { readSummary } from '#lib/groups/summary';
import type { HttpResponse } from '#lib/http/types';
import { readConsentPage } from '#lib/login/consent/read';
import { actAs } from '#lib/testing/administrator';
import { answerDevice, authorizeDevice, cookieHeaderOf, deviceGrant, enterCode, pollDevice } from '#lib/testing/device';
import { type Issued, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import {
  answerOf,
  authorizeRequest,
  createPerson,
  locationOf,
  type Person,
  password,
  redirectUri,
} from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { lockUser } from '#lib/users/user-store';

const apiSecret = 'orders-api-secret-of-32-characters';
const names = ['g1', 'g2', 'g3'] as const;
const apps = ['one', 'two', 'asks'] as const;
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
    ...{ client_secrets: [{ value: secrets.web }], redirect_uris: [redirectUri] },
    require_consent: client_id === 'asks',
    grant_types: ['authorization_code', 'refresh_token', 'password', 'implicit', deviceGrant],
    response_types: ['code', ...fronts],
    always_include_user_claims_in_id_token: true,
    access_token_lifetime_seconds: 86_400,
    access_token_format: client_id === 'one' ? 'jwt' : 'reference',
    scope,
    ...rules,
  };
}

/** The answers of the authorization endpoint that contain tokens. */
const fronts = ['token', 'id_token token', 'code id_token token'];

const scope = 'openid profile roles groups offline_access orders.read';
const open: Rules = { access: 'everyone', access_groups: [], roles: [] };
const api = (roles: Rules['roles']) => ({
  name: 'orders',
  scopes: ['orders.read'],
  secrets: [{ value: apiSecret }],
  claims: ['groups'],
  groups_claim: { show: 'all' },
  roles,
});

const corp = (mapped: readonly string[] | null) => ({
  ...{ name: 'corp', display_name: 'Contoso', type: 'oidc', issuer: 'https://corp.test', client_id: 'signet' },
  ...{ client_secret: 'upstream-secret-0123456789' },
  group_mapping: mapped && { claim: 'groups', values: Object.fromEntries(mapped.map((name) => [name, [name]])) },
});

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    portal: { legacy_flows: 'on' },
    scopes: [{ name: 'orders.read', type: 'resource' }],
    apis: [api([])],
    groups: names.map((name) => ({ name })),
    identity_providers: [corp(names)],
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
  const isMapped = (provider.context().snapshot.providers.get('corp')?.groupMapping ?? null) !== null;
  const member = new Set(
    (await db.membership.findMany({ where }))
      .filter((one) => isLive(one) && (one.source === 'file' || isMapped))
      .flatMap(({ groupId }) => groups.get(groupId) ?? []),
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
  const sourced = (source: string | null, id: string) => `${source === 'file' ? null : source} ${id}`;
  expect(
    told.memberships.map(({ groupId, source, endsAtMs }) => text(sourced(source, groupId), endsAtMs)).toSorted(),
  ).toEqual(memberships.map(({ groupId, source, expiresAt }) => text(sourced(source, groupId), expiresAt)).toSorted());
  expect(told.assignments.map(({ target, endsAtMs }) => text(target, endsAtMs)).toSorted()).toEqual(
    assignments.map(({ target, expiresAt }) => text(target, expiresAt)).toSorted(),
  );
}

/** What a person and a client hold from the time when there was access. */
type Held = {
  readonly person: Person;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** A code that nobody redeemed yet. */
  code: Issued;
  /** A form of consent that waits. */
  consent: Awaited<ReturnType<Person['consentForm']>> | null;
  /** A device that waits, and one that was connected. */
  readonly userCode: string;
  deviceCode: string;
};

/** How often a path was tried. */
const asked = { allowed: 0, denied: 0 };

/** Every path to what a client may learn, with what it had while there was access. */
async function checkPaths(id: string, held: Held): Promise<void> {
  await checkTokens(id, held);
  await checkAnswers(id, held);
  await checkCode(id, held);
  await checkConsent(id, held);
  await checkDevices(id, held);
}

/** Where a response leads: a page of ours, or the parameters that the client gets. */
function landing(response: HttpResponse): { readonly page: string | null; readonly answer: Record<string, string> } {
  const url = new URL(locationOf(response));
  const answer = Object.fromEntries(new URLSearchParams(url.hash === '' ? url.search : url.hash.slice(1)));
  return { page: url.origin === issuer ? url.pathname : null, answer };
}

/** The authorization endpoint, without and with tokens in its answer. */
async function checkAnswers(id: string, { person }: Held): Promise<void> {
  const { may, roles, groups } = await expectedIn(rulesOf(id));
  const asked = { client_id: id, scope };
  const pages = landing(await person.get(authorizeRequest(asked).path));
  const next = id === 'asks' ? '/consent' : null;
  expect(pages.page, `${id}: pages`).toBe(may ? next : '/login/access');
  for (const response_type of fronts) {
    const silent = {
      ...asked,
      ...(response_type === 'token' && { scope: 'orders.read' }),
      response_type,
      prompt: 'none',
    };
    const { answer } = landing(await person.get(authorizeRequest(silent).path));
    const label = `${id}: ${response_type}`;
    if (!may || id === 'asks') {
      expect(answer.error, label).toBe(may ? 'consent_required' : 'access_denied');
      expect([answer.access_token, answer.id_token, answer.code], label).toEqual([undefined, undefined, undefined]);
    } else {
      expect(answer, label).toMatchObject({ access_token: expect.any(String) });
      if (answer.id_token !== undefined) {
        expect(decodeJwt(answer.id_token), label).toMatchObject({ groups, ...claimsOf(roles, id) });
      }
    }
  }
}

/** A code waits until there is access. It is used once. */
async function checkCode(id: string, held: Held): Promise<void> {
  const { may } = await expectedIn(rulesOf(id));
  const redeemed = await redeem(provider, held.code, {}, basic(id, secrets.web));
  expect(redeemed.status, `${id}: code ${redeemed.body}`).toBe(may ? 200 : 400);
  if (may) held.code = await issueCode(provider, { client_id: id, scope }, held.person);
  else expect(bodyOf(redeemed)).toMatchObject({ error: 'invalid_grant' });
}

async function checkConsent(id: string, held: Held): Promise<void> {
  if (held.consent === null) return;
  const { may } = await expectedIn(rulesOf(id));
  const interaction = String(held.consent.interaction);
  const page = await readConsentPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(held.person) });
  expect(page.page, 'consent').toBe(may ? 'consent' : 'redirect');
  const { page: path, answer } = landing(await held.person.submit('consent', held.consent));
  expect([path, answer.code !== undefined], 'form of consent').toEqual(may ? [null, true] : ['/login/access', false]);
  if (may) held.consent = await openConsent(id, held.person);
}

async function openConsent(id: string, person: Person): Promise<Held['consent']> {
  return id === 'asks' ? person.consentForm(await person.get(authorizeRequest({ client_id: id, scope }).path)) : null;
}

let devices = 0;

/** Each device has an address of its own, because each address may connect a few. */
async function startDeviceOf(id: string) {
  devices += 1;
  const address = `198.18.${devices >> 8}.${devices & 255}`;
  const own = { authorization: basic(id, secrets.web) };
  return bodyOf(await authorizeDevice(provider, { client_id: id, scope: 'openid roles' }, own, address));
}

async function connectDevice(id: string, person: Person): Promise<string> {
  const { device_code: code, user_code: userCode } = await startDeviceOf(id);
  await answerDevice(provider, person, await enterCode(person, String(userCode)), 'allow');
  return String(code);
}

async function checkDevices(id: string, held: Held): Promise<void> {
  const { may } = await expectedIn(rulesOf(id));
  const { page } = landing(await enterCode(held.person, held.userCode));
  expect(page, `${id}: device page`).toBe(may ? '/device' : '/login/access');
  const own = { authorization: basic(id, secrets.web) };
  const polled = await pollDevice(provider, held.deviceCode, { client_id: id }, own);
  if (!may) expect(polled.status, `${id}: device code`).toBe(400);
  if (polled.status === 200) held.deviceCode = await connectDevice(id, held.person);
  else if (may) expect(bodyOf(polled)).toMatchObject({ error: 'slow_down' });
}

async function checkPassword(id: string): Promise<void> {
  const { may } = await expectedIn(rulesOf(id));
  const fields = { grant_type: 'password', username: 'alice', password, scope: 'openid roles' };
  const response = await provider.post('/connect/token', fields, { authorization: basic(id, secrets.web) });
  expect(response.status, `${id}: password ${response.body}`).toBe(may ? 200 : 400);
  if (!may) expect(bodyOf(response)).toMatchObject({ error: 'invalid_grant' });
}

/** Tokens, and what is told of them. */
async function checkTokens(id: string, { person, accessToken, refreshToken }: Held): Promise<void> {
  const own = basic(id, secrets.web);
  const { may, roles, groups } = await expectedIn(rulesOf(id));
  asked[may ? 'allowed' : 'denied'] += 1;
  const orders = await expectedIn(rulesOf('orders'));
  const silent = answerOf(await person.get(authorizeRequest({ client_id: id, prompt: 'none', scope: 'openid' }).path));
  const allowed = id === 'asks' ? 'consent_required' : 'code';
  expect(silent.error ?? 'code', `${id}: prompt=none`).toBe(may ? allowed : 'access_denied');
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
  fc.record({ kind: fc.constant('said' as const), values: fc.uniqueArray(fc.constantFrom(...names)) }),
  fc.record({ kind: fc.constant('mapping' as const), isMapped: fc.boolean() }),
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
    case 'said':
      return saySome(command.values);
    case 'mapping': {
      // Its memberships end at once. Their rows go later, and before it maps again.
      await continueRemovals(provider.context().db, now);
      const known = [...snapshot.groups.values()].map(({ name }) => name);
      return provider.configure({ identity_providers: [corp(command.isMapped ? known : null)] });
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

/** What a sign-in at the provider writes that says so. */
async function saySome(values: readonly string[]): Promise<void> {
  const { db, snapshot, now } = provider.context();
  const corp = snapshot.providers.get('corp');
  if (corp === undefined) throw new Error('no provider');
  const about = { client: null, address: null, requestId: null };
  const said = { values: [...values], isMissing: false };
  await transaction(db, async (tx) => {
    const { sub } = await tx.user.findUniqueOrThrow({ where: { canonicalUsername: 'alice' } });
    const { access = '' } = (await lockUser(tx, sub)) ?? {};
    await mapGroups(tx, { sub, username: 'alice', access }, { provider: corp, said, about }, { snapshot, now });
  });
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
  const { groupMapping = null } = snapshot.providers.get('corp') ?? {};
  const mapped = groupMapping && Object.keys(groupMapping.values);
  const { revision } = await saveEntries(await actAs(provider, 'owner'), [
    ...clients,
    { section: 'apis', key: 'orders', entry: api(rolesWithout('orders')) },
    { section: 'identity_providers', key: 'corp', entry: corp(mapped && without(mapped)) },
    { section: 'groups', key: name, entry: null },
  ]);
  await provider.context().refreshConfiguration();
  if (revision !== null) deletions.push(revision);
}

describe('access, whatever happens (decision 023)', () => {
  it('no path issues or tells what the tables deny, and no token has a role of another place', async () => {
    const runs = fc.asyncProperty(fc.array(commands, { minLength: 3, maxLength: 8 }), async (some) => {
      deletions.length = 0;
      await continueRemovals(provider.context().db, provider.context().now);
      await provider.configure({
        groups: names.map((name) => ({ name })),
        identity_providers: [corp(names)],
        apis: [api([])],
        clients: apps.map((name) => client(name, { ...open, access: 'assigned', access_groups: ['g1'] })),
        users: [{ username: 'alice', groups: [], assignments: [] }],
      });
      // Access at first is the provider's word alone.
      await saySome(['g1']);
      const held = new Map<string, Held>();
      for (const id of apps) held.set(id, await holdOf(id, await signedIn()));
      for (const command of some) {
        await run(command);
        await checkSummary();
        for (const [id, one] of held) await checkPaths(id, one);
      }
      for (const id of apps) await checkPassword(id);
    });
    await fc.assert(runs, { numRuns: 15 });
    expect(Math.min(asked.allowed, asked.denied), 'both happened').toBeGreaterThan(0);
  }, 240_000);
});

async function holdOf(id: string, person: Person): Promise<Held> {
  const issue = () => issueCode(provider, { client_id: id, scope }, person);
  const tokens = bodyOf(await redeem(provider, await issue(), {}, basic(id, secrets.web)));
  return {
    ...{ person, accessToken: String(tokens.access_token), refreshToken: String(tokens.refresh_token) },
    code: await issue(),
    consent: await openConsent(id, person),
    userCode: String((await startDeviceOf(id)).user_code),
    deviceCode: await connectDevice(id, person),
  };
}

let session: Person | null = null;

/** One sign-in for all runs, because a password is slow. */
async function signedIn(): Promise<Person> {
  session ??= (await issueCode(provider, { client_id: 'one', scope: 'openid' }, createPerson(provider))).person;
  return session;
}
