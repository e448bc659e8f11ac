import { lastRevisionNumber } from '#lib/audit/revision-store';
import { ensureAuditKeys } from '#lib/audit/seals/audit-key';
import { listClients } from '#lib/clients/client-store';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { OpenDatabase } from '#lib/db/open-database';
import { countEvents } from '#lib/usage/count-events';
import { bulkInsert, type Row } from './bulk-insert';
import { clientRows } from './client-rows';
import { eventBatches } from './event-rows';
import { groupRows, membershipRows, seedAccess } from './group-rows';
import { seedConfiguration } from './models';
import { explanationRows, revisionRows } from './record-rows';
import { dayMs, type SeedSizes, seedDays } from './sizes';
import { stateRows } from './state-rows';
import { failureRows, identityRows, userRows, userWordRows } from './user-rows';

type Options = {
  /** SIGNET_SECRET of the server that will use the database. */
  readonly secret: MasterSecret;
  readonly now: Date;
  /** Is called with a description of what was written. */
  readonly onProgress?: (table: string, rows: number) => void;
};

/** A failed run starts again, so nothing must be on disk before the end. */
const hasty = 'PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -400000';

/** Rows of several tables. The rows of a table come after those that they refer to. */
type Tables = Readonly<Record<string, Iterable<Row>>>;

/**
 * Fills an empty, migrated database like that of a large installation after a year: clients, people, their grants, the
 * audit log with its hash chain, refused requests and history.
 */
export async function seedDatabase(open: OpenDatabase, sizes: SeedSizes, options: Options): Promise<void> {
  const { secret, now, onProgress } = options;
  const file = parseConfiguration(JSON.stringify(seedConfiguration));
  await applyConfiguration(open, file, { prune: false, by: byCommandLine, now, secret });
  const models = await listClients(open.db);
  const [auditKey] = await ensureAuditKeys(open.db, secret, now);
  if (auditKey === undefined) throw new Error('the audit log has no key');
  const counts = new Map<string, number>();
  await open.session(async (session) => {
    const insert = async (tables: Tables) => {
      await session.script('BEGIN');
      for (const [table, rows] of Object.entries(tables)) {
        const count = await bulkInsert({ session, dialect: open.dialect }, table, rows);
        counts.set(table, (counts.get(table) ?? 0) + count);
      }
      await session.script('COMMIT');
    };
    if (open.dialect === 'sqlite') await session.script(hasty);
    await insert(clientRows(models, sizes.clients, new Date(now.getTime() - seedDays * dayMs)));
    await insert({
      Group: groupRows(sizes, now),
      User: userRows(sizes.users, now, (index) => seedAccess(index, sizes, now)),
      Membership: membershipRows(sizes, now),
      UserWord: userWordRows(userRows(sizes.users, now)),
      UserIdentity: identityRows(sizes.users, now),
      FactorFailure: failureRows(sizes.users, now),
    });
    for (const tables of gather(stateRows(sizes, now))) await insert(tables);
    for (const tables of eventBatches(sizes, now, auditKey)) await insert(tables);
    await insert({ Explanation: explanationRows(sizes, now) });
    const first = (await lastRevisionNumber(open.db)) + 1;
    for (const tables of gather(single(revisionRows(sizes, first, now)))) await insert(tables);
  });
  // Nothing else waits for the database, so batches may take long.
  while ((await countEvents(open.db, { now: () => 0, pause: async () => {} })) > 0);
  if (open.dialect === 'postgresql') await open.session((session) => session.script('VACUUM ANALYZE'));
  for (const [table, count] of counts) onProgress?.(table, count);
}

const gathered = 20_000;

/** Combines the rows of many small steps, so that each table gets them in large batches. */
function* gather(steps: Iterable<Readonly<Record<string, readonly Row[]>>>): Generator<Record<string, Row[]>> {
  let tables = new Map<string, Row[]>();
  let count = 0;
  for (const step of steps) {
    for (const [table, rows] of Object.entries(step)) {
      const gatheredRows = tables.get(table) ?? [];
      gatheredRows.push(...rows);
      tables.set(table, gatheredRows);
    }
    count += 1;
    if (count % gathered !== 0) continue;
    yield Object.fromEntries(tables);
    tables = new Map();
  }
  yield Object.fromEntries(tables);
}

function* single(steps: Iterable<Readonly<Record<string, Row>>>): Generator<Record<string, Row[]>> {
  for (const step of steps) yield Object.fromEntries(Object.entries(step).map(([table, row]) => [table, [row]]));
}
