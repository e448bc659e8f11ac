import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { masterSecret } from '#lib/crypto/master-secret';
import { insertRows } from '#lib/db/bulk';
import { transaction } from '#lib/db/transaction';
import { listGroups } from '#lib/groups/group-store';
import { readSummary } from '#lib/groups/summary';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { parseGroupName } from '#lib/vocabulary/group-name';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { exportConfiguration } from './export';
import { parseConfiguration } from './file';
import { formatChanges } from './format-plan';
import { readImpact } from './impact/read-impact';
import { planConfiguration } from './plan';
import { isConfigurationError } from './problem';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const corp = {
  name: 'corp',
  display_name: 'C',
  type: 'oidc',
  issuer: 'https://c.test',
  client_id: 'a',
  client_secret: 'b',
};

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

async function apply(file: object, { prune = false, at = now } = {}): Promise<string> {
  const parsed = parseConfiguration(JSON.stringify(file));
  const report = await applyConfiguration(open, parsed, { prune, now: at, secret, by: byCommandLine });
  return formatChanges(report?.changes ?? []);
}

async function problemsOf(file: object): Promise<string[]> {
  try {
    await apply(file);
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return error.problems.map(({ path, code }) => `${path.join('.')}: ${code}`);
  }
  return [];
}

type Listed = readonly (string | object)[];
const ann = (...groups: Listed) => ({ users: [{ username: 'ann', groups }] });

/** The memberships of a person as rows, and the groups in the summary of the person's row. */
async function membershipsOf(username: string) {
  const user = await open.db.user.findUniqueOrThrow({
    where: { canonicalUsername: username },
    include: { memberships: true },
  });
  const names = new Map((await open.db.group.findMany()).map(({ id, name }) => [id, name]));
  const rows = user.memberships.map(({ groupId, source, expiresAt }) =>
    [names.get(groupId) ?? 'gone', source, expiresAt?.toISOString() ?? 'always'].join(' '),
  );
  const told = readSummary(user.access).memberships.map(({ groupId }) => names.get(groupId) ?? 'gone');
  return { rows: rows.toSorted(), summary: [...new Set(told)].toSorted() };
}

describe('the names of groups (decision 023)', () => {
  it.each([
    ['a letter', 'x', 'x'],
    ['spaces inside', 'Finance team', 'Finance team'],
    ['another script', 'Финансы', 'Финансы'],
    ['a compatibility form, normalized (NFKC)', 'ﬁnance', 'finance'],
    ['100 characters', 'x'.repeat(100), 'x'.repeat(100)],
    ['101 characters', 'x'.repeat(101), null],
    ['nothing', '', null],
    ['a space at its start', ' x', null],
    ['a space at its end', 'x ', null],
    ['an invisible character', 'fin\u200bance', null],
    ['a line break', 'fin\nance', null],
    ['a direction mark', 'fin\u202eance', null],
    ['a star', 'fin-*', null],
    ['a colon', 'system:masters', null],
    ['a comma', 'a,b', null],
    ['a quote', 'a"b', null],
    ['a backslash', 'a\\b', null],
  ])('%s', (_, text, name) => {
    expect(parseGroupName(text)).toBe(name);
  });

  it('are unique without regard to case in a file', async () => {
    expect(await problemsOf({ groups: [{ name: 'finance' }, { name: 'Finance' }] })).toEqual([
      'groups.1.name: duplicate',
    ]);
  });

  it('lead to the group in any case, which keeps the spelling that it has', async () => {
    await apply({ groups: [{ name: 'Finance' }], users: [{ username: 'ann', groups: ['FINANCE'] }] });
    expect(await apply({ groups: [{ name: 'finance', display_name: 'Money' }] })).toBe(
      '~ group Finance: display_name null → "Money"',
    );
    expect(await membershipsOf('ann')).toEqual({ rows: ['Finance file always'], summary: ['Finance'] });
  });
});

describe('the section groups (decision 023)', () => {
  it('is exported without the memberships of a provider that is gone, which come back with it', async () => {
    const groups = [{ name: 'finance' }];
    const listed = ann('finance', { group: 'finance', source: 'provider:corp' });
    await apply({ groups, identity_providers: [corp], ...listed });
    await apply({ groups, users: [{ username: 'ann' }] }, { prune: true });
    const exported = parse(await exportConfiguration(open.db));
    expect(exported.users).toMatchObject([{ username: 'ann', groups: ['finance'] }]);
    expect(await problemsOf(exported)).toEqual([]);
    await apply({ identity_providers: [corp] });
    expect(parse(await exportConfiguration(open.db)).users).toMatchObject(listed.users);
  });

  it('is created, exported in the order of the file, and applied again without a change', async () => {
    const file = {
      scopes: [{ name: 'orders', type: 'resource' }],
      groups: [{ name: 'audit' }, { name: 'finance', display_name: 'Finance', description: 'Who pays.' }],
    };
    expect(await apply(file)).toBe('+ scope orders\n+ group audit\n+ group finance');
    expect(await apply(file, { prune: true })).toBe('no changes');
    const exported = parse(await exportConfiguration(open.db));
    expect(Object.keys(exported).filter((name) => name !== 'portal')).toEqual(['scopes', 'groups']);
    expect(exported.groups).toEqual(file.groups);
  });

  it('gives a group an ID that it keeps when it changes', async () => {
    await apply({ groups: [{ name: 'finance' }] });
    const [before] = await listGroups(open.db);
    await apply({ groups: [{ name: 'finance', description: 'Who pays.' }] });
    expect((await listGroups(open.db))[0]).toMatchObject({ id: before?.id, description: 'Who pays.' });
  });

  it('is left alone by a file that does not name it, and pruned by one that is the whole configuration', async () => {
    await apply({ groups: [{ name: 'finance' }, { name: 'audit' }], ...ann('finance') });
    expect(await apply({ users: [{ username: 'ann' }] })).toBe('no changes');
    expect(await apply({ groups: [{ name: 'audit' }], users: [{ username: 'ann' }] }, { prune: true })).toBe(
      '- group finance',
    );
  });

  it('a plan says how many people are in a group that it deletes', async () => {
    await apply({
      groups: [{ name: 'finance' }],
      users: ['ann', 'bo', 'cy'].map((username) => ({ username, groups: ['finance'] })),
    });
    const file = parseConfiguration(JSON.stringify({ users: ['ann', 'bo', 'cy'].map((username) => ({ username })) }));
    const { changes } = await planConfiguration(open.db, file, { prune: true, secret });
    expect(formatChanges(changes, await readImpact(open.db, changes, now))).toBe(
      '- group finance\n    ! 3 users are in it',
    );
  });

  it('has at most 20,000 groups: too_many (decision 023)', async () => {
    const rows = Array.from({ length: 19_999 }, (_, index) => {
      return { key: `g${index}`, id: `id-${index}`, name: `g${index}`, settings: '{}', createdAt: now, updatedAt: now };
    });
    await transaction(open.db, insertRows(open.dialect, 'Group', rows));
    expect(await problemsOf({ groups: [{ name: 'one-more' }] })).toEqual([]);
    expect(await problemsOf({ groups: [{ name: 'too-much' }] })).toEqual(['groups: too_many']);
    expect(await apply({ groups: [{ name: 'g1', description: 'Changed.' }] })).toMatch(/^~ group g1/);
  });
});

describe('the groups of an account in a file (decision 023)', () => {
  beforeEach(async () => {
    await apply({ groups: [{ name: 'finance' }, { name: 'audit' }], identity_providers: [corp] });
  });

  const until = '2026-03-01T00:00:00.000Z';

  it.each<[string, Listed, Listed, string[]]>([
    ['a list replaces those of the source file', ['finance'], ['audit'], ['audit file always']],
    ['an empty list removes them', ['finance'], [], []],
    ['an end is set', ['finance'], [{ group: 'finance', expires_at: until }], [`finance file ${until}`]],
    ['an end is taken off', [{ group: 'finance', expires_at: until }], ['finance'], ['finance file always']],
    [
      'one of another source is added where it is missing',
      ['finance'],
      ['finance', { group: 'finance', source: 'administrator' }],
      ['finance administrator always', 'finance file always'],
    ],
    [
      'one of another source is never removed',
      [{ group: 'finance', source: 'provider:corp' }, 'audit'],
      [],
      ['finance provider:corp always'],
    ],
    [
      'the end of one of another source follows the file',
      [{ group: 'finance', source: 'administrator' }],
      [{ group: 'finance', source: 'administrator', expires_at: until }],
      [`finance administrator ${until}`],
    ],
    [
      'one with an end that has come counts as over',
      ['finance'],
      [{ group: 'finance', expires_at: now.toISOString() }],
      [],
    ],
    [
      'one whose end has come is over for another source too',
      [{ group: 'finance', source: 'administrator' }],
      [{ group: 'finance', source: 'administrator', expires_at: '2025-12-31T00:00:00Z' }],
      [],
    ],
  ])('%s', async (_, before, after, rows) => {
    await apply(ann(...before));
    await apply(ann(...after));
    const found = await membershipsOf('ann');
    expect(found.rows).toEqual(rows);
    expect(found.summary).toEqual([...new Set(rows.map((row) => row.split(' ')[0]))]);
    expect(await apply(ann(...after))).toBe('no changes');
  });

  it('are kept by a file that does not list them', async () => {
    await apply(ann('finance'));
    expect(await apply({ users: [{ username: 'ann', enabled: false }] })).toBe('~ user ann: enabled true → false');
    expect((await membershipsOf('ann')).rows).toEqual(['finance file always']);
  });

  it('may name a group that the same file creates, for a new and for an old account', async () => {
    await apply(ann());
    await apply({ groups: [{ name: 'new' }], users: ['ann', 'bo'].map((username) => ({ username, groups: ['new'] })) });
    for (const name of ['ann', 'bo']) expect((await membershipsOf(name)).summary).toEqual(['new']);
  });

  it.each<[string, Listed, string[]]>([
    ['group_unknown', ['finance', 'sales'], ['users.0.groups.1: group_unknown']],
    [
      'source_unknown for a provider',
      [{ group: 'finance', source: 'provider:other' }],
      ['users.0.groups.0.source: source_unknown'],
    ],
    [
      'source_unknown for a directory',
      [{ group: 'finance', source: 'directory:hr' }],
      ['users.0.groups.0.source: source_unknown'],
    ],
    ['duplicate in any case', ['finance', 'FINANCE'], ['users.0.groups.1: duplicate']],
    ['duplicate of a source', ['finance', { group: 'finance' }], ['users.0.groups.1: duplicate']],
    ['a name that no group can have', ['fin*'], ['users.0.groups.0: group_name']],
  ])('issue %s', async (_, groups, problems) => {
    expect(await problemsOf(ann(...groups))).toEqual(problems);
  });

  it('issue group_unknown for a group that the same file deletes', async () => {
    const file = parseConfiguration(
      JSON.stringify({ ...ann('audit'), groups: [{ name: 'finance' }], identity_providers: [corp] }),
    );
    await expect(planConfiguration(open.db, file, { prune: true, secret })).rejects.toMatchObject({
      problems: [{ code: 'group_unknown', path: ['users', 0, 'groups', 0] }],
    });
  });

  it('issue too_many: 1,000 memberships of all sources together (decision 023)', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `g${String(index).padStart(4, '0')}`);
    const others = names.map((group) => ({ group, source: 'administrator' }));
    const users = [{ username: 'ann', groups: others.slice(1) }];
    await apply({ groups: names.map((name) => ({ name })), users });
    expect(await problemsOf(ann('finance'))).toEqual([]);
    expect(await problemsOf(ann('finance', 'audit'))).toEqual(['users.0.groups: too_many']);
  });

  it('an export writes every membership, and applying it changes nothing', async () => {
    await apply(ann('audit', { group: 'finance', expires_at: until }, { group: 'finance', source: 'administrator' }));
    await apply({ users: [{ username: 'bo' }] });
    const exported = await exportConfiguration(open.db);
    const expected = ['audit', { group: 'finance', source: 'administrator' }, { group: 'finance', expires_at: until }];
    expect(parse(exported).users).toMatchObject([{ username: 'ann', groups: expected }, { username: 'bo' }]);
    expect(parse(exported).users[1]).not.toHaveProperty('groups');
    expect(await apply(parse(exported), { prune: true })).toBe('no changes');
    const empty = await createTestDatabase();
    const options = { prune: true, now, secret, by: byCommandLine };
    await applyConfiguration(empty, parseConfiguration(exported), options);
    expect(await exportConfiguration(empty.db)).toBe(exported);
    await empty.close();
  });

  it('go with the account that is deleted', async () => {
    await apply(ann('finance'));
    await apply({ groups: [{ name: 'finance' }], identity_providers: [corp] }, { prune: true });
    expect(await open.db.membership.count()).toBe(0);
  });

  it('stay asleep while the group is gone, whatever the file that deletes it lists', async () => {
    await apply(ann('finance', 'audit'));
    const file = { groups: [{ name: 'audit' }], identity_providers: [corp], ...ann('audit') };
    expect(await apply(file, { prune: true })).toBe('- group finance');
    expect((await membershipsOf('ann')).rows).toEqual(['audit file always', 'gone file always']);
    expect(parse(await exportConfiguration(open.db)).users[0].groups).toEqual(['audit']);
    expect(await apply({ groups: [{ name: 'finance' }] })).toBe('+ group finance');
    expect((await membershipsOf('ann')).rows).toEqual(['audit file always', 'gone file always']);
  });

  it('are written with very many people and groups in one file (decision 023)', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `team-${index}`);
    const users = Array.from({ length: 400 }, (_, index) => ({
      username: `person-${index}`,
      groups: [`team-${index % 150}`, 'finance'],
    }));
    await apply({ groups: names.map((name) => ({ name })), users });
    expect(await membershipsOf('person-399')).toEqual({
      rows: ['finance file always', 'team-99 file always'],
      summary: ['finance', 'team-99'],
    });
    expect(await apply({ users })).toBe('no changes');
    expect(await open.db.membership.count()).toBe(800);
  });
});
