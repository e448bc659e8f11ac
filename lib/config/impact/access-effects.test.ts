import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { createId } from '#lib/crypto/random';
import { countStatements } from '#lib/testing/count-statements';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { saveScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import { applyConfiguration } from '../apply';
import { byCommandLine } from '../authorship';
import { parseConfiguration } from '../file';
import { planConfiguration } from '../plan';
import { describeMark, tellMark } from './describe-mark';
import { readImpact } from './read-impact';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const day = 86_400_000;
const daysAgo = (days: number) => new Date(now.getTime() - days * day);

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

async function apply(file: object, remove: { readonly groups?: readonly string[] } = {}): Promise<void> {
  const parsed = parseConfiguration(JSON.stringify(file));
  await applyConfiguration(open, parsed, { prune: false, remove, now, secret, by: byCommandLine });
}

/** The effects that the plan of a file names, by entry: those of access and tokens. */
async function effectsOf(file: object, prune = false) {
  const { changes } = await planConfiguration(open.db, parseConfiguration(JSON.stringify(file)), {
    prune,
    secret,
    now,
  });
  const impact = await readImpact(open.db, changes, now);
  return changes.flatMap((change) =>
    (impact.get(change) ?? []).map((mark) => ({ key: change.key, ...tellMark(mark) })),
  );
}

const textsOf = async (file: object, prune = false) =>
  (await effectsOf(file, prune)).map(({ key, text }) => `${key}: ${text}`);

async function use(username: string, clientId: string, at: Date): Promise<void> {
  const { sub } = await open.db.user.findUniqueOrThrow({ where: { canonicalUsername: username } });
  await saveScopeUses(open.db, [{ sub, clientId, scope: 'openid', at }]);
}

const ledger = {
  client_id: 'ledger',
  redirect_uris: ['https://ledger.test/cb'],
  token_endpoint_auth_method: 'none',
  scope: 'openid',
  access_token_lifetime_seconds: 900,
};
const wiki = { ...ledger, client_id: 'wiki', access_token_format: 'reference' };
const corp = {
  name: 'corp',
  display_name: 'C',
  type: 'oidc',
  issuer: 'https://c.test',
  client_id: 'a',
  client_secret: 'b',
};
const lives = (text: string) =>
  `ledger: APIs that verify JWTs themselves accept tokens that were already issued until they expire, for up to ${text}`;

describe('the effects of a change of a client (decision 023)', () => {
  beforeEach(() =>
    apply({
      groups: [{ name: 'finance' }, { name: 'audit' }],
      clients: [{ ...ledger, access: 'assigned', access_groups: ['finance'], roles: [{ name: 'admin' }] }, wiki],
      users: [
        { username: 'ann', groups: ['finance'] },
        { username: 'bob', groups: ['finance', 'audit'] },
        { username: 'cy', groups: [{ group: 'finance', expires_at: '2026-01-01T12:00:00.001Z' }] },
        { username: 'dee', assignments: [{ client: 'ledger', role: 'admin' }] },
        { username: 'eve', groups: ['audit'] },
        { username: 'off', groups: ['finance'], enabled: false },
      ],
    }),
  );

  const as = (change: object) => ({
    clients: [{ ...ledger, access: 'assigned', roles: [{ name: 'admin' }], ...change }],
  });

  it('are none for another setting', async () => {
    expect(await textsOf(as({ access_groups: ['finance'], client_name: 'Ledger' }))).toEqual([]);
  });

  it('name who loses access with a group, of whom so many used it in 90 days', async () => {
    await use('ann', 'ledger', daysAgo(89));
    await use('cy', 'ledger', daysAgo(91));
    await use('cy', 'wiki', daysAgo(1));
    const [lost, jwts] = await effectsOf(as({ access_groups: ['audit'] })).then((all) =>
      all.filter(({ mark }) => mark !== 'access_gained'),
    );
    expect(lost).toEqual({
      key: 'ledger',
      mark: 'access_lost',
      count: 2,
      names: ['ann', 'cy'],
      used: 1,
      text: '2 people lose access, 1 of them used it in 90 days: ann, cy',
    });
    expect(jwts?.text).toContain('for up to 15 minutes');
  });

  it('name who gets access with a group', async () => {
    expect(await textsOf(as({ access_groups: ['finance', 'audit'] }))).toEqual([
      'ledger: 1 person gets access, none of them used it in 90 days: eve',
    ]);
  });

  it('name everybody but the assigned people when access is no longer for everyone', async () => {
    await use('eve', 'wiki', daysAgo(3));
    expect(await textsOf({ clients: [{ ...wiki, access: 'assigned', access_groups: ['finance'] }] })).toEqual([
      'wiki: 2 people lose access, 1 of them used it in 90 days: dee, eve',
    ]);
  });

  it('name everybody who had none when access becomes for everyone', async () => {
    expect(await textsOf({ clients: [{ ...ledger, access: 'everyone', roles: [{ name: 'admin' }] }] })).toEqual([
      'ledger: 1 person gets access, none of them used it in 90 days: eve',
    ]);
  });

  it('name who loses and who gets a role', async () => {
    expect(await textsOf(as({ access_groups: ['finance'], roles: [{ name: 'user', groups: ['audit'] }] }))).toEqual([
      'ledger: 1 person loses access, none of them used it in 90 days: dee',
      'ledger: 1 person gets access, none of them used it in 90 days: eve',
      'ledger: 1 person loses the role admin: dee',
      'ledger: 2 people get the role user: bob, eve',
      lives('15 minutes'),
    ]);
  });

  it('name a default role for everybody who may use it', async () => {
    const roles = [{ name: 'admin', default: true }];
    expect(await textsOf(as({ access_groups: ['finance'], roles }))).toEqual([
      'ledger: 3 people get the role admin: ann, bob, cy',
    ]);
  });

  it('are those of everybody when it is disabled or deleted', async () => {
    const all = 'ledger: 4 people lose access, none of them used it in 90 days: ann, bob, cy, dee';
    const texts = [all, 'ledger: 1 person loses the role admin: dee', lives('15 minutes')];
    expect(await textsOf(as({ access_groups: ['finance'], enabled: false }))).toEqual(texts);
    const groups = [{ name: 'finance' }, { name: 'audit' }];
    expect(await textsOf({ groups, clients: [wiki] }, true)).toEqual(texts);
  });

  it('say at most a thousand, and how many of all used it', async () => {
    const people = Array.from({ length: 1003 }, (_, at) => ({
      username: `p${at}-${createId().slice(0, 5).toLowerCase()}`,
    }));
    await apply({ users: people });
    for (const { username } of people.slice(0, 7)) await use(username, 'wiki', daysAgo(2));
    const [lost] = await effectsOf({ clients: [{ ...wiki, access: 'assigned' }] });
    expect(lost).toMatchObject({ mark: 'access_lost', count: 1000, used: 7 });
    expect(lost?.names).toHaveLength(5);
    expect(lost?.text).toMatch(/^more than 1000 people lose access, 7 of them used it in 90 days: .* and more$/);
  });
});

describe('the effects of a change of a provider (decision 023)', () => {
  const mapped = { ...corp, group_mapping: { claim: 'groups', values: { a: ['finance'] } } };
  const clients = [{ ...ledger, access: 'assigned', access_groups: ['finance'], scope: 'openid' }];

  it('name who loses access when its mapping ends, but not those who have another reason', async () => {
    await apply({ groups: [{ name: 'finance' }], clients, identity_providers: [mapped] });
    const by = { group: 'finance', source: 'provider:corp' };
    await apply({
      users: [
        { username: 'ann', groups: [by] },
        { username: 'bob', groups: [by, 'finance'] },
      ],
    });
    await use('ann', 'ledger', daysAgo(1));
    const lost = 'corp: 1 person loses access, 1 of them used it in 90 days: ann';
    expect(await textsOf({ identity_providers: [corp] })).toEqual([
      'corp: 2 memberships of groups end',
      lost,
      lives('15 minutes').replace('ledger', 'corp'),
    ]);
    expect(await textsOf({ groups: [{ name: 'finance' }], clients }, true)).toContain(lost);
    expect(await textsOf({ identity_providers: [{ ...mapped, display_name: 'Corp' }] })).toEqual([]);
  });
});

describe('a name that a former group or role had (decision 023)', () => {
  const file = (roles: readonly object[]) => ({
    groups: [{ name: 'Finance' }],
    clients: [{ ...ledger, roles }],
    apis: [{ name: 'orders', roles }],
    users: [
      { username: 'ann', groups: ['finance'], assignments: [{ client: 'ledger', role: 'admin' }] },
      { username: 'bo', assignments: [{ api: 'orders', role: 'admin' }] },
    ],
  });
  const startsEmpty = async (next: object) =>
    (await effectsOf(next)).flatMap(({ key, mark, names }) => (mark === 'starts_empty' ? [`${key}: ${names}`] : []));

  it('is pointed at, as far as it had people: the new one starts empty', async () => {
    await apply(file([{ name: 'admin' }, { name: 'nobody' }]));
    const { clients, apis } = file([]);
    await apply({ clients, apis }, { groups: ['finance'] });
    const again = { ...file([{ name: 'admin' }, { name: 'nobody' }, { name: 'ADMIN' }]), users: [] };
    expect(await startsEmpty(again)).toEqual(['Finance: Finance', 'orders: admin', 'ledger: admin']);
  });
});

describe('the effects of a change of people in a file (decision 023)', () => {
  beforeEach(() =>
    apply({
      groups: [{ name: 'finance' }, { name: 'audit' }],
      scopes: [{ name: 'orders.read', type: 'resource' }],
      apis: [{ name: 'orders', scopes: ['orders.read'], roles: [{ name: 'approver', groups: ['audit'] }] }],
      clients: [{ ...ledger, access: 'assigned', access_groups: ['finance'], roles: [{ name: 'admin' }] }],
      users: [{ username: 'ann', groups: ['finance'] }],
    }),
  );

  it.each([
    ['a group that gave access', { groups: [] }, ['ann: loses access to 1 client: ledger', 'jwts']],
    ['a group with a role at an API', { groups: ['finance', 'audit'] }, ['ann: gets 1 role: orders: approver']],
    ['another group', { groups: ['finance'], display_name: 'Ann' }, []],
    [
      'an assignment',
      { groups: ['finance'], assignments: [{ client: 'ledger', role: 'admin' }] },
      ['ann: gets 1 role: ledger: admin'],
    ],
    [
      'a membership whose end has come',
      { groups: [{ group: 'finance', expires_at: '2026-01-01T12:00:00Z' }] },
      ['ann: loses access to 1 client: ledger', 'jwts'],
    ],
  ])('name %s', async (_, change, texts) => {
    const { display_name: name, ...rest } = { display_name: undefined, ...change };
    const user = { username: 'ann', ...rest, ...(name !== undefined && { claims: { name } }) };
    const told = (await textsOf({ users: [user] })).map((text) => (text.includes('verify JWTs') ? 'jwts' : text));
    expect(told).toEqual(texts);
  });
});

describe('the effects on tokens (decision 023)', () => {
  const scopes = [{ name: 'orders.read', type: 'resource' }];

  it('name scopes whose tokens get another aud, with the clients that ask', async () => {
    await apply({ scopes, clients: [{ ...ledger, scope: 'openid orders.read' }, wiki] });
    expect(await effectsOf({ apis: [{ name: 'orders', scopes: ['orders.read'] }] })).toEqual([
      {
        key: 'orders',
        mark: 'audience_changes',
        count: 1,
        names: ['orders.read'],
        clients: ['ledger'],
        text: 'tokens with this scope get another aud: orders.read; asked for by ledger',
      },
    ]);
  });

  it('name no scope whose API has its name, or that nobody asks for', async () => {
    await apply({ scopes, clients: [{ ...ledger, scope: 'openid orders.read' }] });
    expect(await effectsOf({ apis: [{ name: 'orders.read', scopes: ['orders.read'] }] })).toEqual([]);
    await apply({ clients: [ledger] });
    expect(await effectsOf({ apis: [{ name: 'orders', scopes: ['orders.read'] }] })).toEqual([]);
  });

  it.each([
    ['disabled', { name: 'orders', scopes: ['orders.read'], enabled: false }],
    ['named only', { name: 'orders', scopes: ['orders.read'], resource_indicator_required: true }],
    ['without the scope', { name: 'orders', scopes: [] }],
  ])('name the scopes of an API that is %s', async (_, api) => {
    await apply({
      scopes,
      apis: [{ name: 'orders', scopes: ['orders.read'] }],
      clients: [{ ...ledger, scope: 'openid orders.read' }],
    });
    expect((await effectsOf({ apis: [api] })).map(({ mark }) => mark)).toEqual(['audience_changes']);
  });

  const groups = [{ name: 'finance' }, { name: 'fin-1' }];
  const asks = { ...ledger, scope: 'openid groups roles' };

  it.each([
    ['which groups it sees', { groups_claim: { show: 'all' } }, true],
    ['the groups of a list', { groups_claim: { show: ['fin-*'] } }, true],
    ['its roles', { roles: [{ name: 'user' }] }, true],
    ['its rules', { claim_rules: [{ claim: 'tier', value: 'gold' }] }, true],
    ['what it may ask for', { scope: 'openid' }, true],
    ['its name', { client_name: 'Ledger' }, false],
  ])('name a client that changes %s', async (_, change, isNamed) => {
    await apply({ groups, clients: [{ ...asks, access_groups: ['finance'] }] });
    const marks = await effectsOf({ clients: [{ ...asks, access_groups: ['finance'], ...change }] });
    const claims = marks.filter(({ mark }) => mark === 'claims_change');
    expect(claims.map(({ names }) => names)).toEqual(isNamed ? [['ledger']] : []);
  });

  it('name the clients that see a group by a pattern when it goes', async () => {
    await apply({ groups, clients: [{ ...asks, groups_claim: { show: ['fin-*'] } }, wiki] });
    expect(
      await textsOf(
        { groups: [{ name: 'finance' }], clients: [{ ...asks, groups_claim: { show: ['fin-*'] } }, wiki] },
        true,
      ),
    ).toEqual(['fin-1: groups or roles change in the tokens of ledger']);
  });

  it.each([
    ['its roles', { roles: [{ name: 'reader', default: true }] }],
    ['its claims', { claims: ['groups'] }],
    ['its rules', { claim_rules: [{ claim: 'tier', value: 'gold' }] }],
  ])('name the clients that ask for an API that changes %s', async (_, change) => {
    const api = { name: 'orders', scopes: ['orders.read'] };
    await apply({ scopes, apis: [api], clients: [{ ...ledger, scope: 'openid orders.read' }, wiki] });
    const marks = await effectsOf({ apis: [{ ...api, ...change }] });
    expect(marks.filter(({ mark }) => mark === 'claims_change').map(({ names }) => names)).toEqual([['ledger']]);
  });

  it('name the clients of a scope that gives roles from now on', async () => {
    const job = { name: 'job', type: 'identity', claims: ['title'] };
    await apply({ scopes: [job], clients: [{ ...ledger, scope: 'openid job' }, wiki] });
    expect(await textsOf({ scopes: [{ ...job, claims: ['title', 'roles'] }] })).toEqual([
      'job: groups or roles change in the tokens of ledger',
    ]);
    expect(await textsOf({ scopes: [{ ...job, claims: ['title', 'nickname'] }] })).toEqual([]);
  });
});

describe('describeMark of access', () => {
  it.each([
    [
      { kind: 'access_lost', count: 214, names: ['a'], used: 31, isAtLeast: false, isUsedAtLeast: false },
      '214 people lose access, 31 of them',
    ],
    [
      { kind: 'access_lost', count: 3, names: ['a'], used: 0, isAtLeast: true, isUsedAtLeast: false },
      'at least 3 people lose access, none',
    ],
    [{ kind: 'jwts_live', seconds: 5400 }, 'for up to 90 minutes'],
  ] as const)('says %j', (mark, text) => {
    expect(describeMark(mark)).toContain(text);
  });
});

describe('the effects of many changes at once', () => {
  const count = 230;
  const ids = Array.from({ length: count }, (_, index) => `app-${index}`);
  const clientOf = (id: string, more: object) => ({ ...ledger, client_id: id, roles: [{ name: 'boss' }], ...more });

  it('names who loses access to each of them, in few statements', async () => {
    const groups = [{ name: 'staff' }, { name: 'other' }];
    const users = [
      ...['ann', 'bo'].map((username) => ({ username, groups: ['staff'] })),
      { username: 'cy', groups: ['other'], assignments: [{ client: 'app-229', role: 'boss' }] },
    ];
    const closed = { access: 'assigned', access_groups: ['staff'] };
    await apply({ groups, clients: ids.map((id) => clientOf(id, closed)), users });
    await use('ann', 'app-150', daysAgo(1));
    const file = { clients: ids.map((id) => clientOf(id, { ...closed, access_groups: ['other'] })) };
    const { changes } = await planConfiguration(open.db, parseConfiguration(JSON.stringify(file)), {
      ...{ prune: false, secret, now },
    });
    const counted = countStatements(open.db);
    const impact = await readImpact(counted.db, changes, now);
    const marks = new Map(changes.map((change) => [change.key, impact.get(change) ?? []]));
    for (const id of ids) {
      const gained =
        id === 'app-229' ? [] : [expect.objectContaining({ kind: 'access_gained', count: 1, names: ['cy'] })];
      expect(marks.get(id), id).toEqual([
        expect.objectContaining({
          kind: 'access_lost',
          count: 2,
          names: ['ann', 'bo'],
          used: id === 'app-150' ? 1 : 0,
        }),
        ...gained,
        { kind: 'jwts_live', seconds: 900 },
      ]);
    }
    expect(counted.count()).toBeLessThanOrEqual(60);
  });

  it('looks at fewer accounts of each where everybody was in, and says so', async () => {
    await apply({ clients: ids.map((id) => clientOf(id, {})), users: [{ username: 'ann' }] });
    const file = { clients: ids.map((id) => clientOf(id, { access: 'assigned' })) };
    const effects = await effectsOf(file);
    const lost = effects.filter(({ mark }) => mark === 'access_lost');
    expect([lost.length, new Set(lost.map(({ count: one }) => one))]).toEqual([count, new Set([1])]);
  });
});
