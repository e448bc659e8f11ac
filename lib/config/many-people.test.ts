import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listRevisions } from '#lib/audit/revision-store';
import { masterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { listUsers } from '#lib/users/user-list-store';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { parseConfiguration } from './file';
import { planConfiguration } from './plan';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const owner = { username: 'root', password_hash: null, admin: 'owner' };
/** More than what one transaction changes. */
const many = 350;

const people = (name: string, count = many) =>
  Array.from({ length: count }, (_, index) => ({
    username: `person-${String(index).padStart(3, '0')}`,
    password_hash: null,
    claims: { name: `${name} ${index}` },
  }));

let open: TestDatabase;
beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

const fileOf = (users: readonly object[]) =>
  parseConfiguration(JSON.stringify({ scopes: [{ name: 'orders', type: 'resource' }], users }));

const apply = (users: readonly object[], db: Database = open.db) =>
  applyConfiguration({ db }, fileOf(users), { prune: true, now, secret, by: byCommandLine });

async function planned(users: readonly object[]): Promise<number> {
  return (await planConfiguration(open.db, fileOf(users), { prune: true, secret })).changes.length;
}

/** The same database, with something that happens after each transaction. */
function afterTransactions(happen: (count: number) => unknown): Database {
  let count = 0;
  return new Proxy(open.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== '$transaction' || typeof value !== 'function') return value;
      return async (...values: unknown[]) => {
        const result: unknown = await Reflect.apply(value, target, values);
        count += 1;
        await happen(count);
        return result;
      };
    },
  });
}

const disabled = (users: readonly object[]) => users.map((user) => ({ ...user, enabled: false }));

describe('very many people', () => {
  it.each([
    ['added', [], people('Old')],
    ['changed', people('Old'), disabled(people('Old'))],
    ['deleted', people('Old'), []],
  ])('are %s in slices after everything else, in one revision', async (_, former, users) => {
    if (former.length > 0) await apply([owner, ...former]);
    const written: number[] = [await open.db.auditEvent.count()];
    const db = afterTransactions(async () => written.push(await open.db.auditEvent.count()));
    const report = await apply([owner, ...users], db);
    const sizes = written.slice(1).map((count, index) => count - (written[index] ?? 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(report?.changes.length);
    expect(report?.changes.filter(({ key }) => key.startsWith('person-'))).toHaveLength(many);
    expect(await planned([owner, ...users])).toBe(0);
    const [last] = await listRevisions(open.db, { before: null, limit: 1 });
    expect([last?.number, report?.revision]).toEqual(former.length > 0 ? [2, 2] : [1, 1]);
  });

  it('are whole when the process is killed meanwhile, and the same file applies the rest', async () => {
    await apply([owner, ...people('Old')]);
    const db = afterTransactions((count) => {
      if (count === 3) throw new Error('killed');
    });
    const users = [owner, ...people('New')];
    await expect(apply(users, db)).rejects.toThrow('killed');
    const names = (await listUsers(open.db)).map(({ claims }) => String(claims.name).slice(0, 3));
    expect(new Set(names)).toEqual(new Set(['und', 'Old', 'New']));
    const left = await planned(users);
    expect(left).toBe(names.filter((name) => name === 'Old').length);
    expect((await apply(users))?.changes).toHaveLength(left);
    expect(await planned(users)).toBe(0);
  });

  it('are compared again if somebody changes one of them, or the configuration, meanwhile', async () => {
    await apply([owner, ...people('Old')]);
    const db = afterTransactions(async (count) => {
      if (count === 1) await open.db.user.updateMany({ where: { username: 'person-349' }, data: { enabled: false } });
      if (count === 3) await transaction(open.db, bumpRevision);
    });
    const report = await apply([owner, ...people('New')], db);
    expect(report?.changes).toHaveLength(many);
    expect(await planned([owner, ...people('New')])).toBe(0);
    expect(await open.db.user.count({ where: { enabled: false } })).toBe(0);
  });
});
