import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { recordEvents, walkEvents } from '../event-store';
import { purgeEvents } from '../retention/purge-events';
import { addAuditKey } from './audit-key';
import { compareExport } from './compare-export';
import { exportLine, headLine } from './export-line';
import { sealEvents } from './seal-events';
import { findLastSeal } from './seal-store';
import { verifyChain } from './verify-chain';

const secret = masterSecret('a secret of this test, of some length');
const start = new Date('2026-01-01T00:00:00Z');
const at = (days: number) => new Date(start.getTime() + days * 86_400_000);
const event = { type: 'sign_in.succeeded', outcome: 'success', actor: { kind: 'user', id: 'u', name: 'u' } } as const;

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});

afterEach(() => open.close());

/** Records the events of a day, more than a verification or a comparison reads at once. */
async function record(day: number, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => event);
  await recordEvents(open.db, events, at(day));
  await sealEvents(open.db, secret, at(day));
}

/** The database for a reader. Something else happens once, after this many of its statements. */
function happening(after: number, happen: () => Promise<unknown>): Database {
  let statements = 0;
  const extended = open.db.$extends({
    query: {
      async $allOperations({ args, query }) {
        const result = await query(args);
        statements += 1;
        if (statements === after) await happen();
        return result;
      },
    },
  });
  return Object.assign(Object.create(open.db), extended);
}

const purge = () => purgeEvents(open.db, { days: 5, secret, now: at(20) });

describe('verifying the hash chain while the server works (security #163)', () => {
  it.each([2, 3, 4, 5])('finds it intact if old events are deleted after statement %i', async (statement) => {
    await record(1, 1100);
    await record(19, 30);
    const report = await verifyChain(happening(statement, purge), secret, at(20));
    expect(await open.db.auditSeal.count()).toBe(30);
    expect(report).toMatchObject({ intact: true });
  });

  it.each([1, 2, 3])('reports events deleted after statement %i', async (statement) => {
    await record(19, 30);
    const cutOff = async () => {
      const gone = await open.db.auditSeal.findMany({ where: { sequence: { lte: 4 } } });
      await open.db.auditSeal.deleteMany({ where: { sequence: { lte: 4 } } });
      await open.db.auditEvent.deleteMany({ where: { id: { in: gone.map(({ eventId }) => eventId) } } });
    };
    const report = await verifyChain(happening(statement, cutOff), secret, at(20));
    expect(report).toEqual({ intact: false, sequence: 4, problem: 'missing' });
  });

  it.each([1, 2, 3])('finds it intact if the secret is rotated after statement %i', async (statement) => {
    await record(18, 30);
    const rotate = async () => {
      await transaction(open.db, (tx) => addAuditKey(tx, secret, at(19)));
      await record(19, 5);
    };
    expect(await verifyChain(happening(statement, rotate), secret, at(20))).toMatchObject({ intact: true });
  });
});

it.each([1, 2])(
  'an export matches if old events are deleted after statement %i of the comparison',
  async (statement) => {
    await record(1, 550);
    await record(19, 30);
    const lines: string[] = [];
    for await (const { seal, ...rest } of walkEvents(open.db, null)) lines.push(exportLine(rest, seal).trimEnd());
    lines.push(headLine(await findLastSeal(open.db)).trimEnd());
    const read = async function* () {
      yield* lines;
    };
    expect(await compareExport(happening(statement, purge), read())).toMatchObject({ matches: true });
  },
);
