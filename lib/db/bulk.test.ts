import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { deleteRows, inOrder, insertRows, updateRows } from './bulk';
import { transaction } from './transaction';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.db.tenant.deleteMany();
});

afterAll(async () => {
  await database.close();
});

const at = new Date('2030-01-01T00:00:00.123Z');
const later = new Date('2031-06-30T23:59:59.999Z');

/** A row with each kind of column. */
function tenant(name: string) {
  const columns = { displayName: 'Acme', enabled: true, defaultLocale: 'de', identityProviders: null, login: null };
  const rules = { registration: null, identifiers: null, secondFactor: null, emailCode: null };
  return { name, ...columns, ...rules, theme: '{}', links: '[]', createdAt: at, updatedAt: at };
}

function rate(key: string, count: number) {
  return { key, count, expiresAt: at };
}

/** More rows than two statements can hold. */
const names = Array.from({ length: 250 }, (_, index) => `tenant-${String(index).padStart(3, '0')}`);

describe('rows written together', () => {
  it('are stored unchanged for any content of a column', async () => {
    const odd = [`"'\\ \n\t{}[]$1 ?`, '12', 'null', 'true', '{"a":"\\u0000"}', '語😀\u200d', ''];
    const rows = odd.map((displayName, index) => ({
      ...tenant(`odd-${index}`),
      displayName,
      enabled: index % 2 === 0,
      login: index % 2 === 0 ? null : displayName,
      updatedAt: later,
    }));
    await transaction(database.db, insertRows(database.dialect, 'Tenant', rows));
    expect(await database.db.tenant.findMany({ orderBy: { name: 'asc' } })).toEqual(rows);
  });

  it('may be numbers', async () => {
    await database.db.rateLimit.deleteMany();
    await transaction(database.db, insertRows(database.dialect, 'RateLimit', [rate('a', 0), rate('b', 2_147_483_647)]));
    expect(await database.db.rateLimit.findMany({ orderBy: { key: 'asc' } })).toEqual([
      rate('a', 0),
      rate('b', 2_147_483_647),
    ]);
  });

  it('are compared and sorted like rows that Prisma wrote', async () => {
    await transaction(database.db, insertRows(database.dialect, 'Tenant', [{ ...tenant('b'), createdAt: later }]));
    await database.db.tenant.create({ data: tenant('a') });
    const found = await database.db.tenant.findMany({ where: { createdAt: { lt: later }, enabled: true } });
    expect(found.map(({ name }) => name)).toEqual(['a']);
    expect(await database.db.tenant.count({ where: { createdAt: later } })).toBe(1);
  });

  it('are inserted, updated and deleted in order, a hundred a statement', async () => {
    const { dialect } = database;
    const changed = names.map((name) => ({ name, displayName: `new ${name}`, defaultLocale: null, updatedAt: later }));
    await transaction(
      database.db,
      inOrder(
        insertRows(dialect, 'Tenant', names.map(tenant)),
        updateRows(dialect, 'Tenant', 'name', changed.slice(1)),
        deleteRows(dialect, 'Tenant', 'name', [...names.slice(2), 'nobody']),
      ),
    );
    expect(await database.db.tenant.findMany({ orderBy: { name: 'asc' } })).toEqual([
      tenant('tenant-000'),
      { ...tenant('tenant-001'), displayName: 'new tenant-001', defaultLocale: null, updatedAt: later },
    ]);
  });

  it('are all written or none: an update of a missing row undoes the rest', async () => {
    const { dialect } = database;
    await database.db.tenant.create({ data: tenant('a') });
    const update = updateRows(dialect, 'Tenant', 'name', [
      { name: 'a', displayName: 'new' },
      { name: 'gone', displayName: 'new' },
    ]);
    await expect(transaction(database.db, update)).rejects.toThrow('Tenant');
    expect(await database.db.tenant.findMany()).toEqual([tenant('a')]);
  });

  it('need no statement when there are none', async () => {
    const { dialect } = database;
    const writes = inOrder(
      insertRows(dialect, 'Tenant', []),
      updateRows(dialect, 'Tenant', 'name', []),
      deleteRows(dialect, 'Tenant', 'name', []),
    );
    await transaction(database.db, writes);
    expect(await database.db.tenant.count()).toBe(0);
  });
});
