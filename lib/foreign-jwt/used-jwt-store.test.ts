import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepExpired } from '#lib/db/sweep';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { type SingleUseJwt, spendJwt } from './used-jwt-store';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const expiresAt = new Date('2026-01-01T12:01:00Z');
const jwt: SingleUseJwt = { purpose: 'client_assertion', owner: 'shop', jti: 'one', expiresAt };

describe('a JWT that works once (RFC 7523 §3 item 7, security #67)', () => {
  it('is used up by the first use, and its row ends with it', async () => {
    const { db } = database;
    expect(await spendJwt(db, jwt)).toBe(true);
    expect(await spendJwt(db, jwt)).toBe(false);
    expect(await db.usedJwt.findMany({ select: { expiresAt: true } })).toEqual([{ expiresAt }]);
    await sweepExpired(db, new Date(expiresAt.getTime() + 61_000));
    expect(await db.usedJwt.count()).toBe(0);
  });

  it('accepts the same jti of other owners', async () => {
    const owners = ['a', 'b', 'a b'];
    const uses = await Promise.all(owners.map((owner) => spendJwt(database.db, { ...jwt, owner })));
    expect(uses).toEqual([true, true, true]);
  });

  it('accepts the first of several callers in one message, and refuses the others', async () => {
    const jtis = ['x', 'y', 'x', 'z', 'y', 'x', 'w'];
    const uses = await Promise.all(jtis.map((jti) => spendJwt(database.db, { ...jwt, owner: 'gathered', jti })));
    expect(uses).toEqual([true, true, false, true, false, false, true]);
  });

  it('has one winner for each jti when many use many in any order', async () => {
    const jtis = Array.from({ length: 40 }, (_, index) => `jti-${index}`);
    const uses = [jtis, jtis.toReversed(), jtis].flat();
    const won = await Promise.all(uses.map((jti) => spendJwt(database.db, { ...jwt, owner: 'many', jti })));
    expect(won.filter(Boolean)).toHaveLength(jtis.length);
  });
});
