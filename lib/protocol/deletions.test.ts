import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withdrawClient } from '#lib/admin/users/account-store';
import { deleteClients } from '#lib/clients/delete-clients';
import { countUsage } from '#lib/clients/live-count-store';
import { byCommandLine } from '#lib/config/authorship';
import { changeConfiguration } from '#lib/config/change';
import { continueRemovals } from '#lib/config/continue-removals';
import { findConsent, holdConsent, listConsents, rememberConsent } from '#lib/consents/consent-store';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import {
  continueRevocations,
  endClientAccess,
  forgetConsentsOf,
  narrowGrants,
  revokeGrants,
} from '#lib/db/revoke-grants';
import { run } from '#lib/db/run';
import { sweepExpired } from '#lib/db/sweep';
import { transaction } from '#lib/db/transaction';
import { deleteUsers } from '#lib/sessions/delete-user';
import { signOutUser } from '#lib/sessions/sign-out';
import { approvedDevice, deviceClient, pollDevice } from '#lib/testing/device';
import { type Issued, issueCode, redeem, refresh, secrets, fixtures as shared, userinfo } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { hasBeenGranted } from '#lib/tokens/grant-store';
import { findUserByUsername } from '#lib/users/user-store';
import { tenantWord } from '#lib/users/user-word-store';

/** More than what a deletion removes in its own transaction. */
const many = 400;
const scope = 'openid offline_access orders';
const apiSecret = 'the secret of the API 0123456789';
/** Its grants are removed after those of `web`. */
const device = { client_id: 'xylophone' };
/** With an API that introspects, and a device. */
const fixtures = {
  ...shared,
  clients: [...shared.clients, { ...deviceClient, ...device }],
  scopes: shared.scopes.map((one) => (one.name === 'orders' ? { ...one, secrets: [{ value: apiSecret }] } : one)),
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const db = () => provider.context().db;
const now = () => provider.context().now;
const subOf = async (name: string) => (await findUserByUsername(db(), name))?.sub ?? '';

/** A person's tokens and an unused code at the client `web`, and very many further grants of both. */
async function prepare() {
  await provider.configure(fixtures);
  const sub = await subOf('alice');
  const signedIn = await issueCode(provider, { scope });
  const tokens = bodyOf(await redeem(provider, signedIn));
  const unused = await issueCode(provider, { scope }, signedIn.person);
  await prepareMore(sub);
  return { tokens, unused, sub };
}

async function prepareMore(sub: string) {
  const times = { createdAt: now(), expiresAt: new Date(now().getTime() + 86_400_000) };
  const last = await db().revocation.aggregate({ _max: { number: true } });
  const ids = Array.from({ length: many }, () => createId());
  await db().grant.createMany({
    data: ids.map((id) => ({ id, clientId: 'web', sub, scope, authTime: now(), era: last._max.number ?? 0, ...times })),
  });
  await db().refreshToken.createMany({ data: ids.map((id) => ({ hash: id, grantId: id, ...times })) });
}

type Held = { readonly tokens: Record<string, unknown>; readonly unused: Issued; readonly sub: string };

it('a device that a deleted person had allowed gets invalid_grant (RFC 8628 §3.5)', async () => {
  await prepare();
  const { deviceCode } = await approvedDevice(provider, device);
  const used = await approvedDevice(provider, device);
  expect((await pollDevice(provider, used.deviceCode, device)).status).toBe(200);
  await deletions.user();
  expect(await db().deviceRequest.count({ where: { grantId: { not: null } } }), 'what the transaction left').toBe(2);
  for (const code of [deviceCode, used.deviceCode]) {
    const answer = await pollDevice(provider, code, device);
    expect([answer.status, bodyOf(answer).error]).toEqual([400, 'invalid_grant']);
  }
  await continueRemovals(db(), now());
});

/** What a program that holds them still gets. */
async function alive({ tokens, unused }: Held): Promise<string[]> {
  const authorization = basic('orders', apiSecret);
  const asked = await provider.post('/connect/introspect', { token: String(tokens.access_token) }, { authorization });
  const works = [
    (await userinfo(provider, tokens.access_token)).status === 200 && 'userinfo',
    bodyOf(asked).active === true && 'introspection',
    (await refresh(provider, tokens.refresh_token)).status === 200 && 'refresh token',
    (await redeem(provider, unused)).status === 200 && 'code',
  ];
  return works.filter((name) => name !== false);
}

const deletions = {
  client: () => {
    const { dialect } = db().prepared;
    return transaction(db(), (tx) => deleteClients(tx, ['web'], { dialect, now: now() }));
  },
  user: async () => {
    const sub = await subOf('alice');
    const { dialect } = db().prepared;
    return transaction(db(), (tx) => deleteUsers(tx, [sub], { dialect, now: now() }));
  },
} as const;

async function countLeft(sub: string) {
  const where = { OR: [{ clientId: 'web' }, { sub }] };
  return {
    grants: await db().grant.count({ where }),
    tokens: (await db().refreshToken.count()) + (await db().accessToken.count({ where })),
    consents: await db().consent.count({ where }),
    removals: await db().removal.count(),
  };
}

/** A signal that stops a job when it looks at it for the last of so many times. */
function stopAfter(looks: number): AbortSignal {
  let left = looks;
  const aborted = () => {
    left -= 1;
    return left <= 0;
  };
  return Object.defineProperty(new AbortController().signal, 'aborted', { get: aborted });
}
const nothing = { grants: 0, tokens: 0, consents: 0, removals: 0 };

/** A file in which the deleted client, or person with the same sub, is created again. */
const again = (sub: string) => ({
  ...fixtures,
  users: fixtures.users.map((user) => (user.username === 'alice' ? { ...user, sub } : user)),
});

describe.each(['client', 'user'] as const)('deleting a %s with very many grants', (kind) => {
  it('takes effect at once, in a process that does not know of it too, and the job removes the rest', async () => {
    const held = await prepare();
    await deletions[kind]();
    expect((await countLeft(held.sub)).grants, 'what the transaction left').toBeGreaterThan(0);
    expect(await alive(held)).toEqual([]);
    await continueRemovals(db(), now());
    expect(await countLeft(held.sub)).toEqual(nothing);
    expect(await db().client.count({ where: { removedAt: { not: null } } })).toBe(0);
  });

  it('gives nothing back to another one with the same name, which there is only when nothing is left', async () => {
    const held = await prepare();
    await db().consent.create({ data: { sub: held.sub, clientId: 'web', scope, createdAt: now() } });
    await deletions[kind]();
    await expect(provider.configure(again(held.sub))).rejects.toThrow(/still being removed/);
    await continueRemovals(db(), now());
    await provider.configure(again(held.sub));
    expect(await alive(held)).toEqual([]);
    expect(await findConsent(db(), held.sub, { clientId: 'web', consentLifetimeSeconds: null })).toBeNull();
    const issued = await issueCode(provider, { scope });
    const fresh = {
      tokens: bodyOf(await redeem(provider, issued)),
      unused: await issueCode(provider, { scope }, issued.person),
      sub: held.sub,
    };
    await continueRemovals(db(), now());
    expect(await alive(fresh)).toEqual(['userinfo', 'introspection', 'refresh token', 'code']);
  });

  it('goes on where a process was stopped in the middle', async () => {
    const held = await prepare();
    await deletions[kind]();
    const before = await countLeft(held.sub);
    await continueRemovals(db(), now(), stopAfter(2));
    const between = await countLeft(held.sub);
    expect(between.removals).toBe(1);
    expect(between.grants + between.tokens).toBeLessThan(before.grants + before.tokens);
    await continueRemovals(db(), now());
    expect(await countLeft(held.sub)).toEqual(nothing);
  });

  it('is done by several processes at once', async () => {
    const held = await prepare();
    await deletions[kind]();
    await Promise.all([1, 2, 3].map(() => continueRemovals(db(), now())));
    expect(await countLeft(held.sub)).toEqual(nothing);
  });
});

it('no new person gets a sub that is being removed, not even one that is the username of somebody else', async () => {
  await provider.configure(fixtures);
  const name = { kind: 'user', name: 'bob' };
  await db().removal.create({ data: { ...name, startedAt: now() } });
  const users = [...fixtures.users, { username: 'newcomer', sub: 'bob' }];
  await expect(provider.configure({ ...fixtures, users })).rejects.toThrow(/still being removed/);
  await db().removal.deleteMany();
});

it('deleting a tenant with very many people empties it before there is another one with its name', async () => {
  const tenant = { name: 'acme', display_name: 'Acme' };
  await provider.configure({ ...fixtures, tenants: [tenant] });
  const person = { enabled: true, tenants: '["acme"]', claims: '{}', createdAt: now(), updatedAt: now() };
  const subs = Array.from({ length: many }, (_, index) => `member-${index}`);
  await db().user.createMany({ data: subs.map((sub) => ({ ...person, sub, username: sub, canonicalUsername: sub })) });
  await db().userWord.createMany({ data: subs.map((sub) => ({ sub, word: tenantWord('acme') })) });
  const grant = { id: createId(), clientId: 'web', sub: subs[0] ?? '', scope, tenant: 'acme' };
  await db().grant.create({ data: { ...grant, createdAt: now(), expiresAt: new Date(now().getTime() + 86_400_000) } });
  const members = () => db().user.count({ where: { tenants: '["acme"]' } });
  await changeConfiguration({ db: db() }, [{ section: 'tenants', key: 'acme', entry: null }], change());
  expect(await members(), 'what the transaction left').toBeGreaterThan(0);
  const create = () =>
    changeConfiguration({ db: db() }, [{ section: 'tenants', key: 'acme', entry: tenant }], change());
  await expect(create()).rejects.toThrow(/still being removed/);
  await continueRemovals(db(), now());
  expect([await members(), await db().user.count({ where: { tenants: '"none"', sub: { in: subs } } })]).toEqual([
    0,
    many,
  ]);
  expect(await db().grant.count({ where: { tenant: 'acme', revokedAt: null } })).toBe(0);
  await create();
  await db().user.deleteMany({ where: { sub: { in: subs } } });
});

const change = () => ({ secret: provider.context().settings.secret, now: now(), by: byCommandLine });

const revocations = {
  'signing a person out everywhere': (sub: string) => transaction(db(), (tx) => signOutUser(tx, { sub, now: now() })),
  'taking an application from a person': (sub: string) =>
    transaction(db(), (tx) => withdrawClient(tx, { sub, clientId: 'web' }, now())),
  'taking offline_access from an application of a person': (sub: string) =>
    transaction(db(), (tx) => {
      return revokeGrants(tx, { sub, clientId: 'web', scope: 'offline_access' }, { reason: 'withdrawn', now: now() });
    }),
  'revoking all of an application': () =>
    transaction(db(), (tx) => endClientAccess(tx, 'web', { reason: 'agent_blocked', now: now() })),
} as const;

describe.each(Object.entries(revocations))('%s with very many grants', (_, revoke) => {
  it('takes effect at once, spares what is given afterwards, and the job writes it down', async () => {
    const held = await prepare();
    const others = await holdOthers();
    await revoke(held.sub);
    const left = { where: { clientId: 'web', sub: held.sub, revokedAt: null } };
    expect(await db().grant.count(left), 'what the transaction left').toBeGreaterThan(0);
    const kept = await db().grant.findFirstOrThrow({ ...left, select: { id: true } });
    const refreshToken = createHandle();
    const life = { createdAt: now(), expiresAt: new Date(now().getTime() + 86_400_000) };
    await db().refreshToken.create({ data: { hash: hashHandle(refreshToken), grantId: kept.id, ...life } });
    expect((await refresh(provider, refreshToken)).status, 'of a grant that is not written down').toBe(400);
    expect(await alive(held)).toEqual([]);
    expect(await hasBeenGranted(db(), { sub: held.sub, clientId: 'web' }, now())).toBe(false);
    const issued = await issueCode(provider, { scope });
    const unused = await issueCode(provider, { scope }, issued.person);
    const fresh = { tokens: bodyOf(await redeem(provider, issued)), unused, sub: held.sub };
    await Promise.all([1, 2].map(() => continueRevocations(db())));
    expect([await db().revocation.count(), await db().grant.count(left)]).toEqual([0, 2]);
    expect(await alive(fresh)).toEqual(['userinfo', 'introspection', 'refresh token', 'code']);
    const answer = await refresh(provider, others, {}, basic('web2', secrets.web2));
    expect(answer.status, 'of another person and client').toBe(200);
  });

  it('again, revokes what was given between two', async () => {
    const held = await prepare();
    await revoke(held.sub);
    const issued = await issueCode(provider, { scope });
    const between = { tokens: bodyOf(await redeem(provider, issued)), unused: issued, sub: held.sub };
    await prepareMore(held.sub);
    await revoke(held.sub);
    expect(await alive(between)).toEqual([]);
    await continueRevocations(db());
    expect(await db().grant.count({ where: { clientId: 'web', sub: held.sub, revokedAt: null } })).toBe(0);
  });
});

describe('taking a scope from an application of a person with very many grants', () => {
  const take = (sub: string, name = 'orders') =>
    transaction(db(), (tx) => narrowGrants(tx, { sub, clientId: 'web', scope: name }, now()));

  /** Live grants of the person by their scopes, as they are stored. */
  async function stored(sub: string) {
    const rows = await db().grant.groupBy({
      by: ['scope', 'revokedReason'],
      where: { sub, clientId: 'web', createdAt: now() },
      _count: { _all: true },
    });
    return rows.map((row) => `${row._count._all} ${row.scope} ${row.revokedReason}`).toSorted();
  }

  /** A refresh token of a grant that still has the scope in its row. */
  async function ofUnwritten(sub: string) {
    const where = { sub, clientId: 'web', scope, revokedAt: null };
    const { id: grantId } = await db().grant.findFirstOrThrow({ where, select: { id: true } });
    const token = createHandle();
    const life = { createdAt: now(), expiresAt: new Date(now().getTime() + 86_400_000) };
    await db().refreshToken.create({ data: { hash: hashHandle(token), grantId, ...life } });
    return token;
  }

  it('takes effect at once, spares what is given afterwards, and the job writes it down', async () => {
    provider.advance(1);
    const held = await prepare();
    await take(held.sub);
    const token = await ofUnwritten(held.sub);
    const answer = bodyOf(await refresh(provider, token));
    expect(answer.scope, 'of a grant that is not written down').toBe('openid offline_access');
    expect(await alive(held)).not.toContain('introspection');
    const issued = await issueCode(provider, { scope });
    expect(bodyOf(await redeem(provider, issued)).scope).toBe(scope);
    await continueRevocations(db(), stopAfter(2));
    await Promise.all([1, 2].map(() => continueRevocations(db())));
    expect(await db().revocation.count()).toBe(0);
    expect(await stored(held.sub)).toEqual([`${many + 2} openid offline_access null`, `1 ${scope} null`].toSorted());
  });

  it('ends grants that have no other, and takes claims that were allowed under it by name', async () => {
    provider.advance(1);
    await provider.configure(fixtures);
    const sub = await subOf('alice');
    await prepareMore(sub);
    const under = { idToken: ['email', 'name'], userinfo: [], under: { email: 'orders', name: 'profile' } };
    const ids = await db().grant.findMany({ where: { sub, createdAt: now() }, select: { id: true } });
    const [alone = [], named = []] = [ids.slice(0, many / 2), ids.slice(many / 2)].map((part) =>
      part.map(({ id }) => id),
    );
    await db().grant.updateMany({ where: { id: { in: alone } }, data: { scope: 'orders' } });
    await db().grant.updateMany({ where: { id: { in: named } }, data: { claims: JSON.stringify(under) } });
    await take(sub);
    await continueRevocations(db());
    const left = await db().grant.findMany({
      where: { id: { in: named } },
      select: { claims: true },
      distinct: 'claims',
    });
    expect(left.map(({ claims }) => JSON.parse(claims ?? ''))).toEqual([
      { idToken: ['name'], userinfo: [], under: { name: 'profile' } },
    ]);
    expect(await db().grant.count({ where: { id: { in: alone }, revokedReason: 'withdrawn' } })).toBe(many / 2);
  });

  it('after a revocation that is not written down yet brings nothing back, not even for a code', async () => {
    const held = await prepare();
    await revocations['taking an application from a person'](held.sub);
    await take(held.sub);
    await continueRevocations(db(), stopAfter(2));
    await take(held.sub, 'openid');
    expect(await alive(held)).toEqual([]);
    await continueRevocations(db());
    expect(await db().grant.count({ where: { clientId: 'web', sub: held.sub, revokedAt: null } })).toBe(0);
  });

  // On SQLite, nobody changes a row meanwhile.
  if (inject('database').dialect === 'postgresql') {
    it('brings nothing back beside somebody who changes some of the same grants', async () => {
      const held = await prepare();
      for (let round = 0; round < 3; round += 1) await prepareMore(held.sub);
      await revocations['taking an application from a person'](held.sub);
      await take(held.sub);
      const where = { clientId: 'web', sub: held.sub, revokedAt: null };
      const left = await db().grant.findMany({ where, select: { id: true } });
      const others = left.filter((_, index) => index % 2 === 0).map(({ id }) => id);
      const waiting = () => db().$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      let job: Promise<unknown> = Promise.resolve();
      await transaction(db(), async (tx) => {
        await tx.grant.updateMany({
          where: { id: { in: others } },
          data: { revokedAt: now(), revokedReason: 'other' },
        });
        job = continueRevocations(db());
        while ((await waiting()).length === 0);
      });
      await job;
      expect(await alive(held)).toEqual([]);
      while ((await db().revocation.count()) > 0) await continueRevocations(db());
      expect(await db().grant.count({ where })).toBe(0);
    });
  }
});

describe.each([
  ['forgetting the consents for an application', (tx: Transaction) => forgetConsentsOf(tx, 'web', now()), 1],
  [
    'revoking all of an application',
    (tx: Transaction) => endClientAccess(tx, 'web', { reason: 'agent_blocked', now: now() }),
    0,
  ],
] as const)('%s with very many people', (_, end, grants) => {
  it('takes effect at once, spares what is given afterwards, and the job writes it down', async () => {
    await provider.configure(fixtures);
    const subs = Array.from({ length: many }, () => createId());
    const web = { clientId: 'web', consentLifetimeSeconds: null };
    const consent = { scope: ['openid'], claims: [], expiresAt: null };
    const times = { createdAt: now(), expiresAt: new Date(now().getTime() + 86_400_000) };
    const grant = { id: createId(), clientId: 'web', sub: subs[0] ?? '', scope: 'openid', ...times };
    await db().consent.createMany({ data: subs.map((sub) => ({ sub, clientId: 'web', scope: 'openid', ...times })) });
    await db().grant.create({ data: grant });
    await transaction(db(), end);
    const left = await db().consent.findMany({ where: { clientId: 'web' }, select: { sub: true } });
    const [{ sub: old } = { sub: '' }, { sub: renewed } = { sub: '' }] = left;
    expect(renewed, 'what the transaction left').not.toBe('');
    expect(await findConsent(db(), old, web)).toBeNull();
    expect(await listConsents(db(), old, now())).toEqual([]);
    expect((await countUsage(db(), 'web', now())).consents).toBe(0);
    expect(await run(db(), [holdConsent({ sub: old, clientId: 'web' }, consent)])).toBe('consent_withdrawn');
    const by = { now: now(), revision: await readRevision(db()) };
    await run(db(), [rememberConsent({ sub: renewed, clientId: 'web' }, consent, by)]);
    await Promise.all([1, 2].map(() => continueRevocations(db())));
    expect(await db().revocation.count()).toBe(0);
    expect(await db().consent.findMany({ where: { clientId: 'web' }, select: { sub: true } })).toEqual([
      { sub: renewed },
    ]);
    expect(await findConsent(db(), renewed, web)).toEqual(consent);
    expect(await db().grant.count({ where: { id: grant.id, revokedAt: null } })).toBe(grants);
  });

  it('spares a grant that is given while it is under way, only if its consent stays', async () => {
    await provider.configure(fixtures);
    const subs = Array.from({ length: many }, () => createId());
    const times = { createdAt: now(), expiresAt: new Date(now().getTime() + 86_400_000) };
    await db().consent.createMany({ data: subs.map((sub) => ({ sub, clientId: 'web', scope: 'openid', ...times })) });
    const { era } = await db()
      .grant.aggregate({ _max: { era: true } })
      .then(({ _max }) => ({ era: _max.era ?? 0 }));
    await transaction(db(), end);
    // An authorization that did not see the revocation commits after it.
    const grant = { id: createId(), clientId: 'web', sub: subs[0] ?? '', scope: 'openid', era, ...times };
    await db().grant.create({ data: grant });
    await continueRevocations(db());
    expect(await db().grant.count({ where: { id: grant.id, revokedAt: null } })).toBe(grants);
  });
});

/** A refresh token of Bob for another client, which stays what it is. */
async function holdOthers() {
  const token = createHandle();
  const times = { createdAt: now(), expiresAt: new Date(now().getTime() + 86_400_000) };
  const grant = { id: createId(), clientId: 'web2', sub: await subOf('bob'), scope, authTime: now(), ...times };
  await db().grant.create({ data: grant });
  await db().refreshToken.create({ data: { hash: hashHandle(token), grantId: grant.id, ...times } });
  return token;
}

it('an expired grant is swept with all of its tokens', async () => {
  await prepare();
  provider.advance(366 * 86_400);
  await sweepExpired(db(), now());
  expect([await db().grant.count(), await db().refreshToken.count(), await db().authorizationCode.count()]).toEqual([
    0, 0, 0,
  ]);
});
