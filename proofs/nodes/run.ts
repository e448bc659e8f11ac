import { parseArgs } from 'node:util';
import { temporaryFolder } from '../../lib/testing/temporary-folder.mjs';
import { type Promised, reportPromises } from '../promises';
import { proveFailover } from './failover';
import { provePooling } from './pooling';
import { missingPrograms, type Program } from './programs';
import { proveRolling } from './rolling';
import { proveSerializable } from './serializable';
import { proveUpgrade } from './upgrade';

type Part = { readonly needs: readonly Program[]; readonly prove: () => Promise<Promised[]> };

const { values } = parseArgs({
  options: { only: { type: 'string' }, from: { type: 'string' }, build: { type: 'string' } },
});

const parts: Readonly<Record<string, Part>> = {
  rolling: { needs: ['haproxy'], prove: proveRolling },
  upgrade: { needs: ['haproxy'], prove: () => proveUpgrade(values.from, values.build) },
  failover: { needs: ['patroni', 'etcd', 'pg_rewind'], prove: proveFailover },
  pooling: { needs: ['haproxy', 'pgbouncer'], prove: provePooling },
  serializable: { needs: ['haproxy'], prove: proveSerializable },
};

// Everything that was started ends with this process.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const wanted = values.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
const missing = missingPrograms([...new Set(wanted.flatMap((name) => parts[name]?.needs ?? []))]);
if (unknown.length > 0) {
  fail(`--only takes ${Object.keys(parts).join(', ')}; there is no ${unknown.join(', ')}`);
} else if (missing.length > 0) {
  fail(missing.join('\n'));
} else {
  process.env.TMPDIR = temporaryFolder;
  await prove();
  // A failed part may have left something running that would keep this process alive.
  setImmediate(() => process.exit());
}

async function prove(): Promise<void> {
  const promises: Promised[] = [];
  for (const name of wanted) {
    process.stderr.write(`${name} …\n`);
    promises.push(...(await attempt(name)));
  }
  reportPromises('Many nodes, with HAProxy, Patroni, etcd and PgBouncer', promises);
}

/** A part that cannot run counts as a broken promise. The others still run. */
async function attempt(name: string): Promise<readonly Promised[]> {
  try {
    return (await parts[name]?.prove()) ?? [];
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ promise: `${name}: it can be shown`, tried: 'once', broken: [text] }];
  }
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 2;
}
