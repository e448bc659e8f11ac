import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { bumpRevision, readRevision } from './revision';
import { transaction } from './transaction';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

it('starts at 0 and gives every writer its own number', async () => {
  const { db } = database;
  expect(await readRevision(db)).toBe(0);
  const numbers = await Promise.all(Array.from({ length: 20 }, () => transaction(db, bumpRevision)));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(await readRevision(db)).toBe(20);
});

it('returns the number when the transaction fails', async () => {
  const { db } = database;
  const failed = transaction(db, async (tx) => {
    await bumpRevision(tx);
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(await readRevision(db)).toBe(20);
});
