import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { endAssignments } from '#lib/groups/end-assignments';
import { endMemberships } from '#lib/groups/end-memberships';
import { groupTable } from '#lib/groups/group-store';
import { maximumMemberships, writeMemberships } from '#lib/groups/membership-store';
import { summarize } from '#lib/groups/summary';
import { deleteUsers } from '#lib/sessions/delete-user';
import { refreshSnapshot } from '#lib/snapshot/current';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators } from '#lib/testing/admin-action';
import { actAs, subOf } from '#lib/testing/administrator';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { assign, unassign } from '../assignments/change-assignments';
import { deleteEntry } from '../entries/change-entry';
import { changeMembers } from './change-members';
import { getGroup } from './read';
import { groupSection } from './section';

const day = 24 * 60 * 60 * 1000;
const people = ['ann', 'bo', 'cy'];

let area: TestAdmin;
const group = { id: '', name: 'finance' };
const subs: Record<string, string> = {};
beforeAll(async () => {
  const users = people.map((username) => ({ username }));
  area = await createTestAdmin({
    ...fixtures,
    groups: [{ name: 'finance' }],
    clients: [...fixtures.clients, { ...fixtureClient('silent'), client_id: 'ledger', roles: [{ name: 'admin' }] }],
    users: [...administrators, ...users],
  });
  for (const name of people) subs[name] = await subOf(area.provider, name);
});
afterAll(() => area.close());

const context = () => area.provider.context();
const sub = (name: string) => subs[name] ?? expect.fail(`there is no ${name}`);
const owner = () => actAs(area.provider, 'owner');

beforeEach(async () => {
  const { db } = context();
  await apply({
    groups: [{ name: 'finance' }],
    users: people.map((username) => ({ username, groups: [], assignments: [] })),
  });
  group.id = (await getGroup({ db }, 'finance')).id;
  await transaction(db, async (tx) => {
    await writeMemberships(tx, {
      remove: await tx.membership.findMany({ where: { sub: { in: Object.values(subs) } } }),
    });
  });
});

async function apply(file: object): Promise<void> {
  const { db, settings, now } = context();
  const options = { prune: false, secret: settings.secret, by: byCommandLine, now };
  await applyConfiguration({ db }, parseConfiguration(JSON.stringify(file)), options);
  await refreshSnapshot(now);
}

type Change = Omit<Parameters<typeof changeMembers>[1], 'group'>;
const change = async (asked: Change) => changeMembers(await owner(), { group, ...asked });
const add = (...names: string[]) => change({ add: names.map(sub) });
const remove = (...names: string[]) => change({ remove: names.map(sub) });
const deleteGroup = async () => {
  const admin = await owner();
  const alongside = async (tx: Transaction) => groupSection.api?.checkDeletion?.(tx, admin, 'finance');
  return deleteEntry(admin, groupSection, 'finance', { alongside });
};
const runJob = () => endMemberships(context().db, context().now);
const membersOf = async (groupId: string) =>
  (await context().db.membership.findMany({ where: { groupId }, orderBy: [{ sub: 'asc' }, { source: 'asc' }] })).map(
    ({ sub: one, source }) => `${people.find((name) => sub(name) === one)} ${source}`,
  );

/** The events of memberships that some work writes. */
async function eventsOf(work: () => Promise<unknown>): Promise<string[]> {
  const types = [
    ...(['group.member_added', 'group.member_removed', 'group.membership_ended'] as const),
    ...(['role.assigned', 'role.unassigned', 'role.assignment_ended'] as const),
  ];
  const { db } = context();
  const before = new Set((await listEvents(db, { types }, 5000)).map(({ id }) => id));
  await work();
  const events = (await listEvents(db, { types }, 5000)).filter(({ id }) => !before.has(id));
  return events.map(({ type, targetName }) => `${type} ${targetName}`);
}

/** What the person's row says is what the table says (decision 023). */
async function expectAgreement(): Promise<void> {
  const users = await context().db.user.findMany({ include: { memberships: true, assignments: true } });
  for (const { username, access, memberships, assignments } of users)
    expect([username, access]).toEqual([username, summarize(memberships, assignments)]);
}

/** @returns how often each of them was done */
async function together(...acts: (() => Promise<unknown>)[]): Promise<boolean[]> {
  const results = await Promise.allSettled(acts.map((act) => act()));
  await expectAgreement();
  return results.map(({ status }) => status === 'fulfilled');
}

describe('two changes of memberships at once (decision 023)', () => {
  it('add a person once, with one event', async () => {
    const events = await eventsOf(() =>
      together(
        () => add('ann', 'bo'),
        () => add('bo', 'ann'),
      ),
    );
    expect(events.toSorted()).toEqual(['group.member_added ann', 'group.member_added bo']);
  });

  it('add and remove, one after the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      await together(
        () => add('ann', 'bo', 'cy'),
        () => remove('cy', 'bo', 'ann'),
      );
      expect([0, 3]).toContain((await membersOf(group.id)).length);
    }
  });

  it('never delete a group and add somebody to it', async () => {
    for (let round = 0; round < 15; round += 1) {
      await apply({ groups: [{ name: 'finance' }] });
      group.id = (await getGroup(context(), 'finance')).id;
      const [added, deleted] = await together(() => add('ann'), deleteGroup);
      expect([added, deleted, await membersOf(group.id)]).toEqual(
        deleted ? [false, true, []] : [true, false, ['ann administrator']],
      );
      await remove('ann').catch(() => undefined);
    }
  });

  it('end a membership or renew it', async () => {
    const { now } = context();
    await change({ add: [sub('ann')], expiresAt: new Date(now.getTime() + day) });
    area.provider.advance(day / 1000);
    const events = await eventsOf(() => together(runJob, () => add('ann'), runJob));
    expect(await membersOf(group.id)).toEqual(['ann administrator']);
    expect((await context().db.membership.findFirstOrThrow()).expiresAt).toBeNull();
    expect(events.filter((event) => event.startsWith('group.membership_ended')).length).toBeLessThan(2);
  });

  it('end a membership once', async () => {
    await change({ add: [sub('ann'), sub('bo')], expiresAt: new Date(context().now.getTime() + day) });
    area.provider.advance(day / 1000);
    const events = await eventsOf(() => together(runJob, runJob, runJob));
    expect(events.toSorted()).toEqual(['group.membership_ended ann', 'group.membership_ended bo']);
  });

  it('respect the limit of a person', async () => {
    const { db, dialect, now } = { ...context(), dialect: context().db.dialect };
    const groups = Array.from({ length: maximumMemberships + 1 }, (_, index) => {
      const name = `limit-${index}`;
      return { key: name, id: name, name, displayName: null, description: null };
    });
    await transaction(db, (tx) => groupTable.create(dialect, groups, { now })(tx));
    const memberships = groups.map(({ id }) => ({
      ...{ sub: sub('ann'), groupId: id, source: 'file', expiresAt: null, since: now },
    }));
    await transaction(db, (tx) => writeMemberships(tx, { set: memberships.slice(2) }));
    // This process has not heard of these groups yet.
    const admin = await owner();
    const done = await together(
      ...groups.slice(0, 2).map((one) => () => changeMembers(admin, { group: one, add: [sub('ann')] })),
    );
    expect(done.toSorted()).toEqual([false, true]);
    expect(await db.membership.count({ where: { sub: sub('ann') } })).toBe(maximumMemberships);
    await transaction(db, async (tx) => {
      await writeMemberships(tx, {
        remove: await tx.membership.findMany({ where: { sub: { in: Object.values(subs) } } }),
      });
      await groupTable.remove(dialect, groups, { now })(tx);
    });
  });

  it('are a batch and a file', async () => {
    for (let round = 0; round < 5; round += 1) {
      const groups = round % 2 === 0 ? ['finance', { group: 'finance', source: 'administrator' }] : [];
      const file = { users: people.map((username) => ({ username, groups })) };
      await together(
        () => apply(file),
        () => add('ann', 'bo'),
        () => remove('cy'),
      );
    }
  });

  it('delete a person and add them', async () => {
    const { db, now } = context();
    await apply({ users: [{ username: 'gone' }] });
    subs.gone = await subOf(area.provider, 'gone');
    await together(
      () => add('ann', 'gone', 'bo'),
      () => transaction(db, (tx) => deleteUsers(tx, [sub('gone')], { dialect: db.dialect, now })),
    );
    expect(await db.membership.count({ where: { sub: sub('gone') } })).toBe(0);
  });
});

describe('two changes of assignments at once (decision 023)', () => {
  const give = async (expiresAt: Date | null = null) =>
    assign(await owner(), { sub: sub('ann'), clientId: 'ledger', api: null, role: 'admin', expiresAt });
  const assignments = () => context().db.assignment.findMany({ where: { sub: sub('ann') } });

  it('give a role once, with one event', async () => {
    expect(await eventsOf(() => together(give, give, give))).toEqual(['role.assigned ann']);
    expect(await assignments()).toHaveLength(1);
  });

  it('end it once, with one event, and never leave half of it beside a new one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await give();
      const end = async () => unassign(await owner(), sub('ann'), id);
      const events = await eventsOf(() => together(end, give, end));
      expect(events.filter((event) => event.startsWith('role.unassigned'))).toHaveLength(1);
      for (const { id: left } of await assignments()) await unassign(await owner(), sub('ann'), left);
    }
  });

  it('end what is over once, or renew it', async () => {
    const { db, now } = context();
    await give(new Date(now.getTime() + day));
    area.provider.advance(day / 1000);
    const job = () => endAssignments(db, { now: context().now, roles: new Map(), clientNames: new Map() });
    const events = await eventsOf(() => together(job, give, job));
    expect((await assignments()).map(({ expiresAt }) => expiresAt)).toEqual([null]);
    expect(events.filter((event) => event.startsWith('role.assignment_ended')).length).toBeLessThan(2);
  });

  it('are a form and a file', async () => {
    for (let round = 0; round < 5; round += 1) {
      const assignments = round % 2 === 0 ? [{ client: 'ledger', role: 'admin' }] : [];
      await together(() => apply({ users: [{ username: 'ann', assignments }] }), give);
    }
  });
});
