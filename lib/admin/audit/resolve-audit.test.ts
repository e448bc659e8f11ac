import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/event-store';
import { auditEventTypes } from '#lib/audit/event-types';
import { personEvent } from '#lib/audit/person-event';
import { saveExplanations } from '#lib/explain/explanation-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { readPlace } from '../list/list-query';
import { readAuditEvent, readAuditLog, readAuditPage, readAuditQuery, readRelatedEvents, tellEvent } from './read';
import { resolveAudit } from './resolve-audit';
import { eventTexts } from './texts';

const hour = 3_600_000;
let area: TestAdmin;
let alice: { readonly kind: 'user'; readonly id: string; readonly name: string };

beforeAll(async () => {
  const spa = { token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };
  area = await createTestAdmin({
    clients: [
      { ...spa, client_id: 'demo', client_name: 'Demo application' },
      { ...spa, client_id: 'demo-tv', client_name: 'Demo television' },
      { ...spa, client_id: 'twice', client_name: 'Twice and again' },
      { ...spa, client_id: 'one-of-two', client_name: 'Same name' },
      { ...spa, client_id: 'two-of-two', client_name: 'Same name' },
    ],
    groups: [{ name: 'crew' }],
    apis: [{ name: 'ledger.api', display_name: 'Ledger' }],
    tenants: [{ name: 'harbor', display_name: 'Harbor Library' }],
    users: [
      { username: 'alice', claims: { name: 'Alice Jones' } },
      { username: 'bob', claims: { name: 'Bob Jones' } },
      { username: 'twice' },
      { username: 'twice-as-much' },
    ],
  });
  const { db, now } = await area.admin();
  const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' }, select: { sub: true } });
  alice = { kind: 'user', id: sub, name: 'alice' };
  const client = { id: 'demo', name: 'Demo application' };
  const write = (hours: number, address: string, type: 'sign_in.succeeded' | 'sign_out.completed') =>
    recordEvents(
      db,
      [{ type, outcome: 'success', actor: alice, client, address }],
      new Date(now.getTime() - hours * hour),
    );
  await write(1, '192.0.2.9', 'sign_in.succeeded');
  await write(1.5, '198.51.100.7', 'sign_out.completed');
  await write(5, '192.0.2.9', 'sign_out.completed');
  const attempt = { outcome: 'failure', client: null, address: '192.0.2.10', requestId: 'r' } as const;
  const failed = { type: 'sign_in.failed', person: null, ...attempt } as const;
  const events = [
    personEvent({ ...failed, attempted: { sub, username: 'alice' }, typedName: 'alice' }),
    personEvent({ ...failed, typedName: 'Mallory' }),
  ];
  await recordEvents(db, events, now);
});
afterAll(() => area.close());

const resolve = async (query: Record<string, string>) => resolveAudit(await area.admin(), readAuditQuery(query));

describe('the search of the audit log', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['Demo application', { client: 'demo' }, 'Demo application'],
    ['demo-tv', { client: 'demo-tv' }, 'Demo television'],
    ['harbor', { target: 'harbor' }, 'Harbor Library'],
    ['Crew', { target: 'crew' }, 'crew'],
    ['ledger.api', { target: 'ledger.api' }, 'ledger.api'],
    ['192.0.2.9', { address: '192.0.2.9' }, '192.0.2.9'],
    ['req-0123456789abcdef', { request: 'req-0123456789abcdef' }, 'req-0123456789abcdef'],
  ])('%s filters by the object it names', async (q, filter, name) => {
    expect(await resolve({ q })).toMatchObject({ asked: { q: null, ...filter }, found: { name }, unclear: null });
  });

  it('a username shows what the user did, and the attempts with that name', async () => {
    const resolved = await resolve({ q: 'ALICE', range: '30d' });
    expect(resolved).toMatchObject({ asked: { user: alice.id }, found: { kind: 'user', name: 'alice' } });
    if ('reference' in resolved) throw new Error('a reference');
    const { events } = await readAuditLog(await area.admin(), resolved.asked, 10);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'sign_in.failed',
      'sign_in.succeeded',
      'sign_out.completed',
      'sign_out.completed',
      'user.created',
    ]);
    const page = await readAuditPage(await area.admin(), resolved.asked, readPlace({}));
    expect(page).toMatchObject({ total: 5, lines: events });
  });

  it.each(['mallory', 'MALL', 'malicious@example.com', 'malicious-and-long-enough'])(
    'a name that nobody has shows the attempts with it, masked: %s',
    async (q) => {
      const resolved = await resolve({ q });
      expect(resolved).toMatchObject({ asked: { target: 'mal…' }, found: { kind: 'typed_name', name: 'mal…' } });
      if ('reference' in resolved) throw new Error('a reference');
      const { events } = await readAuditLog(await area.admin(), resolved.asked, 10);
      expect(events.map(({ targetName }) => targetName)).toEqual(['mal…']);
    },
  );

  it('a name replaces the filter of its kind, so that no chip names events that are not listed', async () => {
    const { sub } = await (await area.admin()).db.user.findFirstOrThrow({ where: { username: 'bob' } });
    expect(await resolve({ q: 'bob', user: 'alice', client: 'demo', range: '30d' })).toMatchObject({
      asked: { user: sub, client: 'demo' },
      chosen: { q: 'bob', user: null, client: 'demo', range: '30d' },
      names: { user: null, client: 'Demo application' },
    });
    expect(await resolve({ q: 'nobody-is-called-so', actor: 'alice' })).toMatchObject({ chosen: { actor: 'alice' } });
  });

  it('an actor and a client can be named by their names', async () => {
    expect(await resolve({ actor: 'alice', client: 'demo television' })).toMatchObject({
      asked: { actor: alice.id, client: 'demo-tv' },
      names: { actor: 'alice', client: 'Demo television' },
      unclear: null,
    });
  });

  it.each([
    ['actor', 'sub-of-the-deleted'],
    ['actor', 'alic'],
    ['actor', 'Jones'],
    ['client', 'demo-t'],
    ['client', 'application'],
  ])('the %s %s is read as the ID of a deleted object', async (parameter, typed) => {
    expect(await resolve({ [parameter]: typed })).toMatchObject({
      asked: { [parameter]: typed },
      names: { [parameter]: null },
      unclear: { parameter, typed, choices: [] },
    });
  });

  it('an actor is first looked up as a client ID, then as a user ID, then as a username', async () => {
    expect(await resolve({ actor: 'demo' })).toMatchObject({
      asked: { actor: 'demo' },
      names: { actor: 'Demo application' },
    });
    expect(await resolve({ actor: alice.id })).toMatchObject({ asked: { actor: alice.id }, names: { actor: 'alice' } });
    expect(await resolve({ actor: 'demo-tv' })).toMatchObject({ asked: { actor: 'demo-tv' } });
    // Another account takes the ID of alice as its username. Links to the actions of alice must still find hers.
    const { db } = await area.admin();
    await db.user.update({ where: { canonicalUsername: 'bob' }, data: { canonicalUsername: alice.id.toLowerCase() } });
    expect(await resolve({ actor: alice.id })).toMatchObject({ asked: { actor: alice.id }, names: { actor: 'alice' } });
    await db.user.update({ where: { canonicalUsername: alice.id.toLowerCase() }, data: { canonicalUsername: 'bob' } });
  });

  it('a client ID takes no statement', async () => {
    const { db } = await area.admin();
    const counted = countStatements(db);
    await resolveAudit({ ...(await area.admin()), db: counted.db }, readAuditQuery({ client: 'demo', actor: 'demo' }));
    expect(counted.count()).toBe(0);
  });

  it('a name with several matches offers each of them, of any kind', async () => {
    expect(await resolve({ q: 'jones' })).toMatchObject({
      found: null,
      unclear: { choices: [{ name: 'alice', parameter: 'user' }, { name: 'bob' }] },
    });
  });

  it('a name with several exact matches offers only these', async () => {
    expect(await resolve({ q: 'twice' })).toMatchObject({
      found: null,
      unclear: {
        choices: [
          { kind: 'user', parameter: 'user' },
          { kind: 'client', id: 'twice' },
        ],
      },
    });
    expect(await resolve({ client: 'same name' })).toMatchObject({
      unclear: { parameter: 'client', choices: [{ id: 'one-of-two' }, { id: 'two-of-two' }] },
    });
  });

  it('an unknown word has no matches', async () => {
    expect(await resolve({ q: 'alcie' })).toMatchObject({
      found: null,
      unclear: { parameter: 'q', typed: 'alcie', choices: [] },
    });
  });

  it('a reference leads to its refused request', async () => {
    const { db, now } = await area.admin();
    const times = { createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + hour) };
    const what = { endpoint: '/connect/token', rule: 'x', error: 'invalid_grant', description: 'x', clientId: null };
    const row = { ...what, ...times, groupKey: 'r', network: 'n', facts: '{}', occurrences: 1 };
    await saveExplanations(db, [{ ...row, reference: '7K3QMXW9T0' }]);
    expect(await resolve({ q: '7k3q-mxw9-to' })).toEqual({ reference: '7K3QMXW9T0' });
    expect(await resolve({ request: '7K3QMXW9T0' })).toEqual({ reference: '7K3QMXW9T0' });
  });
});

describe('an event', () => {
  const failure = (problem: string) => {
    const nobody = { actorKind: 'anonymous', actorId: null, actorName: null };
    return { type: 'sign_in.failed', ...nobody, details: { problem } };
  };
  const switched = (enabled: boolean, more: object = {}) => ({
    targetId: '2',
    targetName: 'bob',
    details: { before: { username: 'bob', enabled: !enabled }, after: { username: 'bob', enabled, ...more } },
  });
  const told = (entry: Partial<Parameters<typeof tellEvent>[0]>) =>
    tellEvent({
      type: 'sign_in.succeeded',
      actorKind: 'user',
      actorId: '1',
      actorName: 'alice',
      targetId: null,
      targetName: null,
      clientId: null,
      clientName: null,
      details: {},
      ...entry,
    })
      .map(({ text }) => text)
      .join('');

  it.each<[Partial<Parameters<typeof tellEvent>[0]>, string]>([
    [{ clientId: 'shop', clientName: 'Lantern Books' }, 'alice signed in to Lantern Books'],
    [{}, 'alice signed in'],
    [{ type: 'sign_in.failed', actorKind: 'anonymous', actorId: null, actorName: null }, 'Sign-in failed'],
    [
      { ...failure('wrong_password'), targetId: '2', targetName: 'bob', clientId: 'shop' },
      'Wrong password for bob at shop',
    ],
    [{ ...failure('unknown_user'), targetId: 'bob…', targetName: 'bob…' }, 'No such user: bob…'],
    [{ ...failure('disabled'), targetId: '2', targetName: 'bob' }, 'Disabled: bob'],
    [{ ...failure('wrong_tenant'), targetId: '1', targetName: 'alice' }, 'Not in tenant: alice'],
    [{ ...failure('unheard_of'), targetId: '2', targetName: 'bob' }, 'Sign-in failed for bob'],
    [failure('toString'), 'Sign-in failed'],
    [{ type: 'password.changed', targetId: '1', targetName: 'alice' }, 'alice changed the password'],
    [{ type: 'password.changed', targetId: '2', targetName: 'bob' }, 'alice changed the password of bob'],
    [{ type: 'user.created', targetId: '1', targetName: 'alice' }, 'alice created an account'],
    [{ type: 'user.created', targetId: '2', targetName: 'bob' }, 'alice created user bob'],
    [{ ...switched(false), type: 'user.updated' }, 'alice disabled user bob'],
    [{ ...switched(true), type: 'user.updated' }, 'alice enabled user bob'],
    [{ ...switched(false), type: 'client.updated' }, 'alice disabled client bob'],
    [{ ...switched(false, { admin: 'owner' }), type: 'user.updated' }, 'alice changed user bob'],
    [{ type: 'consent.denied', actorKind: 'anonymous', actorId: null, actorName: null }, 'Someone denied consent'],
    [
      { type: 'key.rotated', actorKind: 'start', actorId: null, actorName: null },
      'Server start rotated the signing keys',
    ],
    [
      {
        ...{ type: 'role.assigned', targetId: '2', targetName: 'ann', clientId: 'web-x', clientName: 'Expenses' },
        details: { client: 'web-x', role: 'approver', source: 'administrator', expires_at: null },
      },
      'alice gave ann the role approver in Expenses',
    ],
    [
      { type: 'role.assigned', targetId: '2', targetName: 'ann', clientId: 'web-x', details: { role: null } },
      'alice gave ann access in web-x',
    ],
    [
      { type: 'role.unassigned', targetId: '2', targetName: 'ann', details: { api: 'orders', role: 'reader' } },
      'alice took the role reader in orders from ann',
    ],
    [
      { type: 'group.member_added', targetId: '2', targetName: 'bob', details: { group: '{actor}[x]' } },
      'alice added bob to group {actor}[x]',
    ],
    [
      { type: 'group.member_removed', targetId: '1', targetName: 'alice', details: { group: 'finance' } },
      'alice removed themselves from group finance',
    ],
    [
      {
        type: 'group.membership_ended',
        actorKind: 'retention',
        targetId: '2',
        targetName: 'bob',
        details: { group: 'fin' },
      },
      'A membership of group fin ended for bob',
    ],
    [{ type: 'group.membership_ended', targetId: '2', targetName: 'bob' }, 'A membership of a group ended for bob'],
    [{ type: 'later.version' }, 'later.version'],
    [{ actorName: '{client}[x]' }, '{client}[x] signed in'],
  ])('%o reads: %s', (entry, sentence) => {
    expect(told(entry)).toBe(sentence);
  });

  it('has a sentence for each type, without unfilled placeholders', () => {
    expect(Object.keys(eventTexts).sort()).toEqual([...auditEventTypes].sort());
    for (const type of auditEventTypes) expect(told({ type })).not.toMatch(/[[\]{}|]|undefined|null/);
  });

  it('is related to events of the same actor or address within an hour', async () => {
    const admin = await area.admin();
    const { events } = await readAuditLog(admin, readAuditQuery({ actor: alice.id, range: '30d' }), 10);
    const related = await readRelatedEvents(admin, await readAuditEvent(admin, events[0]?.id ?? ''));
    expect(related.map(({ id }) => id)).toEqual([events[1]?.id]);
  });
});
