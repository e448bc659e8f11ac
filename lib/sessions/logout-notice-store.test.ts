import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blankClient } from '#lib/clients/client-record';
import { clientTable } from '#lib/clients/client-store';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import {
  claimNotice,
  dropNotice,
  findDueNotices,
  findNotices,
  type LogoutNotice,
  markDelivered,
} from './logout-notice-store';

const at = (seconds: number) => new Date(Date.UTC(2027, 0, 1) + seconds * 1000);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await transaction(database.db, clientTable.create(database.dialect, [blankClient('web')], { now: at(0) }));
});
beforeEach(async () => {
  await database.db.logoutNotice.deleteMany();
});
afterAll(() => database.close());

type Change = { attempts?: number; nextAttemptAt?: Date; deliveredAt?: Date; expiresAt?: Date };

async function addNotice(id: string, change: Change = {}): Promise<LogoutNotice> {
  const times = { createdAt: at(0), nextAttemptAt: at(0), expiresAt: at(900) };
  const data = { id, clientId: 'web', sid: `sid-${id}`, sub: 'sub', attempts: 0, ...times, ...change };
  const { createdAt: _, expiresAt: __, deliveredAt: ___, ...notice } = await database.db.logoutNotice.create({ data });
  return notice;
}

const due = async (seconds: number, limit = 10) =>
  (await findDueNotices(database.db, at(seconds), { limit, longestPauseMs: 240_000, isAccess: false })).map(
    ({ id }) => id,
  );
const rowOf = (id: string) => database.db.logoutNotice.findUniqueOrThrow({ where: { id } });

describe('a notice to a client (OpenID Connect Back-Channel Logout §2)', () => {
  it('is due from its time until it was delivered or is too old, the oldest first', async () => {
    await addNotice('later', { nextAttemptAt: at(20) });
    await addNotice('first', { nextAttemptAt: at(5) });
    await addNotice('now', { nextAttemptAt: at(10) });
    await addNotice('delivered', { deliveredAt: at(1) });
    await addNotice('too-old', { expiresAt: at(10) });
    await addNotice('old', { nextAttemptAt: at(6), expiresAt: at(11) });
    expect(await due(10)).toEqual(['first', 'old', 'now']);
    expect(await due(10, 2)).toEqual(['first', 'old']);
  });

  it('is taken by one process, and no other notice with it', async () => {
    const notice = await addNotice('one');
    await addNotice('other');
    const both = await Promise.all([at(60), at(61)].map((next) => claimNotice(database.db, notice, next)));
    expect(both.toSorted()).toEqual([false, true]);
    expect((await rowOf('one')).attempts).toBe(1);
    expect(await rowOf('other')).toMatchObject({ attempts: 0, nextAttemptAt: at(0) });
  });

  it.each<[string, Change]>([
    ['has another number of attempts', { attempts: 1 }],
    ['is due at another time', { nextAttemptAt: at(30) }],
    ['was delivered', { deliveredAt: at(5) }],
  ])('is not taken when it meanwhile %s', async (_, change) => {
    const notice = await addNotice('one');
    await database.db.logoutNotice.update({ where: { id: 'one' }, data: change });
    const before = await rowOf('one');
    expect(await claimNotice(database.db, notice, at(60))).toBe(false);
    expect(await rowOf('one')).toEqual(before);
  });

  it('is marked or dropped without affecting others', async () => {
    for (const id of ['one', 'two', 'three']) await addNotice(id);
    await markDelivered(database.db, 'one', at(5));
    await dropNotice(database.db, 'two');
    const found = await findNotices(database.db, ['sid-one', 'sid-two', 'sid-three']);
    const byId = found.toSorted((a, b) => (a.sid < b.sid ? -1 : 1));
    expect(byId).toEqual([
      { sid: 'sid-one', clientId: 'web', isDelivered: true },
      { sid: 'sid-three', clientId: 'web', isDelivered: false },
    ]);
    expect(await findNotices(database.db, ['sid-three'])).toHaveLength(1);
  });
});
