import { startEmptyPostgres } from '../../e2e/processes/empty-postgres';
import type { Promised } from '../promises';
import { countLedger, findLost } from './ledger';
import { startLoad } from './load';
import { startNodes } from './nodes';
import { startPgbouncer } from './pgbouncer';
import { versionOf } from './programs';

const rounds = 30;
const advice =
  /^signet: DATABASE_URL: expected connections that keep prepared statements, but .*max_prepared_statements/m;

/** Two processes behind PgBouncer work, or refuse to start and name the missing setting. */
export async function provePooling(): Promise<Promised[]> {
  const version = versionOf('pgbouncer');
  const named = `PgBouncer ${version}`;
  const works = (mode: string) => `Through ${named}, ${mode}: no request fails, and nothing is lost`;
  return [
    await refuses(
      `Through ${named}, transaction mode without prepared statements: the start says what to set`,
      version,
    ),
    await serves(works('session mode'), { pool_mode: 'session' }),
    keepsStatements(version)
      ? await serves(works('transaction mode with prepared statements'), preparing)
      : {
          promise: works('transaction mode with prepared statements'),
          tried: 'it needs version 1.21 or later',
          broken: [],
          measured: 'not tried',
        },
  ];
}

const preparing = { pool_mode: 'transaction', max_prepared_statements: 1000 };

function keepsStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 21;
}

async function refuses(promise: string, version: string): Promise<Promised> {
  const postgres = await startEmptyPostgres({ fsync: false });
  const settings = keepsStatements(version)
    ? { ...preparing, max_prepared_statements: 0 }
    : { pool_mode: 'transaction' };
  const pooler = await startPgbouncer(postgres.url, settings);
  try {
    const answer = await startNodes(1, pooler.databaseUrl).then(
      async (nodes) => {
        await nodes.stop();
        return 'it started';
      },
      (error: unknown) => String(error),
    );
    return { promise, tried: 'one start', broken: advice.test(answer) ? [] : [answer] };
  } finally {
    await pooler.stop();
    await postgres.stop();
  }
}

async function serves(promise: string, settings: Readonly<Record<string, string | number>>): Promise<Promised> {
  const postgres = await startEmptyPostgres({ fsync: false });
  const pooler = await startPgbouncer(postgres.url, settings);
  try {
    return await serveLoad(promise, pooler.databaseUrl);
  } finally {
    await pooler.stop();
    await postgres.stop();
  }
}

/** Starts two processes on an empty database and puts them under load. */
export async function serveLoad(promise: string, databaseUrl: string, size = 2): Promise<Promised> {
  process.stderr.write(`  ${promise}\n`);
  const nodes = await startNodes(2, databaseUrl);
  const load = startLoad([nodes.target], size);
  try {
    await load.progress(rounds);
    await load.stop();
    const failed = load.failures.map(({ text }) => text);
    const lost = Object.values(await findLost(nodes.target, load.ledger)).flat();
    return { promise, tried: `${load.counted()}, ${countLedger(load.ledger)}`, broken: [...failed, ...lost] };
  } finally {
    await load.stop();
    await nodes.stop();
  }
}
