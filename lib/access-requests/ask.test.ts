import { beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { deleteClients } from '#lib/clients/delete-clients';
import type { Transaction } from '#lib/db/database';
import { sweepExpired } from '#lib/db/sweep';
import { transaction } from '#lib/db/transaction';
import { type AskedPortal, createAskedPortal, dayMs } from '#lib/testing/access-requests';
import { deleteUserRows } from '#lib/users/user-store';
import { askForAccess } from './ask';
import { expireRequests } from './expire-requests';
import { readAskingState } from './request-store';

let portal: AskedPortal;

beforeEach(async () => {
  portal = await createAskedPortal();
  return portal.close;
});

const standing = async (name: string, clientId = 'ledger') => {
  const { db, now } = portal.provider.context();
  return readAskingState(db, { sub: await portal.sub(name), clientId }, now);
};

/** Requests of others, at a client or of one person. */
async function fill(count: number, row: { readonly clientId: string; readonly name?: string }): Promise<void> {
  const { db, now } = portal.provider.context();
  const time = { createdAt: now, updatedAt: now };
  for (let index = 0; index < count; index += 1) {
    const sub = row.name === undefined ? `filler-${index}` : await portal.sub(row.name);
    if (row.name === undefined) {
      const person = { sub, username: sub, canonicalUsername: sub, enabled: true, tenants: '"none"', claims: '{}' };
      await db.user.create({ data: { ...person, ...time } });
    }
    const expiresAt = new Date(now.getTime() + 30 * dayMs);
    const { clientId } = row;
    await db.accessRequest.create({
      data: { id: `filler-${index}`, sub, clientId, state: 'pending', createdAt: now, expiresAt },
    });
  }
}

describe('asking for access (decision 023)', () => {
  it('waits for an answer, and is recorded without what the person wrote', async () => {
    expect(await portal.ask('ann', 'ledger', 'March is near')).toBe(true);
    const [request] = await portal.requests();
    expect(request).toMatchObject({ clientId: 'ledger', username: 'ann', state: 'pending', reason: 'March is near' });
    expect(await standing('ann')).toMatchObject({ newest: { state: 'pending' }, mayAsk: false });
    const { db } = portal.provider.context();
    const [event] = await listEvents(db, { types: ['access_request.created'] }, 9);
    expect(event).toMatchObject({ actorName: 'ann', targetName: 'ann', clientId: 'ledger' });
    expect(event?.details).not.toContain('March');
  });

  it.each([
    ['for everyone', { access: 'everyone' }],
    ['without an approver group', { approver_groups: [] }],
  ])('is not possible at a client %s', async (_, settings) => {
    await portal.configureClient('ledger', settings);
    expect(await portal.ask('ann', 'ledger')).toBe(false);
    expect(await portal.requests()).toEqual([]);
  });

  it('is not possible at a client that is gone, nor for a person who is', async () => {
    const { snapshot } = portal.provider.context();
    const client = snapshot.clients.get('ledger');
    if (client === undefined) throw new Error('no client');
    const asking = { client: { ...client, clientId: 'gone' }, reason: null, address: null };
    const person = { sub: await portal.sub('ann'), username: 'ann' };
    expect(await askForAccess({ ...asking, person }, portal.provider.context())).toBe(false);
    const nobody = { sub: 'nobody', username: 'nobody' };
    expect(await askForAccess({ ...asking, client, person: nobody }, portal.provider.context())).toBe(false);
  });

  it('is possible once while it waits, at each client', async () => {
    expect(await portal.ask('ann', 'ledger')).toBe(true);
    expect(await portal.ask('ann', 'ledger')).toBe(false);
    expect(await portal.ask('ann', 'wiki')).toBe(true);
    expect(await portal.ask('bob', 'ledger')).toBe(true);
  });

  it('of two at once, one counts', async () => {
    const asked = await Promise.all([portal.ask('ann', 'ledger'), portal.ask('ann', 'ledger')]);
    expect(asked.toSorted()).toEqual([false, true]);
    expect(await portal.requests()).toHaveLength(1);
  });

  it.each([
    [4, true],
    [5, false],
  ])('while %i requests of the person wait: %s', async (count, isPossible) => {
    await fill(count, { clientId: 'wiki', name: 'ann' });
    expect((await standing('ann')).mayAsk).toBe(isPossible);
    expect(await portal.ask('ann', 'ledger')).toBe(isPossible);
  });

  it('a person who asks at several clients at once has five', async () => {
    await fill(4, { clientId: 'wiki', name: 'ann' });
    const asked = await Promise.all([portal.ask('ann', 'ledger'), portal.ask('ann', 'shop')]);
    expect(asked.toSorted()).toEqual([false, true]);
  });

  it('at a client where 200 wait is not possible, also for two at once', async () => {
    await fill(199, { clientId: 'ledger' });
    expect((await standing('ann')).mayAsk).toBe(true);
    const asked = await Promise.all([portal.ask('ann', 'ledger'), portal.ask('bob', 'ledger')]);
    expect(asked.toSorted()).toEqual([false, true]);
    expect((await standing('cyd')).mayAsk).toBe(false);
    expect(await portal.ask('cyd', 'ledger')).toBe(false);
    expect((await standing('cyd', 'wiki')).mayAsk).toBe(true);
  });

  it.each([
    ['one millisecond before seven days', 7 * dayMs - 1, false],
    ['after seven days', 7 * dayMs, true],
  ])('pauses after a request was declined: %s', async (_, ms, isPossible) => {
    await portal.ask('ann', 'ledger');
    await portal.decide(await portal.only(), { kind: 'decline', note: 'Not now' });
    portal.provider.advance(ms / 1000);
    expect(await standing('ann')).toMatchObject({ newest: { state: 'declined', note: 'Not now' }, mayAsk: isPossible });
    expect(await portal.ask('ann', 'ledger')).toBe(isPossible);
  });

  it.each([
    ['one millisecond before 30 days', 30 * dayMs - 1, 'pending', false],
    ['after 30 days', 30 * dayMs, 'expired', true],
  ])('expires by the clock, whatever job has run: %s', async (_, ms, state, isPossible) => {
    await portal.ask('ann', 'ledger');
    portal.provider.advance(ms / 1000);
    expect(await standing('ann')).toMatchObject({ newest: { state }, mayAsk: isPossible });
    expect((await portal.requests()).map((one) => one.state)).toEqual([state]);
    expect(await portal.decide(await portal.only(), { kind: 'decline', note: null })).toEqual(
      isPossible ? { problem: 'decided', request: expect.objectContaining({ state }) } : null,
    );
  });
});

describe('the end of requests (decision 023)', () => {
  const expired = async () => {
    const { db } = portal.provider.context();
    return (await listEvents(db, { types: ['access_request.expired'] }, 9)).map(({ targetName }) => targetName);
  };

  it.each([
    [30 * dayMs - 1, []],
    [30 * dayMs, ['ann']],
  ])('is recorded once after 30 days (%i ms)', async (ms, names) => {
    await portal.ask('ann', 'ledger');
    portal.provider.advance(ms / 1000);
    const done = await Promise.all([1, 2].map(() => expireRequests(portal.provider.context())));
    expect(done.reduce((sum, count) => sum + count)).toBe(names.length);
    expect(await expired()).toEqual(names);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['by a group', () => portal.provider.configure({ users: [{ username: 'ann', groups: ['audit'] }] })],
    [
      'by an assignment',
      () => portal.provider.configure({ users: [{ username: 'ann', assignments: [{ client: 'ledger' }] }] }),
    ],
    ['because everyone has it', () => portal.configureClient('ledger', { access: 'everyone' })],
  ])('comes when access came otherwise: %s', async (_, give) => {
    await portal.ask('ann', 'ledger');
    expect(await expireRequests(portal.provider.context())).toBe(0);
    await give();
    expect(await expireRequests(portal.provider.context())).toBe(1);
    expect((await portal.requests())[0]).toMatchObject({ state: 'expired', decidedAt: portal.provider.context().now });
    expect(await expired()).toEqual(['ann']);
  });

  it.each([
    ['approved', { kind: 'approve', role: 'admin', until: null }],
    ['declined', { kind: 'decline', note: null }],
  ] as const)('one that was %s is kept for 90 days', async (_, decision) => {
    await portal.ask('ann', 'ledger');
    await portal.decide(await portal.only(), decision);
    const { db } = portal.provider.context();
    // The clocks of machines differ.
    const margin = 60_000;
    portal.provider.advance((90 * dayMs + margin) / 1000);
    await sweepExpired(db, portal.provider.context().now);
    expect(await portal.requests()).toHaveLength(1);
    portal.provider.advance(0.001);
    await sweepExpired(db, portal.provider.context().now);
    expect(await portal.requests()).toEqual([]);
  });

  it('one that waits is not swept before its end is recorded', async () => {
    await portal.ask('ann', 'ledger');
    portal.provider.advance((31 * dayMs) / 1000);
    const { db, now } = portal.provider.context();
    await sweepExpired(db, now);
    expect(await portal.requests()).toHaveLength(1);
  });

  it.each<[string, string, (tx: Transaction, now: Date) => Promise<unknown>]>([
    ['the client', 'bob', (tx, now) => deleteClients(tx, ['ledger'], { dialect: tx.dialect, now })],
    ['the person', 'bob', async (tx) => deleteUserRows(tx, [await portal.sub('ann')])],
  ])('comes with the deletion of %s', async (_, left, remove) => {
    await portal.ask('ann', 'ledger');
    await portal.decide(await portal.only(), { kind: 'decline', note: null });
    await portal.ask('bob', 'wiki');
    const { db, now } = portal.provider.context();
    await transaction(db, (tx) => remove(tx, now));
    expect((await portal.requests()).map(({ username }) => username)).toEqual([left]);
  });
});
