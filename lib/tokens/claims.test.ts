import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarize } from '#lib/groups/summary';
import { testClient } from '#lib/testing/client';
import type { ClaimValue } from '#lib/users/user';
import { type ClaimApi, type ClaimRequest, type ClaimSource, claimsFor } from './claims';

const now = new Date('2026-01-01T12:00:00Z');
const groups = new Map(
  ['fin-audit', 'fin-lead', 'HR', 'ops', 'zoo'].map((name, index) => {
    const id = `g${index}`;
    return [id, { id, name, key: name.toLowerCase(), displayName: null, description: null }];
  }),
);
const configuration = { snapshot: { groups, providers: new Map() }, now };
const member = (...ids: string[]) => summarize(ids.map((groupId) => ({ groupId, source: 'file', expiresAt: null })));
const role = (name: string, of: readonly string[] = [], isDefault = false) => ({
  ...{ id: `r-${name}`, name, displayName: null, description: null, groups: of, default: isDefault },
});
const source = (name: string, claims: readonly string[], configured = false): ClaimSource => ({
  name,
  claims,
  configured,
});
const own = { groups: ['own'], roles: ['own'], role: ['buyer'], department: 'Sales', name: 'Alice', level: 7 };
const alice = { username: 'alice', claims: own as Record<string, ClaimValue>, access: member('g1', 'g2', 'g3') };
const client = testClient({
  roles: [role('admin', ['fin-lead']), role('reader', ['zoo']), role('user', [], true)],
  accessGroups: ['hr'],
});
const plain = testClient();
const orders: ClaimApi = {
  name: 'orders',
  claims: ['department', 'groups', 'roles'],
  roles: [role('approver', ['ops']), role('reader', [], true)],
  groupsClaim: { show: 'all', stripPrefix: null },
  claimRules: [],
};
const ofApi = (api: ClaimApi) => source(api.name, api.claims);
const builtInRoles = source('roles', ['role', 'roles']);
const builtInGroups = source('groups', ['groups']);
const ownScope = source('mine', ['groups', 'roles'], true);

const tell = (request: Partial<ClaimRequest>) =>
  claimsFor({ person: alice, owner: null, sources: [], maximumBytes: null, ...request }, configuration);

describe('preferred_username (OpenID Connect Core §5.1)', () => {
  const name = ['preferred_username'];
  const withEmail = ['preferred_username', 'email'];

  it.each<[string, string, object, string[], string | undefined]>([
    ['the username', 'alice', {}, name, 'alice'],
    ['what the claims say', 'alice', { preferred_username: 'al' }, name, 'al'],
    ['the username instead of nothing', 'alice', { preferred_username: '' }, name, 'alice'],
    ['the username instead of null', 'alice', { preferred_username: null }, name, 'alice'],
    ['nothing, for an address to who may not know it', 'alice@example.com', {}, name, undefined],
    ['nothing, for an address in other signs', 'alice\uff20example.com', {}, name, undefined],
    ['an address to who may know it', 'alice@example.com', {}, withEmail, 'alice@example.com'],
    ['what the claims say, whatever the username is', 'a@b.test', { preferred_username: 'al' }, name, 'al'],
    ['nothing where it is not asked for', 'alice', {}, ['email'], undefined],
  ])('is %s', (_, username, claims, names, expected) => {
    const person = { username, claims: { ...claims }, access: '' };
    expect(tell({ person, sources: [source('s', names)] }).claims.preferred_username).toBe(expected);
  });

  it('is an address where the recipient learns the address elsewhere', () => {
    const person = { username: 'a@b.test', claims: {}, access: '' };
    const sources = [source('profile', name)];
    const released = [...sources, source('email', ['email'])];
    expect(tell({ person, sources, released }).claims).toEqual({ preferred_username: 'a@b.test' });
  });

  it('keeps the guard where a rule reads it', () => {
    const claimRules = [{ claim: 'login', from: 'preferred_username', value: null, whenRoles: [] }];
    const person = { username: 'a@b.test', claims: {}, access: '' };
    expect(tell({ person, owner: { ...orders, claimRules } }).claims).not.toHaveProperty('login');
    const sources = [source('email', ['email'])];
    expect(tell({ person, owner: { ...orders, claimRules }, sources }).claims.login).toBe('a@b.test');
  });
});

describe('the claims of a person', () => {
  const pick = (claims: Record<string, ClaimValue>, ...names: string[]) =>
    tell({ person: { username: 'alice', claims, access: '' }, sources: [source('s', names)] }).claims;

  it('have only the requested names', () => {
    expect(pick({ name: 'Alice', nickname: 'al' }, 'name', 'birthdate')).toEqual({ name: 'Alice' });
    expect(pick({}, 'constructor', 'toString')).toEqual({});
  });

  it.each(['sub', 'aud', 'cnf', 'claims_omitted', '_claim_names', '_claim_sources'])(
    'never replace %s, which the protocol sets',
    (name) => {
      expect(pick({ [name]: 'x', nickname: 'al' }, name, 'nickname')).toEqual({ nickname: 'al' });
    },
  );

  it('are left out without a value, and keep their type (OpenID Connect Core §5.3.2)', () => {
    expect(
      pick({ name: '', nickname: null, age: 0, email_verified: false }, 'name', 'nickname', 'age', 'email_verified'),
    ).toEqual({ age: 0, email_verified: false });
  });

  it('have role in a list, even a single one (interface §2)', () => {
    expect(pick({ role: 'admin' }, 'role')).toEqual({ role: ['admin'] });
    expect(pick({ role: ['admin', 'editor'] }, 'role')).toEqual({ role: ['admin', 'editor'] });
    expect(pick({ name: 'Alice' }, 'name')).toEqual({ name: 'Alice' });
  });

  it('have each value of a list once (semantics §3)', () => {
    expect(pick({ role: ['b', 'a', 'b'] }, 'role')).toEqual({ role: ['b', 'a'] });
    const claims = { floors: [2, 1, 2, '1'], sites: [{ id: 1 }, { id: 1 }] };
    expect(pick(claims, 'floors', 'sites')).toEqual({ ...claims, floors: [2, 1, '1'] });
  });
});

type Row = readonly [string, Partial<ClaimRequest>, Record<string, unknown>];

const rows: readonly Row[] = [
  [
    'the roles of a client that defines some, with a scope that lists them',
    { owner: client, sources: [builtInRoles] },
    { role: ['buyer'], roles: ['admin', 'user'] },
  ],
  [
    'the same with a configured scope, never the own claim',
    { owner: client, sources: [ownScope] },
    { roles: ['admin', 'user'], groups: ['own'] },
  ],
  ['no roles without such a scope', { owner: client, sources: [source('profile', ['name'])] }, { name: 'Alice' }],
  [
    'no roles of a client that defines none, and not the own claim by the built-in scope',
    { owner: plain, sources: [builtInRoles] },
    { role: ['buyer'] },
  ],
  [
    'the own claims by a configured scope where the client defines no roles',
    { owner: plain, sources: [ownScope] },
    { groups: ['own'], roles: ['own'] },
  ],
  [
    'the groups that the client names, by the built-in scope',
    { owner: client, sources: [builtInGroups] },
    { groups: ['HR', 'fin-lead'] },
  ],
  [
    'never joined with the own claim',
    { owner: client, sources: [ownScope, builtInGroups] },
    { groups: ['HR', 'fin-lead'], roles: ['admin', 'user'] },
  ],
  ['an empty list where the client names none', { owner: plain, sources: [builtInGroups] }, { groups: [] }],
  [
    'an empty list of roles',
    { owner: testClient({ roles: [role('reader', ['zoo'])] }), sources: [builtInRoles] },
    { role: ['buyer'], roles: [] },
  ],
  [
    'in a token for one API its roles, its groups and its claims',
    { owner: orders, sources: [ofApi(orders)] },
    { department: 'Sales', groups: ['HR', 'fin-lead', 'ops'], roles: ['approver', 'reader'] },
  ],
  [
    'the same where a scope lists the own claims',
    { owner: orders, sources: [ownScope, ofApi(orders)] },
    { department: 'Sales', groups: ['HR', 'fin-lead', 'ops'], roles: ['approver', 'reader'] },
  ],
  [
    'in a token for an API without roles whose claims list no groups the own claims, if a scope lists them',
    { owner: { ...orders, roles: [], claims: ['roles'] }, sources: [ownScope, source('orders', ['roles'])] },
    { groups: ['own'], roles: ['own'] },
  ],
  [
    'in a token for several names neither list, if one is an API that has it',
    { sources: [ownScope], beside: [orders, { roles: [], claims: [] }] },
    {},
  ],
  [
    'in a token for several names the own claim, if no API of it has the list',
    {
      sources: [ownScope],
      beside: [
        { ...orders, claims: [] },
        { roles: [], claims: [] },
      ],
    },
    { groups: ['own'] },
  ],
  [
    'in a token for a plain scope the own claims, if it lists them',
    { sources: [ownScope] },
    { groups: ['own'], roles: ['own'] },
  ],
  [
    'of a client that acts for itself its roles at the API, and no groups',
    { person: { roles: ['reader'] }, owner: orders, sources: [ofApi(orders)] },
    { roles: ['reader'] },
  ],
  ['none of its roles in a token for several names', { person: { roles: [] }, beside: [orders] }, {}],
];

describe('the claims groups and roles (decision 025)', () => {
  it.each(rows)('are %s', (_, request, expected) => {
    const { claims, origins } = tell(request);
    expect(claims).toEqual(expected);
    expect(Object.keys(origins)).toEqual(Object.keys(claims));
  });

  it('say where each value comes from, and which are left out', () => {
    const { origins, leftOut } = tell({ owner: client, sources: [builtInGroups, builtInRoles] });
    expect(origins).toMatchObject({
      groups: { list: 'groups' },
      role: { source: 'roles' },
      roles: { list: 'roles' },
    });
    const explained = origins.roles && 'list' in origins.roles ? origins.roles.explain() : [];
    expect(explained).toEqual([
      { value: 'admin', groups: ['fin-lead'], isAssigned: false, isDefault: false },
      { value: 'user', groups: [], isAssigned: false, isDefault: true },
    ]);
    expect(leftOut).toEqual([{ claim: 'groups', why: 'filter', count: 1, owner: 'web', isNamed: true }]);
    expect(tell({ beside: [orders] }).leftOut.map(({ why }) => why)).toEqual([
      'several_audiences',
      'several_audiences',
    ]);
  });
});

describe('which groups a client sees (decision 025)', () => {
  it.each([
    ['named', null, ['HR', 'fin-lead']],
    ['all', null, ['HR', 'fin-lead', 'ops']],
    [['hr', 'zoo'], null, ['HR']],
    [['fin-*'], null, ['fin-lead']],
    [['FIN-*', 'ops'], null, ['fin-lead', 'ops']],
    [['*'], null, ['HR', 'fin-lead', 'ops']],
    [['ops*'], null, []],
    [[], null, []],
    [['fin-*'], 'Fin-', ['lead']],
  ] as const)('show: %j and strip_prefix: %j', (show, stripPrefix, expected) => {
    const owner = { ...client, groupsClaim: { show, stripPrefix } };
    expect(tell({ owner, sources: [builtInGroups] }).claims.groups).toEqual(expected);
  });

  it('sorts by code point, not by UTF-16', () => {
    const other = new Map(
      ['\u{1F600}', '\uFB00x', 'b', 'B'].map((name, index) => [`g${index}`, { ...groups.get('g0'), name }]),
    );
    const snapshot = { groups: other as unknown as typeof groups, providers: new Map() };
    const request = { person: { ...alice, access: member('g0', 'g1', 'g2', 'g3') }, sources: [builtInGroups] };
    const owner = { ...client, groupsClaim: { show: 'all', stripPrefix: null } } as const;
    const { claims } = claimsFor({ ...request, owner, maximumBytes: null }, { snapshot, now });
    expect(claims.groups).toEqual(['B', 'b', '\uFB00x', '\u{1F600}']);
  });
});

describe('the size of groups, roles and what rules write (decision 025)', () => {
  const text = (bytes: number) => 'x'.repeat(bytes);
  const rule = (claim: string, value: string) => ({ claim, from: null, value, whenRoles: [] });
  // {"a":"…"} has 8 bytes beside the text.
  const withRules = (maximumBytes: number | null, ...rules: ReturnType<typeof rule>[]) =>
    tell({ owner: { ...plain, claimRules: rules }, maximumBytes });

  it('is at most the maximum, to the byte', () => {
    expect(withRules(100, rule('a', text(92)))).toMatchObject({ bytes: 100, claims: { a: text(92) } });
    expect(withRules(100, rule('a', text(93))).claims).toEqual({ claims_omitted: ['a'] });
    expect(Buffer.byteLength(JSON.stringify({ a: text(92) }))).toBe(100);
  });

  it('counts bytes and not characters', () => {
    expect(withRules(100, rule('a', 'é'.repeat(50))).claims).toEqual({ claims_omitted: ['a'] });
  });

  it('leaves out the largest, whole, and of equal ones the first by name', () => {
    const found = withRules(60, rule('b', text(30)), rule('a', text(30)), rule('c', text(5)));
    expect(found.claims).toEqual({ b: text(30), c: text(5), claims_omitted: ['a'] });
    expect(found.leftOut).toEqual([{ claim: 'a', why: 'size' }]);
  });

  it('does not count what the person has of the own, and falls back to none of it', () => {
    const claimRules = [{ claim: 'role', from: 'roles', value: null, whenRoles: [] }];
    const owner = { ...client, claimRules };
    const sources = [builtInRoles, source('s', ['name'])];
    expect(tell({ owner, sources, maximumBytes: 20 }).claims).toEqual({
      name: 'Alice',
      claims_omitted: ['roles', 'role'],
    });
  });

  it('has no maximum at UserInfo and introspection', () => {
    expect(withRules(null, rule('a', text(900)), rule('b', text(900))).claims).not.toHaveProperty('claims_omitted');
  });
});

describe('claim rules (decision 025)', () => {
  type Rule = Partial<
    ClaimRequest['owner'] extends infer O ? (O extends { claimRules: readonly (infer R)[] } ? R : never) : never
  >;
  const rule = (claim: string, more: Rule) => ({ claim, from: null, value: null, whenRoles: [], ...more });
  const sources = [builtInRoles, builtInGroups, source('profile', ['name', 'department', 'level'])];
  const written = (owner: 'client' | 'api', ...claimRules: ReturnType<typeof rule>[]) =>
    tell(
      owner === 'client'
        ? { owner: { ...client, claimRules }, sources }
        : { owner: { ...orders, claimRules }, sources: [ofApi(orders)] },
    ).claims;

  it.each<[string, 'client' | 'api', ReturnType<typeof rule>[], Record<string, unknown>]>([
    [
      'the roles of the client as role, in place of the own list',
      'client',
      [rule('role', { from: 'roles' })],
      { role: ['admin', 'user'] },
    ],
    ['the roles of the API', 'api', [rule('permissions', { from: 'roles' })], { permissions: ['approver', 'reader'] }],
    ['the groups that the client sees', 'client', [rule('teams', { from: 'groups' })], { teams: ['HR', 'fin-lead'] }],
    ['the groups that the API sees', 'api', [rule('teams', { from: 'groups' })], { teams: ['HR', 'fin-lead', 'ops'] }],
    ['an own claim that is released', 'client', [rule('unit', { from: 'department' })], { unit: 'Sales' }],
    [
      'an own claim that is not released to the client, never',
      'client',
      [rule('unit', { from: 'nickname' })],
      { unit: undefined },
    ],
    ['an own claim that the API does not list', 'api', [rule('rank', { from: 'level' })], { rank: 7 }],
    ['the same, typed', 'client', [rule('rank', { from: 'level' })], { rank: 7 }],
    ['a value', 'client', [rule('tier', { value: { a: [1] } })], { tier: { a: [1] } }],
    ['false and 0', 'client', [rule('a', { value: false }), rule('b', { value: 0 })], { a: false, b: 0 }],
    [
      'a later rule in place of an earlier one',
      'client',
      [rule('tier', { value: 'standard' }), rule('tier', { value: 'gold', whenRoles: ['admin'] })],
      { tier: 'gold' },
    ],
    [
      'the earlier one where the roles of the later do not apply',
      'client',
      [rule('tier', { value: 'standard' }), rule('tier', { value: 'gold', whenRoles: ['reader'] })],
      { tier: 'standard' },
    ],
    [
      'with one of several roles',
      'client',
      [rule('tier', { value: 'gold', whenRoles: ['reader', 'user'] })],
      { tier: 'gold' },
    ],
    [
      'the earlier one where the source has no value',
      'client',
      [rule('unit', { value: 'none' }), rule('unit', { from: 'nickname' })],
      { unit: 'none' },
    ],
    [
      'never what another rule wrote',
      'client',
      [rule('department', { value: 'X' }), rule('unit', { from: 'department' })],
      { department: 'X', unit: 'Sales' },
    ],
    ['no list as name', 'client', [rule('given_name', { from: 'role' })], { given_name: undefined }],
    ['no number as name', 'api', [rule('given_name', { from: 'level' })], { given_name: undefined }],
    ['a text as name', 'api', [rule('given_name', { from: 'department' })], { given_name: 'Sales' }],
  ])('write %s', (_, owner, rules, expected) => {
    const claims = written(owner, ...rules);
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, claims[name]]))).toEqual(expected);
  });

  it('write [] from roles and groups without any', () => {
    const person = { ...alice, access: '' };
    const owner = {
      ...orders,
      roles: [role('approver')],
      claimRules: [rule('a', { from: 'roles' }), rule('b', { from: 'groups' })],
    };
    expect(tell({ person, owner, sources: [ofApi(orders)] }).claims).toMatchObject({
      a: [],
      b: [],
      roles: [],
      groups: [],
    });
  });

  it.each<[string, ReturnType<typeof rule>, ClaimSource[]]>([
    ['a source that is not released', rule('x', { from: 'department' }), [builtInRoles]],
    ['roles without a scope that lists them', rule('x', { from: 'roles' }), [builtInGroups]],
    ['groups without the built-in scope', rule('x', { from: 'groups' }), [ownScope, builtInRoles]],
    ['when_roles without the claim roles', rule('x', { value: 1, whenRoles: ['admin'] }), [builtInGroups]],
  ])('of a client never pass consent: %s', (_, one, given) => {
    const found = tell({ owner: { ...client, claimRules: [one] }, sources: given });
    expect(found.claims).not.toHaveProperty('x');
    expect(found.leftOut).toContainEqual({ claim: 'x', why: 'consent' });
  });

  it('of an API write value and roles for a client that acts for itself', () => {
    const claimRules = [
      rule('a', { from: 'roles' }),
      rule('b', { value: 1, whenRoles: ['reader'] }),
      rule('c', { value: 1, whenRoles: ['approver'] }),
      rule('d', { from: 'department' }),
    ];
    const found = tell({ person: { roles: ['reader'] }, owner: { ...orders, claimRules }, sources: [ofApi(orders)] });
    expect(found.claims).toEqual({ roles: ['reader'], a: ['reader'], b: 1 });
  });
});

describe('whatever people are in', () => {
  const ids = [...groups.keys()];
  const end = fc.constantFrom(null, -1, 0, 1, 86_400_000);
  const membership = fc.record({
    groupId: fc.constantFrom(...ids, 'gone'),
    source: fc.constantFrom('file', 'administrator', 'provider:corp', 'provider:gone'),
    end,
  });
  const owners = ['ledger', 'orders'] as const;
  const roleOf = (owner: string) =>
    fc.record({
      name: fc.constantFrom(`${owner}-a`, `${owner}-b`, `${owner}-c`),
      groups: fc.uniqueArray(fc.constantFrom('FIN-AUDIT', 'fin-lead', 'hr', 'gone'), { maxLength: 3 }),
      isDefault: fc.boolean(),
    });
  const rolesOf = (owner: string) => fc.uniqueArray(roleOf(owner), { maxLength: 3, selector: ({ name }) => name });
  const assignment = fc.record({
    target: fc.constantFrom(...owners.flatMap((owner) => ['a', 'b', 'c'].map((one) => `r-${owner}-${one}`))),
    end,
  });
  const show = fc.oneof(
    fc.constantFrom('named' as const, 'all' as const),
    fc.uniqueArray(fc.constantFrom('fin-*', 'hr', 'zoo', '*'), { maxLength: 3 }),
  );
  const endOf = (offset: number | null) => (offset === null ? null : new Date(now.getTime() + offset));
  const isLive = (offset: number | null) => offset === null || offset > 0;

  it('a token says what the tables of memberships and assignments say, and no role of another owner (decision 025)', () => {
    fc.assert(
      fc.property(
        fc.array(membership, { maxLength: 8 }),
        fc.array(assignment, { maxLength: 4 }),
        rolesOf('ledger'),
        rolesOf('orders'),
        show,
        (memberships, assignments, ofClient, ofTheApi, shown) => {
          const access = summarize(
            memberships.map(({ end: at, ...one }) => ({ ...one, expiresAt: endOf(at) })),
            assignments.map(({ target, end: at }) => ({ target, expiresAt: endOf(at) })),
          );
          const providers = new Map([['corp', { groupMapping: {} }]]);
          const snapshot = { groups, providers: providers as never };
          const person = { ...alice, access };
          const live = memberships.filter((one) => isLive(one.end) && one.source !== 'provider:gone');
          const keys = new Set(live.flatMap(({ groupId }) => groups.get(groupId)?.key ?? []));
          for (const [owner, roles] of [
            ['ledger', ofClient],
            ['orders', ofTheApi],
          ] as const) {
            const own = roles.map((one) => role(one.name, one.groups, one.isDefault));
            const groupsClaim = { show: shown, stripPrefix: null };
            const found = claimsFor(
              owner === 'ledger'
                ? {
                    person,
                    owner: testClient({ roles: own, groupsClaim }),
                    sources: [builtInGroups, builtInRoles],
                    maximumBytes: null,
                  }
                : {
                    person,
                    owner: { ...orders, roles: own, groupsClaim },
                    sources: [ofApi(orders)],
                    maximumBytes: null,
                  },
              { snapshot, now },
            ).claims;
            const given = new Set(assignments.filter((one) => isLive(one.end)).map(({ target }) => target));
            const expected = own
              .filter(
                (one) => one.default || given.has(one.id) || one.groups.some((name) => keys.has(name.toLowerCase())),
              )
              .map(({ name }) => name);
            expect(found.roles).toEqual(own.length === 0 ? undefined : expected);
            const named = new Set(own.flatMap((one) => one.groups.map((name) => name.toLowerCase())));
            const isShown = (key: string) =>
              shown === 'all' ||
              (shown === 'named'
                ? named.has(key)
                : shown.some((one) => (one.endsWith('*') ? key.startsWith(one.slice(0, -1)) : one === key)));
            const names = [...groups.values()]
              .filter(({ key }) => keys.has(key) && isShown(key))
              .map(({ name }) => name);
            expect(found.groups).toEqual(names.toSorted());
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
