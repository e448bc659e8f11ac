import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { deleteRows, inOrder, insertRows, updateRows, upsertRows } from './bulk';
import { isUniqueViolation, transaction } from './transaction';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.db.client.deleteMany();
});

afterAll(async () => {
  await database.close();
});

const at = new Date('2030-01-01T00:00:00.123Z');
const later = new Date('2031-06-30T23:59:59.999Z');

/** A row with each kind of column. */
function client(clientId: string) {
  const columns = {
    settings: 'Acme',
    enabled: true,
    selfRegistered: false,
    agentState: 'x',
    agentEndDate: 'de',
    access: 'everyone',
  };
  const none = {
    tenant: null,
    backchannelLogoutUri: null,
    registrantNetwork: null,
    removedAt: null,
    staged: null,
    accessEndedIn: 0,
  };
  return { clientId, ...columns, ...none, stagedBy: null, documentExpiresAt: at, createdAt: at, updatedAt: at };
}

function rate(key: string, count: number) {
  return { key, count, expiresAt: at };
}

/** More rows than two statements can hold. */
const names = Array.from({ length: 250 }, (_, index) => `client-${String(index).padStart(3, '0')}`);

describe('rows written together', () => {
  it('are stored unchanged for any content of a column', async () => {
    const odd = [`"'\\ \n\t{}[]$1 ?`, '12', 'null', 'true', '{"a":"\\u0000"}', '語😀\u200d', ''];
    const rows = odd.map((settings, index) => ({
      ...client(`odd-${index}`),
      settings,
      enabled: index % 2 === 0,
      tenant: index % 2 === 0 ? null : settings,
      updatedAt: later,
    }));
    await transaction(database.db, insertRows(database.dialect, 'Client', rows));
    expect(await database.db.client.findMany({ orderBy: { clientId: 'asc' } })).toEqual(rows);
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
    await transaction(database.db, insertRows(database.dialect, 'Client', [{ ...client('b'), createdAt: later }]));
    await database.db.client.create({ data: client('a') });
    const found = await database.db.client.findMany({ where: { createdAt: { lt: later }, enabled: true } });
    expect(found.map(({ clientId }) => clientId)).toEqual(['a']);
    expect(await database.db.client.count({ where: { createdAt: later } })).toBe(1);
  });

  it('are inserted, updated and deleted in order, a hundred a statement', async () => {
    const { dialect } = database;
    const changed = names.map((clientId) => ({
      clientId,
      settings: `new ${clientId}`,
      agentEndDate: null,
      updatedAt: later,
    }));
    await transaction(
      database.db,
      inOrder(
        insertRows(dialect, 'Client', names.map(client)),
        updateRows(dialect, 'Client', 'clientId', changed.slice(1)),
        deleteRows(dialect, 'Client', 'clientId', [...names.slice(2), 'nobody']),
      ),
    );
    expect(await database.db.client.findMany({ orderBy: { clientId: 'asc' } })).toEqual([
      client('client-000'),
      { ...client('client-001'), settings: 'new client-001', agentEndDate: null, updatedAt: later },
    ]);
  });

  it('are inserted or updated together, unless a row exists that must not', async () => {
    const { dialect } = database;
    await database.db.client.create({ data: { ...client('a'), settings: '' } });
    const rows = ['a', 'b'].map((id) => ({ ...client(id), agentState: 'new' }));
    const onlyIf = { column: 'settings', value: '' };
    const columns = ['settings', 'tenant'];
    await transaction(database.db, upsertRows(dialect, 'Client', rows, { key: 'clientId', columns, onlyIf }));
    const stored = await database.db.client.findMany({ orderBy: { clientId: 'asc' } });
    expect(stored.map(({ settings, agentState }) => [settings, agentState])).toEqual([
      ['Acme', 'x'],
      ['Acme', 'new'],
    ]);
    const again = transaction(database.db, upsertRows(dialect, 'Client', rows, { key: 'clientId', onlyIf }));
    expect(isUniqueViolation(await again.catch((error: unknown) => error))).toBe(true);
    expect(await database.db.client.findMany({ orderBy: { clientId: 'asc' } })).toEqual(stored);
  });

  it('are all written or none: an update of a missing row undoes the rest', async () => {
    const { dialect } = database;
    await database.db.client.create({ data: client('a') });
    const update = updateRows(dialect, 'Client', 'clientId', [
      { clientId: 'a', settings: 'new' },
      { clientId: 'gone', settings: 'new' },
    ]);
    await expect(transaction(database.db, update)).rejects.toThrow('Client');
    expect(await database.db.client.findMany()).toEqual([client('a')]);
  });

  it('need no statement when there are none', async () => {
    const { dialect } = database;
    const writes = inOrder(
      insertRows(dialect, 'Client', []),
      updateRows(dialect, 'Client', 'clientId', []),
      deleteRows(dialect, 'Client', 'clientId', []),
    );
    await transaction(database.db, writes);
    expect(await database.db.client.count()).toBe(0);
  });
});
