import { readFileSync } from 'node:fs';
import { connected } from '#lib/testing/postgres-connection';

/**
 * The CPU seconds (user and system) of the server processes of a database, by their process IDs. PostgreSQL must run on
 * this machine, which must be Linux. What the server does for all databases does not count.
 */
export async function backendSeconds(databaseUrl: string): Promise<ReadonlyMap<number, number>> {
  const text = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  const { rows } = await connected(databaseUrl, (client) => client.query<{ pid: number }>(text));
  return new Map(rows.map(({ pid }) => [pid, cpuSeconds(pid)]));
}

/** In nanoseconds there; /proc/PID/stat has hundredths of a second. */
function cpuSeconds(pid: number): number {
  const [onCpu = ''] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(onCpu) / 1e9;
}
