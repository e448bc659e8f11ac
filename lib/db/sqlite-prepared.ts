import BetterSqlite3 from 'better-sqlite3';
import { DatabaseUnavailable } from './database-errors';
import type { Prepared } from './prepared';
import { logPragmas, startCheckpoints } from './sqlite-checkpoint';
import { createGroupCommit } from './sqlite-group-commit';
import { openSqliteLog } from './sqlite-log';
import { busyTimeoutMs, pragmas, retryBusy } from './sqlite-turn';
import { type DriverRow, type Statement, toSqlite, type Values } from './statement';
import type { Write } from './step';
import type { WriteLock } from './write-lock';

type Driver = BetterSqlite3.Statement<[Bound], DriverRow>;
type Bound = Readonly<Record<string, string | number | null>>;
type Prepare = (statement: Pick<Statement, 'sqlite'>) => Driver;

/**
 * Prepared statements on another connection to the file. The driver is synchronous, so nothing runs between the
 * statements of a transaction, and one connection is enough for reading and writing.
 * @param lock the turn to write in this process
 * @param verifyFile see watchSqliteFile()
 */
export async function preparedOnSqlite(
  file: string,
  lock: WriteLock,
  verifyFile: () => void,
): Promise<{ readonly prepared: Prepared; readonly close: () => Promise<void> }> {
  const connection = new BetterSqlite3(file, { timeout: 0 });
  // Commits on this connection wait for the disk outside of the event loop (createGroupCommit).
  await retryBusy(() => connection.exec(`${pragmas} ${logPragmas} PRAGMA synchronous = NORMAL;`));
  const log = openSqliteLog(file);
  const known = new Map<Pick<Statement, 'sqlite'>, Driver>();
  const prepare: Prepare = (statement) => {
    const driver = known.get(statement) ?? connection.prepare<[Bound], DriverRow>(statement.sqlite);
    known.set(statement, driver);
    return driver;
  };
  const write = createGroupCommit(connection, log, lock);
  const checkpoints = startCheckpoints(file, verifyFile);
  return {
    prepared: {
      dialect: 'sqlite',
      async rows(statement, values) {
        const driver = prepare(statement);
        const run = () => execute(driver, bind(values));
        const rows = driver.readonly ? await retryBusy(run) : await write(() => ({ isKept: true, answer: run() }));
        return rows.map(statement.read);
      },
      write: (writes) => write(() => runWrites(prepare, writes)),
      verifyWritable() {
        log.verifyIntact();
        verifyFile();
      },
    },
    async close() {
      await checkpoints.stop();
      await log.close();
      connection.close();
    },
  };
}

function execute(driver: Driver, values: Bound): DriverRow[] {
  if (driver.reader) return driver.all(values);
  driver.run(values);
  return [];
}

/** The same on a connection that cannot write. */
export function preparedToRead(file: string): { readonly prepared: Prepared; readonly close: () => Promise<void> } {
  const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  return {
    prepared: {
      dialect: 'sqlite',
      rows: async (statement, values) =>
        execute(connection.prepare<[Bound], DriverRow>(statement.sqlite), bind(values)).map(statement.read),
      write: async (writes) => runWrites((statement) => connection.prepare(statement.sqlite), writes).answer,
      verifyWritable() {
        throw new DatabaseUnavailable('the database was opened to read it');
      },
    },
    close: async () => void connection.close(),
  };
}

/** The index of the first write that is refused, or null if there is none. What ran before it is not kept. */
function runWrites(prepare: Prepare, writes: readonly Write[]) {
  for (const [index, { statement, values, refusal }] of writes.entries()) {
    const { changes } = prepare(statement).run(bind(values));
    // If the first one found no row, there is nothing to undo.
    if (changes !== 1 && refusal !== null) return { isKept: index === 0 && changes === 0, answer: index };
  }
  return { isKept: true, answer: null };
}

function bind(values: Values): Bound {
  const bound: Record<string, string | number | null> = {};
  for (const name in values) bound[name] = toSqlite(values[name], name);
  return bound;
}
