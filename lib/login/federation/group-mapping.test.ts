import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readChecks } from '#lib/admin/checks/read';
import { deleteEntry } from '#lib/admin/entries/change-entry';
import { changeMembers } from '#lib/admin/groups/change-members';
import { getGroup } from '#lib/admin/groups/read';
import { readProvidersHealth } from '#lib/admin/providers/health';
import { providerSection } from '#lib/admin/providers/section';
import { startTrace } from '#lib/admin/traces/change-trace';
import { readSignIn, readTrace } from '#lib/admin/traces/read';
import { setRole } from '#lib/admin/users/change-account';
import { unlinkIdentity } from '#lib/admin/users/change-credentials';
import { listEvents } from '#lib/audit/event-store';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { continueRemovals } from '#lib/config/continue-removals';
import { parseConfiguration } from '#lib/config/file';
import { readImpact } from '#lib/config/impact/read-impact';
import { planConfiguration } from '#lib/config/plan';
import { transaction } from '#lib/db/transaction';
import { mapGroups } from '#lib/federation/map-groups';
import { liveGroups } from '#lib/groups/live-groups';
import { writeMemberships } from '#lib/groups/membership-store';
import { readSummary, summarize } from '#lib/groups/summary';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators } from '#lib/testing/admin-action';
import { actAs } from '#lib/testing/administrator';
import { countStatements } from '#lib/testing/count-statements';
import { comeBack, followRealTime, openSignIn } from '#lib/testing/federated-person';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { removeIdentities } from '#lib/users/remove-identities';
import { replacePassword } from '#lib/users/replace-password';
import { lockUser } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';

const day = 24 * 60 * 60 * 1000;
const [staff, lead, odd] = [randomUUID(), `urn:x:${randomUUID()}`, 'a b'];
const next = 'https://new.example';
const mapping = { claim: 'groups', values: { [staff]: ['Finance'], [lead]: ['finance', 'audit'], [odd]: ['ops'] } };

let upstream: ScriptedUpstream;
let area: TestAdmin;

beforeAll(async () => {
  upstream = await startScriptedUpstream(() => area.provider.context().now);
  const groups = ['finance', 'audit', 'ops'].map((name) => ({ name }));
  const file = { ...fixtures, users: administrators, groups, identity_providers: [corp()] };
  area = await createTestAdmin(file, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
beforeEach(async () => {
  followRealTime(area.provider);
  await continueRemovals(context().db, context().now);
  await apply({ identity_providers: [corp()] });
});
afterAll(async () => {
  await area.close();
  await upstream.close();
});

/** The provider of the file, with another mapping. */
function corp(group_mapping: object | null = mapping, more: object = {}) {
  return {
    ...{ name: 'corp', display_name: 'Contoso', type: 'oidc', issuer: upstream.issuer, client_id: 'signet' },
    ...{ client_secret: 'upstream-secret-0123456789', group_mapping, ...more },
  };
}

const context = () => area.provider.context();

async function apply(file: object, prune = false): Promise<void> {
  const { db, settings, now } = context();
  const options = { prune, secret: settings.secret, by: byCommandLine, now };
  await applyConfiguration({ db }, parseConfiguration(JSON.stringify(file)), options);
  await continueRemovals(db, now);
  await context().refreshConfiguration();
}

let number = 0;
const fresh = () => {
  number += 1;
  return `person-${number}`;
};

/** Brings a person back from the provider with claims. */
async function arrive(name: string, claims: object, userinfo: object = {}): Promise<void> {
  const own = { sub: name, preferred_username: name };
  upstream.script = { claims: { ...own, ...claims }, userinfo: { ...own, ...userinfo } };
  const person = await openSignIn(area.provider, { client_id: 'silent' });
  const back = locationOf(await comeBack(person, upstream));
  expect(new URL(back).searchParams.has('code')).toBe(true);
}

const says = (...groups: unknown[]) => ({ groups });

/** Somebody with a password comes back from the provider, which vouches for their address, and is asked to link. */
async function arriveToLink(clientId: string, ...groups: string[]) {
  const name = fresh();
  const email = `${name}@example.com`;
  const claims = { email, email_verified: true };
  await apply({ users: [{ username: name, password, password_counts_for: 'none', claims }] });
  area.provider.advance(1);
  upstream.script = { claims: { sub: `at-${name}`, email, email_verified: true, groups } };
  const person = await openSignIn(area.provider, { client_id: clientId });
  expect(new URL(locationOf(await comeBack(person, upstream))).pathname).toBe('/federation');
  return { person, name };
}

/** The same, and they do. */
async function linkOne(...groups: string[]): Promise<string> {
  const { person, name } = await arriveToLink('silent', ...groups);
  await person.answer({ decision: 'sign_in', username: name, password });
  return name;
}

/** The stored memberships of a person, and the groups that they are in by the row that tokens read. */
async function groupsOf(name: string): Promise<{ rows: string[]; live: string[] }> {
  const { db, snapshot, now } = context();
  const user = await db.user.findUniqueOrThrow({ where: { canonicalUsername: name }, include: { memberships: true } });
  expect(user.access).toBe(summarize(user.memberships));
  const nameOf = (id: string) => snapshot.groups.get(id)?.name ?? 'gone';
  return {
    rows: user.memberships.map(({ groupId, source }) => `${nameOf(groupId)} ${source}`).toSorted(),
    live: [...liveGroups(readSummary(user.access), snapshot, now)].map(nameOf).toSorted(),
  };
}

const liveOf = async (name: string) => (await groupsOf(name)).live;

async function eventsOf(name: string): Promise<string[]> {
  const types = ['group.member_added', 'group.member_removed', 'identity.groups_incomplete'] as const;
  const events = await listEvents(context().db, { types }, 200);
  return events
    .filter(({ targetName }) => targetName === name)
    .map(({ type, details }) => {
      const { group, problem } = JSON.parse(details);
      return `${type} ${group ?? problem}`;
    })
    .toSorted();
}

const problemOfProvider = async () => (await readProvidersHealth(context())).providers.get('corp')?.groups?.problem;

async function addByHand(name: string, group: string, change: 'add' | 'remove' = 'add'): Promise<unknown> {
  const admin = await actAs(area.provider, 'owner');
  const { sub } = await admin.db.user.findUniqueOrThrow({ where: { canonicalUsername: name } });
  return changeMembers(admin, { group: await getGroup(admin, group), [change]: [sub] });
}

describe('what a provider says of groups (decision 023)', () => {
  it.each<[string, object, object, string[]]>([
    ['a list', says(staff, odd), {}, ['finance', 'ops']],
    ['a list with values that lead nowhere', says(staff, randomUUID(), '__proto__', 'constructor'), {}, ['finance']],
    ['a value that leads to several groups', says(lead, staff), {}, ['audit', 'finance']],
    ['a value in another case', says(staff.toUpperCase()), {}, []],
    ['one text', { groups: odd }, {}, ['ops']],
    ['an empty list', says(), {}, []],
    ['no such claim', {}, {}, []],
    ['a list from UserInfo', {}, says(staff), ['finance']],
    ['a list in the ID token, beside another from UserInfo', says(odd), says(staff), ['ops']],
    ['5,000 texts', { groups: [...Array.from({ length: 4999 }, (_, i) => `g${i}`), staff] }, {}, ['finance']],
  ])('%s counts', async (_, claims, userinfo, expected) => {
    const name = fresh();
    // What counts replaces what the last sign-in said, also with nothing.
    await arrive(name, says(lead, odd));
    expect(await liveOf(name)).toEqual(['audit', 'finance', 'ops']);
    await arrive(name, claims, userinfo);
    expect(await groupsOf(name)).toEqual({ rows: expected.map((one) => `${one} provider:corp`), live: expected });
  });

  it('decides who may use the client, at that very sign-in', async () => {
    const name = fresh();
    await apply({
      clients: [{ ...fixtureClient('silent'), client_id: 'ledger', access: 'assigned', access_groups: ['audit'] }],
    });
    const arriveAt = async (...groups: string[]) => {
      upstream.script = { claims: { sub: name, preferred_username: name, groups } };
      const person = await openSignIn(area.provider, { client_id: 'ledger' });
      const { pathname, searchParams } = new URL(locationOf(await comeBack(person, upstream)));
      return searchParams.has('code') ? 'code' : pathname;
    };
    expect(await arriveAt(lead)).toBe('code');
    expect(await arriveAt(staff)).toBe('/login/access');
    expect(await arriveAt(lead, staff)).toBe('code');
  });

  it('decides who may use the client, at the sign-in that links the identity', async () => {
    await apply({
      clients: [{ ...fixtureClient('silent'), client_id: 'ledger', access: 'assigned', access_groups: ['audit'] }],
    });
    const { person, name } = await arriveToLink('ledger', lead);
    const linked = await person.answer({ decision: 'sign_in', username: name, password });
    expect(new URL(locationOf(linked)).searchParams.has('code')).toBe(true);
  });

  const elsewhere = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.test' } } };
  it.each<[string, object, object, string]>([
    ['a distributed claim', elsewhere, {}, 'groups_overage'],
    ['a distributed claim of UserInfo', {}, elsewhere, 'groups_overage'],
    ['a distributed claim beside a list', { ...elsewhere, ...says(odd) }, {}, 'groups_overage'],
    ['hasgroups', { hasgroups: true }, {}, 'groups_overage'],
    ['numbers', says(1, 2), {}, 'groups_unreadable'],
    ['a text among others', says(staff, { id: staff }), {}, 'groups_unreadable'],
    ['null', { groups: null }, {}, 'groups_unreadable'],
    ['an object', { groups: { [staff]: true } }, {}, 'groups_unreadable'],
    ['5,001 texts', { groups: Array.from({ length: 5001 }, () => staff) }, {}, 'groups_unreadable'],
  ])(
    '%s leaves the memberships as they are, and is a problem of the provider',
    async (_, claims, userinfo, problem) => {
      const name = fresh();
      await arrive(name, says(lead));
      await arrive(name, claims, userinfo);
      expect(await liveOf(name)).toEqual(['audit', 'finance']);
      expect(await problemOfProvider()).toBe(problem);
      expect(await eventsOf(name)).toEqual([
        'group.member_added audit',
        'group.member_added finance',
        `identity.groups_incomplete ${problem}`,
      ]);
    },
  );

  it.each([
    [{ _claim_names: { other: 'src1' } }],
    [{ hasgroups: 'true' }],
    [{ hasgroups: false }],
    [{ _claim_names: 'groups' }],
  ])('%j is no overage', async (claims) => {
    const name = fresh();
    await arrive(name, says(staff));
    await arrive(name, claims);
    expect(await liveOf(name)).toEqual([]);
  });

  it('another claim may be there although there are too many groups', async () => {
    await apply({ identity_providers: [corp({ ...mapping, claim: 'roles' })] });
    const name = fresh();
    await arrive(name, { roles: [odd], hasgroups: true, _claim_names: { groups: 'src1' } });
    expect(await liveOf(name)).toEqual(['ops']);
  });

  it('a trace says which claim is missing, and what is too much', async () => {
    const { provider } = area;
    const id = await startTrace(await actAs(provider, 'owner'), 'silent');
    await provider.context().refreshConfiguration();
    for (const claims of [{}, { hasgroups: true }]) await arrive(fresh(), claims);
    await provider.flushTraces();
    const admin = await actAs(provider, 'owner');
    const { signIns } = await readTrace(admin, id);
    const told = await Promise.all(signIns.map(async (one) => (await readSignIn(admin, id, one.id)).steps));
    expect(told.flat().flatMap(({ groups }) => groups ?? [])).toEqual(
      expect.arrayContaining([
        { claim: 'groups', problem: 'missing' },
        { claim: 'groups', problem: 'groups_overage' },
      ]),
    );
  });
});

describe('memberships of a provider (decision 023)', () => {
  it('are changed with an event each, by the provider, and not at all by a sign-in with the same groups', async () => {
    const name = fresh();
    await arrive(name, says(lead));
    await arrive(name, says(lead));
    await arrive(name, says(odd, lead));
    await arrive(name, says(odd));
    expect(await eventsOf(name)).toEqual([
      'group.member_added audit',
      'group.member_added finance',
      'group.member_added ops',
      'group.member_removed audit',
      'group.member_removed finance',
    ]);
    const [event] = await listEvents(context().db, { types: ['group.member_removed'] }, 1);
    expect(event).toMatchObject({ actorKind: 'identity_provider', actorId: 'corp', clientId: 'silent' });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ source: 'provider:corp', expires_at: null, batch: /./ });
  });

  it('leave those of other sources alone, and are left alone by them', async () => {
    const name = fresh();
    await arrive(name, says(staff));
    await addByHand(name, 'finance');
    await addByHand(name, 'audit');
    await arrive(name, says());
    expect((await groupsOf(name)).rows).toEqual(['audit administrator', 'finance administrator']);
    await arrive(name, says(lead));
    await addByHand(name, 'audit', 'remove');
    expect((await groupsOf(name)).rows).toEqual([
      'audit provider:corp',
      'finance administrator',
      'finance provider:corp',
    ]);
  });

  it('end so many days after the last sign-in there (expires_after_days)', async () => {
    await apply({ identity_providers: [corp({ ...mapping, expires_after_days: 30 })] });
    const name = fresh();
    await arrive(name, says(staff));
    const endOf = async () =>
      (await context().db.membership.findFirstOrThrow({ where: { user: { username: name } } })).expiresAt;
    expect(await endOf()).toEqual(new Date(context().now.getTime() + 30 * day));
    area.provider.advance(60);
    await arrive(name, says(staff));
    expect(await endOf()).toEqual(new Date(context().now.getTime() + 30 * day));
    expect(await eventsOf(name)).toEqual(['group.member_added finance']);
    const { access } = await context().db.user.findFirstOrThrow({ where: { username: name } });
    const at = (ms: number) =>
      liveGroups(readSummary(access), context().snapshot, new Date(context().now.getTime() + ms));
    expect([at(30 * day - 1).size, at(30 * day).size]).toEqual([1, 0]);
    await apply({ identity_providers: [corp({ ...mapping, expires_after_days: null })] });
    await arrive(name, says(staff));
    expect(await endOf()).toBeNull();
  });

  it('are what the mapping says at the next sign-in, and never make groups', async () => {
    const name = fresh();
    await arrive(name, says(staff, 'admins'));
    await apply({ identity_providers: [corp({ claim: 'groups', values: { [staff]: ['ops'] } })] });
    expect(await liveOf(name)).toEqual(['finance']);
    await arrive(name, says(staff, 'admins'));
    expect(await liveOf(name)).toEqual(['ops']);
    expect((await context().db.group.findMany()).map(({ name: one }) => one).toSorted()).toEqual([
      'audit',
      'finance',
      'ops',
    ]);
  });

  it('stay while the provider is disabled', async () => {
    const name = fresh();
    await arrive(name, says(staff));
    await apply({ identity_providers: [corp(mapping, { enabled: false })] });
    expect(await liveOf(name)).toEqual(['finance']);
  });

  it.each(['removing the mapping', 'deleting the provider'])(
    'end with %s, which plan says, and do not come back with it',
    async (way) => {
      const isDeletion = way === 'deleting the provider';
      const name = fresh();
      await arrive(name, says(lead));
      const { db, settings, now } = context();
      const stored = await db.membership.count({ where: { source: 'provider:corp' } });
      const file = isDeletion ? {} : { identity_providers: [corp(null)] };
      const options = {
        prune: false,
        secret: settings.secret,
        ...(isDeletion && { remove: { identity_providers: ['corp'] } }),
      };
      const { changes } = await planConfiguration(db, parseConfiguration(JSON.stringify(file)), options);
      const marks = [...(await readImpact(db, changes, now)).values()].flat();
      expect(marks).toContainEqual({ kind: 'memberships_end', count: stored });
      if (isDeletion) {
        await applyOnly({ identity_providers: [corp(mapping, { enabled: false })] });
        await deleteEntry(await actAs(area.provider, 'owner'), providerSection, 'corp');
      } else await applyOnly(file);
      await context().refreshConfiguration();
      // They count no longer, whether or not the job has removed them.
      expect(await liveOf(name)).toEqual([]);
      await expect(applyOnly({ identity_providers: [corp()] })).rejects.toMatchObject({
        problems: [{ code: 'still_removed', path: ['identity_providers', 0, 'group_mapping'] }],
      });
      await continueRemovals(db, now);
      expect(await db.membership.count({ where: { source: 'provider:corp' } })).toBe(0);
      await apply({ identity_providers: [corp()] });
      expect(await groupsOf(name)).toEqual({ rows: [], live: [] });
    },
  );

  const proofOf = async (name: string) => {
    const { db } = context();
    const { sub } = await db.user.findUniqueOrThrow({ where: { canonicalUsername: name } });
    return proven('operator', sub);
  };
  const unlinkAsOwner = async (name: string) => {
    const admin = await actAs(area.provider, 'owner');
    const { sub } = await proofOf(name);
    const identity = await admin.db.userIdentity.findFirstOrThrow({ where: { sub } });
    await unlinkIdentity({ ...admin, reason: 'left' }, sub, identity);
  };
  const doors: readonly (readonly [string, (name: string) => Promise<unknown>])[] = [
    ['an administrator unlinks it', unlinkAsOwner],
    [
      'the account is recovered',
      async (name) => {
        const { db, now } = context();
        const proof = await proofOf(name);
        const next = { passwordHash: 'x', passwordCarries: null };
        await transaction(db, (tx) => replacePassword(tx, proof, next, now));
      },
    ],
    [
      'a change of the address is undone',
      async (name) => {
        const proof = await proofOf(name);
        await transaction(context().db, (tx) => removeIdentities(tx, proof, new Date(0)));
      },
    ],
    [
      'the account gets a role',
      async (name) => setRole(await actAs(area.provider, 'owner'), (await proofOf(name)).sub, 'auditor'),
    ],
  ];
  it.each(doors)('end with the identity when %s, and no others (security #204)', async (_, unlink) => {
    const name = await linkOne(lead, odd);
    await addByHand(name, 'ops');
    expect(await liveOf(name)).toEqual(['audit', 'finance', 'ops']);
    await unlink(name);
    expect(await groupsOf(name)).toEqual({ rows: ['ops administrator'], live: ['ops'] });
  });

  it('end with the identity with an event each, of whoever ended it (security #204)', async () => {
    const name = await linkOne(lead, odd);
    await unlinkAsOwner(name);
    const ended = (await eventsOf(name)).filter((event) => event.startsWith('group.member_removed'));
    expect(ended).toEqual(['audit', 'finance', 'ops'].map((group) => `group.member_removed ${group}`));
    const [event] = await listEvents(context().db, { types: ['group.member_removed'] }, 1);
    expect(event).toMatchObject({ actorKind: 'user', actorName: 'owner', targetName: name });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ source: 'provider:corp', reason: 'left' });
  });

  it('stay where another identity at the same provider was used later (security #204)', async () => {
    const name = await linkOne(lead);
    const { sub } = await proofOf(name);
    const { db, now } = context();
    const { issuer } = await db.userIdentity.findFirstOrThrow({ where: { sub } });
    const other = { provider: 'corp', issuer, subject: randomUUID(), sub, claims: '[]' };
    const before = new Date(now.getTime() - day);
    await db.userIdentity.create({ data: { ...other, createdAt: before, lastUsedAt: before } });
    await unlinkIdentity(await actAs(area.provider, 'owner'), sub, other);
    expect(await liveOf(name)).toEqual(['audit', 'finance']);
  });

  it.each([
    ['a former issuer', { issuer: 'https://former.example' }],
    ['somebody else at the same provider', { subject: randomUUID() }],
  ])('end with the identity that gave them, although one of %s stays (security #204)', async (_, other) => {
    const name = await linkOne(lead);
    const { sub } = await proofOf(name);
    const { db, now } = context();
    const { issuer, subject } = await db.userIdentity.findFirstOrThrow({ where: { sub } });
    const own = { provider: 'corp', issuer, subject, sub };
    const before = new Date(now.getTime() - day);
    await db.userIdentity.create({ data: { ...own, ...other, claims: '[]', createdAt: before, lastUsedAt: before } });
    await unlinkIdentity(await actAs(area.provider, 'owner'), sub, own);
    expect(await groupsOf(name)).toEqual({ rows: [], live: [] });
  });

  it('end with the issuer, which plan says, except for people who signed in at the new one (security #204)', async () => {
    const [left, back] = [fresh(), fresh()];
    for (const name of [left, back]) await arrive(name, says(lead));
    const { db, settings, now } = context();
    const file = { identity_providers: [corp(mapping, { issuer: 'https://new.example' })] };
    const stored = await db.membership.count({ where: { source: 'provider:corp' } });
    const options = { prune: false, secret: settings.secret };
    const { changes } = await planConfiguration(db, parseConfiguration(JSON.stringify(file)), options);
    const marks = [...(await readImpact(db, changes, now)).values()].flat();
    expect(marks).toContainEqual({ kind: 'memberships_end', count: stored });
    await applyOnly(file);
    await applyOnly({ identity_providers: [corp(mapping, { issuer: 'https://newer.example' })] });
    await context().refreshConfiguration();
    const provider = context().snapshot.providers.get('corp') ?? expect.fail('there is no corp');
    const { sub, access } = await db.user.findFirstOrThrow({ where: { username: back } });
    const later = new Date(now.getTime() + 1);
    const identity = { provider: 'corp', issuer: 'https://newer.example', subject: back, sub, claims: '[]' };
    await db.userIdentity.create({ data: { ...identity, createdAt: later, lastUsedAt: later } });
    const said = { values: [staff], isMissing: false };
    const about = { client: null, address: null, requestId: null };
    await transaction(db, (tx) =>
      mapGroups(tx, { sub, username: back, access }, { provider, said, about }, { ...context(), now: later }),
    );
    await continueRemovals(db, later);
    expect(await groupsOf(left)).toEqual({ rows: [], live: [] });
    expect(await groupsOf(back)).toEqual({ rows: ['finance provider:corp'], live: ['finance'] });
    expect(await db.removal.count()).toBe(0);
  });

  it('end with the issuer for somebody whom a process that still knows the former one signs in (security #204)', async () => {
    const name = fresh();
    await arrive(name, says(lead));
    const { db, now } = context();
    await applyOnly({ identity_providers: [corp(mapping, { issuer: 'https://new.example' })] });
    const later = new Date(now.getTime() + 1);
    await db.userIdentity.updateMany({ where: { user: { username: name } }, data: { lastUsedAt: later } });
    await continueRemovals(db, later);
    await context().refreshConfiguration();
    expect(await groupsOf(name)).toEqual({ rows: [], live: [] });
  });

  it('stay for somebody who signed in at the issuer that came back before they were removed (security #204)', async () => {
    const name = fresh();
    await arrive(name, says(lead));
    await applyOnly({ identity_providers: [corp(mapping, { issuer: 'https://new.example' })] });
    await applyOnly({ identity_providers: [corp()] });
    await context().refreshConfiguration();
    area.provider.advance(1);
    await arrive(name, says(lead));
    await continueRemovals(context().db, context().now);
    expect(await groupsOf(name)).toMatchObject({ live: ['audit', 'finance'] });
  });

  it.each([
    ['links another identity of the former one', () => upstream.issuer, { values: [lead], isMissing: false }],
    ['signs in at the new one, which has too many to tell', () => next, { problem: 'groups_overage' } as const],
  ])('end with the issuer for somebody who %s before they were removed (security #204)', async (_, issuerOf, said) => {
    const name = fresh();
    await arrive(name, says(lead));
    const { db, now, snapshot } = context();
    await applyOnly({ identity_providers: [corp(mapping, { issuer: next })] });
    const issuer = issuerOf();
    const provider = { ...(snapshot.providers.get('corp') ?? expect.fail('there is no corp')), issuer };
    const { sub, access } = await db.user.findFirstOrThrow({ where: { username: name } });
    const later = new Date(now.getTime() + 1);
    const identity = { provider: 'corp', issuer, subject: randomUUID(), sub, claims: '[]' };
    await db.userIdentity.create({ data: { ...identity, createdAt: later, lastUsedAt: later } });
    const about = { client: null, address: null, requestId: null };
    await transaction(db, (tx) =>
      mapGroups(tx, { sub, username: name, access }, { provider, said, about }, { snapshot, now: later }),
    );
    await continueRemovals(db, later);
    await context().refreshConfiguration();
    expect(await groupsOf(name)).toEqual({ rows: [], live: [] });
  });

  it('end where the tenant that a person came from may no longer sign in, which plan says (security #204)', async () => {
    const [kept, gone] = [randomUUID(), randomUUID()];
    await apply({ identity_providers: [corp(mapping, { allowed_tenants: [kept, gone] })] });
    const { db, settings, now } = context();
    const names: string[] = [];
    for (const tenants of [[kept], [gone], [gone, kept], [kept, gone]]) {
      const name = fresh();
      await arrive(name, { ...says(lead), tid: kept });
      const { sub } = await proofOf(name);
      await db.userIdentity.deleteMany({ where: { sub } });
      const identities = tenants.map((tenant, index) => ({
        ...{
          provider: 'corp',
          issuer: `${new URL(upstream.issuer).origin}/${tenant}/v2.0`,
          subject: name,
          sub,
          claims: '[]',
        },
        ...{ createdAt: now, lastUsedAt: new Date(now.getTime() + index) },
      }));
      await db.userIdentity.createMany({ data: identities });
      names.push(name);
    }
    const file = { identity_providers: [corp(mapping, { allowed_tenants: [kept] })] };
    const options = { prune: false, secret: settings.secret };
    const { changes } = await planConfiguration(db, parseConfiguration(JSON.stringify(file)), options);
    const marks = [...(await readImpact(db, changes, now)).values()].flat();
    expect(marks).toContainEqual({ kind: 'memberships_end', count: 4 });
    await apply(file);
    const live = await Promise.all(names.map(async (name) => (await groupsOf(name)).live));
    expect(live).toEqual([['audit', 'finance'], [], ['audit', 'finance'], []]);
    expect(await db.removal.count()).toBe(0);
  });

  const tenant = randomUUID();
  it.each<[string, () => object, object?]>([
    ['a mapping which is gone', () => corp(null)],
    ['an issuer which is gone', () => corp(mapping, { issuer: 'https://new.example' })],
    ['a tenant which is gone', () => corp(mapping, { allowed_tenants: [randomUUID()] }), { allowedTenants: [tenant] }],
  ])('a sign-in that still knows %s writes none', async (_, next, then = {}) => {
    const name = fresh();
    await arrive(name, says());
    const { db, now, snapshot } = context();
    const provider = { ...(snapshot.providers.get('corp') ?? expect.fail('there is no corp')), ...then };
    const { sub, access } = await db.user.findFirstOrThrow({ where: { username: name } });
    await apply({ identity_providers: [next()] });
    const about = { client: null, address: null, requestId: null };
    const said = { values: [staff], isMissing: false };
    const done = await transaction(db, (tx) =>
      mapGroups(tx, { sub, username: name, access }, { provider, said, about }, { snapshot, now }),
    );
    expect(done).toEqual({ access, events: [], note: null });
    expect((await groupsOf(name)).rows).toEqual([]);
  });

  it('are the first by name up to 1,000 of all sources, and the rest is a problem of the provider', async () => {
    const name = fresh();
    await arrive(name, says());
    const { db, now } = context();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: name } });
    const rows = Array.from({ length: 999 }, (_, index) => ({ key: `x${index}`, id: `x${index}`, name: `x${index}` }));
    await db.group.createMany({
      data: rows.map((row) => ({ ...row, settings: '{}', createdAt: now, updatedAt: now })),
    });
    const set = rows.map(({ id }) => ({ sub, groupId: id, source: 'file', expiresAt: null, since: now }));
    await transaction(db, (tx) => writeMemberships(tx, { set }));
    await db.revision.updateMany({ data: { number: { increment: 1 } } });
    await context().refreshConfiguration();
    await arrive(name, says(lead, odd));
    expect((await groupsOf(name)).rows.filter((row) => row.includes('provider'))).toEqual(['audit provider:corp']);
    expect(await problemOfProvider()).toBe('groups_too_many');
    await db.membership.deleteMany({ where: { sub } });
    await db.group.deleteMany({ where: { key: { startsWith: 'x' } } });
    await db.revision.updateMany({ data: { number: { increment: 1 } } });
    await context().refreshConfiguration();
  });

  it.each<[string, object, { groups: unknown[] }, { days?: number; statements: number; told: number }]>([
    ['nothing changed', says(lead), says(lead), { statements: 1, told: 0 }],
    ['groups came', says(lead), says(lead, odd), { statements: 4, told: 0 }],
    ['groups went', says(lead, odd), says(lead), { statements: 5, told: 1 }],
    ['groups came and went', says(lead), says(odd), { statements: 6, told: 1 }],
    ['they end earlier', says(lead), says(lead), { days: 30, statements: 5, told: 1 }],
  ])('cost so many statements where %s, and clients hear of what may be lost', async (_, before, after, expected) => {
    const name = fresh();
    await arrive(name, before);
    const { db, now, snapshot } = context();
    const known = snapshot.providers.get('corp') ?? expect.fail('there is no corp');
    const { days = null } = expected;
    const provider = {
      ...known,
      groupMapping: known.groupMapping && { ...known.groupMapping, expiresAfterDays: days },
    };
    const { sub } = await db.user.findFirstOrThrow({ where: { username: name } });
    await db.accessChange.deleteMany({ where: { key: sub } });
    const said = { values: after.groups.map(String), isMissing: false };
    const about = { client: null, address: null, requestId: null };
    const statements = await transaction(db, async (tx) => {
      const { access = '' } = (await lockUser(tx, sub)) ?? {};
      const counted = countStatements(Object.assign(tx, { $connect: db.$connect }) as never);
      await mapGroups(
        counted.db as never,
        { sub, username: name, access },
        { provider, said, about },
        { snapshot, now },
      );
      return counted.count();
    });
    expect(statements).toBe(expected.statements);
    expect(await db.accessChange.count({ where: { kind: 'person', key: sub } })).toBe(expected.told);
    await groupsOf(name);
  });

  it('agree with what an administrator does to the same person at once', async () => {
    const name = fresh();
    await arrive(name, says());
    for (let round = 0; round < 4; round += 1) {
      const isIn = round % 2 === 0;
      await Promise.all([
        arrive(name, isIn ? says(lead) : says()),
        addByHand(name, 'finance', isIn ? 'add' : 'remove'),
        addByHand(name, 'ops', isIn ? 'add' : 'remove'),
      ]);
      const expected = isIn
        ? ['audit provider:corp', 'finance administrator', 'finance provider:corp', 'ops administrator']
        : [];
      expect((await groupsOf(name)).rows).toEqual(expected);
    }
  });
});

describe('the setting group_mapping (decision 023)', () => {
  const values = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, ['ops']]));
  it.each<[string, object, string[]]>([
    ['500 values', corp2({ claim: 'groups', values: values(500) }), []],
    ['501 values', corp2({ claim: 'groups', values: values(501) }), ['group_mapping.values: too_many']],
    [
      'an unknown group',
      corp2({ claim: 'groups', values: { a: ['ops', 'nobody'] } }),
      ['group_mapping.values.a.1: group_unknown'],
    ],
    ['a group in another case', corp2({ claim: 'groups', values: { a: ['OPS'] } }), []],
    [
      'a group twice',
      corp2({ claim: 'groups', values: { a: ['ops', 'OPS'] } }),
      ['group_mapping.values.a.1: duplicate'],
    ],
    ['a value without a group', corp2({ claim: 'groups', values: { a: [] } }), ['group_mapping.values.a: too_small']],
    ['no claim', corp2({ values: {} }), ['group_mapping.claim: invalid_type']],
    [
      '0 days',
      corp2({ claim: 'g', values: {}, expires_after_days: 0 }),
      ['group_mapping.expires_after_days: too_small'],
    ],
    [
      '3,651 days',
      corp2({ claim: 'g', values: {}, expires_after_days: 3651 }),
      ['group_mapping.expires_after_days: too_big'],
    ],
    [
      'another type',
      { ...corp2({ claim: 'g', values: {} }), type: 'github', issuer: null },
      ['group_mapping: group_mapping_type'],
    ],
  ])('%s: %s', async (_, entry, expected) => {
    const { db, settings } = context();
    const plan = async () =>
      planConfiguration(db, parseConfiguration(JSON.stringify({ identity_providers: [entry] })), {
        prune: false,
        secret: settings.secret,
      });
    const found = await plan().then(
      () => [],
      (error: { problems?: { path: unknown[]; code: string }[] }) =>
        (error.problems ?? expect.fail(String(error))).map(({ path, code }) => `${path.slice(2).join('.')}: ${code}`),
    );
    expect(found).toEqual(expected);
  });

  it('holds its groups: none of them can be deleted', async () => {
    const { db, settings } = context();
    const removed = planConfiguration(db, parseConfiguration('{}'), {
      prune: false,
      secret: settings.secret,
      remove: { groups: ['finance'] },
    });
    await expect(removed).rejects.toMatchObject({ problems: [{ code: 'in_use' }] });
  });
});

function corp2(group_mapping: object) {
  return {
    name: 'two',
    display_name: 'Two',
    type: 'oidc',
    issuer: 'https://two.test',
    client_id: 'x',
    client_secret: 'y',
    group_mapping,
  };
}

async function applyOnly(file: object): Promise<void> {
  const { db, settings, now } = context();
  const options = { prune: false, secret: settings.secret, by: byCommandLine, now };
  await applyConfiguration({ db }, parseConfiguration(JSON.stringify(file)), options);
}

describe('too many groups', () => {
  it('are found by the checks for seven days', async () => {
    area.provider.advance((60 * day) / 1000);
    const found = async (days: number) => {
      const checks = await readChecks({ ...context(), now: new Date(context().now.getTime() + days * day) });
      return checks.filter(({ rule }) => rule === 'groups_overage').map(({ object }) => object.id);
    };
    await arrive(fresh(), { groups: null });
    expect(await found(0)).toEqual([]);
    await arrive(fresh(), { hasgroups: true });
    expect(await found(6.9)).toEqual(['corp']);
    expect(await found(7.1)).toEqual([]);
    await apply({ identity_providers: [corp(null)] });
    expect(await found(0)).toEqual([]);
  });
});
