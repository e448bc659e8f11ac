import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { masterSecret } from '#lib/crypto/master-secret';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { applyConfiguration } from '../config/apply';
import { byCommandLine } from '../config/authorship';
import { parseConfiguration } from '../config/file';
import { endMemberships, forgetGroups } from './end-memberships';
import { listGroups } from './group-store';
import { liveGroups } from './live-groups';
import { listMembershipsOf, maximumMemberships, writeMemberships } from './membership-store';
import { readSummary, summarize, withSource } from './summary';

const now = new Date('2026-01-01T12:00:00Z');
const end = new Date('2026-03-01T00:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const at = (ms: number) => new Date(end.getTime() + ms);
const day = 24 * 60 * 60 * 1000;

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

async function apply(file: object, when = now, prune = false): Promise<void> {
  const options = { prune, now: when, secret, by: byCommandLine };
  await applyConfiguration(open, parseConfiguration(JSON.stringify(file)), options);
}

/** Whether a person's row says that they are in a group, at a time. */
async function isIn(username: string, name: string, when: Date): Promise<boolean> {
  const { access } = await open.db.user.findUniqueOrThrow({ where: { canonicalUsername: username } });
  const groups = new Map((await listGroups(open.db)).map((group) => [group.id, group]));
  const live = liveGroups(readSummary(access), { groups, providers: new Map() }, when);
  return [...groups.values()].some((group) => group.name === name && live.has(group.id));
}

const ended = () => listEvents(open.db, { types: ['group.membership_ended'] }, 50);

describe('the end of a membership (decision 023)', () => {
  const file = {
    groups: [{ name: 'finance' }, { name: 'audit' }],
    users: [{ username: 'ann', groups: ['audit', { group: 'finance', expires_at: end.toISOString() }] }],
  };

  it.each([
    ['one millisecond before, it counts', -1, true],
    ['at the instant, it is over', 0, false],
    ['one millisecond after, it is over', 1, false],
  ])('%s, whatever job has run', async (_, ms, counts) => {
    await apply(file);
    expect(await isIn('ann', 'finance', at(ms))).toBe(counts);
    await endMemberships(open.db, at(ms));
    expect(await isIn('ann', 'finance', at(-1))).toBe(counts);
    expect(await isIn('ann', 'audit', at(ms))).toBe(true);
    expect(await open.db.membership.count()).toBe(counts ? 2 : 1);
  });

  it('is recorded once by the job, with its group, source and end', async () => {
    await apply(file);
    expect(await endMemberships(open.db, at(-1))).toBe(0);
    expect(await ended()).toEqual([]);
    expect(await endMemberships(open.db, at(0))).toBe(1);
    expect(await endMemberships(open.db, at(1000))).toBe(0);
    const [event, ...others] = await ended();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ targetKind: 'user', targetName: 'ann', actorKind: 'retention' });
    expect(JSON.parse(event?.details ?? '')).toEqual({
      group: 'finance',
      source: 'file',
      expires_at: end.toISOString(),
    });
  });

  it('of one source leaves those of other sources', async () => {
    const two = [
      { group: 'finance', expires_at: end.toISOString() },
      { group: 'finance', source: 'administrator' },
    ];
    await apply({ ...file, users: [{ username: 'ann', groups: two }] });
    await endMemberships(open.db, at(0));
    expect(await isIn('ann', 'finance', at(1))).toBe(true);
  });

  it('is removed of very many people in slices', async () => {
    const users = Array.from({ length: 250 }, (_, index) => ({ ...file.users[0], username: `p${index}` }));
    await apply({ ...file, users });
    expect(await endMemberships(open.db, at(0))).toBe(250);
    expect(await open.db.membership.count()).toBe(250);
    expect(await isIn('p249', 'audit', at(0))).toBe(true);
  });
});

describe('a group that left the configuration (decision 023)', () => {
  it('keeps its memberships for 30 days, without effect, and then they are removed', async () => {
    await apply({
      groups: [{ name: 'finance' }, { name: 'audit' }],
      users: [{ username: 'ann', groups: ['finance', 'audit'] }],
    });
    await apply({ groups: [{ name: 'audit' }], users: [{ username: 'ann' }] }, now, true);
    expect(await isIn('ann', 'finance', now)).toBe(false);
    expect(await forgetGroups(open.db, new Date(now.getTime() + 30 * day))).toBe(0);
    expect(await open.db.membership.count()).toBe(2);
    expect(await forgetGroups(open.db, new Date(now.getTime() + 31 * day))).toBe(1);
    expect([await open.db.membership.count(), await open.db.formerGroup.count()]).toEqual([1, 0]);
    const { access } = await open.db.user.findFirstOrThrow();
    expect(readSummary(access).memberships).toHaveLength(1);
  });

  it('tells the end of a membership by its name', async () => {
    const groups = [{ group: 'finance', expires_at: end.toISOString() }];
    await apply({ groups: [{ name: 'finance' }], users: [{ username: 'ann', groups }] });
    await apply({ users: [{ username: 'ann' }] }, new Date(end.getTime() - day), true);
    await endMemberships(open.db, at(0));
    expect(JSON.parse((await ended())[0]?.details ?? '')).toMatchObject({ group: 'finance' });
  });
});

describe('the summary in the row of a person (decision 023)', () => {
  it.each<[string, [string, string][], [string, string][]]>([
    ['the first of a provider', [['g1', 'file']], [['g2', 'provider:corp']]],
    [
      'others of a provider',
      [
        ['g1', 'file'],
        ['g2', 'provider:corp'],
      ],
      [['g3', 'provider:corp']],
    ],
    [
      'none of a provider',
      [
        ['g1', 'file'],
        ['g2', 'provider:corp'],
        ['g2', 'provider:corporation'],
      ],
      [],
    ],
    ['none at all', [['g2', 'provider:corp']], []],
  ])('is written for one source as for all: %s', (_, before, own) => {
    const assigned = [{ target: 'client:a b', expiresAt: null }];
    const row = ([groupId, source]: readonly [string, string]) => ({ groupId, source, expiresAt: null });
    const others = before.filter(([, source]) => source !== 'provider:corp').map(row);
    const column = summarize(before.map(row), assigned);
    const after = own.map(row);
    expect(withSource(column, 'provider:corp', after)).toBe(summarize([...others, ...after], assigned));
    expect(withSource(summarize(others), 'provider:corp', after)).toBe(summarize([...others, ...after]));
  });

  it('is empty for somebody without memberships, and reads as nothing', () => {
    expect(summarize([])).toBe('');
    expect(readSummary('')).toEqual({ memberships: [], assignments: [] });
  });

  it('has a group of several sources once, until the last end', () => {
    const one = { groupId: 'a', source: 'file', expiresAt: end };
    expect(summarize([one, { ...one, source: 'administrator', expiresAt: at(5) }])).toBe(`- a@${at(5).getTime()}`);
    expect(summarize([one, { ...one, source: 'administrator', expiresAt: null }])).toBe('- a');
  });

  it('keeps those of providers apart, which count while the provider maps groups', () => {
    const column = summarize([
      { groupId: 'a', source: 'provider:corp', expiresAt: null },
      { groupId: 'b', source: 'directory:hr', expiresAt: null },
      { groupId: 'c', source: 'file', expiresAt: null },
    ]);
    const groups = new Map(['a', 'b', 'c'].map((id) => [id, {}]));
    const live = (groupMapping: object | null) =>
      [
        ...liveGroups(readSummary(column), { groups, providers: new Map([['corp', { groupMapping }]]) }, now),
      ].toSorted();
    expect(live({})).toEqual(['a', 'c']);
    expect(live(null)).toEqual(['c']);
    expect([...liveGroups(readSummary(column), { groups, providers: new Map() }, now)]).toEqual(['c']);
    expect([...liveGroups(readSummary(column), { groups: new Map(), providers: new Map() }, now)]).toEqual([]);
  });

  it('says the same as the table, whatever is added, removed and ended', async () => {
    const names = ['a', 'b', 'c'];
    await apply({ groups: names.map((name) => ({ name })), users: [{ username: 'ann' }] });
    const { sub } = await open.db.user.findFirstOrThrow();
    const groups = new Map((await listGroups(open.db)).map((group) => [group.id, group]));
    const membership = fc.record({
      sub: fc.constant(sub),
      groupId: fc.constantFrom(...groups.keys()),
      source: fc.constantFrom('file', 'administrator', 'provider:corp'),
      expiresAt: fc.option(fc.integer({ min: -2, max: 2 }).map((ms) => at(ms))),
      since: fc.constant(now),
    });
    const byPlace = { selector: ({ groupId, source }: { groupId: string; source: string }) => `${groupId} ${source}` };
    const act = fc.record({
      set: fc.uniqueArray(membership, { maxLength: 3, ...byPlace }),
      remove: fc.uniqueArray(membership, { maxLength: 2, ...byPlace }),
      endsAt: fc.option(fc.integer({ min: -2, max: 2 })),
    });
    const providers = new Map([['corp', { groupMapping: {} }]]);
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 3 }), async (acts) => {
        for (const { set, remove, endsAt } of acts) {
          const kept = set.filter((one) => !remove.some((other) => byPlace.selector(one) === byPlace.selector(other)));
          await transaction(open.db, (tx) => writeMemberships(tx, { set: kept, remove }));
          if (endsAt !== null) await endMemberships(open.db, at(endsAt));
          const stored = (await listMembershipsOf(open.db, [sub])).get(sub) ?? [];
          const { access } = await open.db.user.findFirstOrThrow();
          for (const ms of [-2, -1, 0, 1, 2]) {
            const counting = stored.filter(({ expiresAt }) => expiresAt === null || expiresAt > at(ms));
            const live = liveGroups(readSummary(access), { groups, providers }, at(ms));
            expect([...live].toSorted()).toEqual([...new Set(counting.map(({ groupId }) => groupId))].toSorted());
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('has room for the most memberships of a person', () => {
    const all = Array.from({ length: maximumMemberships }, (_, index) => ({
      groupId: `g${index}`,
      source: 'file',
      expiresAt: at(index),
    }));
    const { memberships } = readSummary(summarize(all));
    const ends = new Map(all.map(({ groupId, expiresAt }) => [groupId, expiresAt.getTime()]));
    expect(new Map(memberships.map(({ groupId, endsAtMs }) => [groupId, endsAtMs]))).toEqual(ends);
  });
});
