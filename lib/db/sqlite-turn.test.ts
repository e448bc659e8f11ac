import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { transaction } from './transaction';

let open: TestDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());

/** More statements than any machine can run before the timer fires. */
const patience = 50_000;

/** Runs statements one after another until a timer fires. @returns the number of statements */
async function statementsBeforeATimer(statement: () => Promise<unknown>): Promise<number> {
  let isDue = false;
  setTimeout(() => {
    isDue = true;
  }, 1);
  let count = 0;
  for (; !isDue && count < patience; count += 1) await statement();
  return count;
}

describe('a loop of statements (the SQLite driver answers at once)', () => {
  const gone = () => open.db.rateLimit.deleteMany({ where: { key: 'none' } });

  it.each([
    ['writes', gone],
    ['reads', () => open.db.rateLimit.findFirst()],
  ])('of %s lets timers and requests run in between', async (_, statement) => {
    expect(await statementsBeforeATimer(statement)).toBeLessThan(patience);
  });

  it('does so inside a long transaction too', async () => {
    const count = await transaction(open.db, (tx) => statementsBeforeATimer(() => tx.rateLimit.findFirst()));
    expect(count).toBeLessThan(patience);
  });
});
