import { backendSeconds } from './backends';
import { runLoad, type Step } from './load';

/** The cost of one round for the server: CPU microseconds per operation, and operations per second. */
export type Round = {
  readonly microseconds: number;
  readonly perSecond: number;
  /** The CPU microseconds per operation that its PostgreSQL takes. Null for SQLite. */
  readonly databaseMicroseconds: number | null;
};

/** Runs the users for some seconds and measures the cost for the server, and for its PostgreSQL. */
export async function measure(
  port: number,
  users: readonly Step[],
  seconds: number,
  databaseUrl?: string,
): Promise<Round> {
  const backends = async () => (databaseUrl === undefined ? null : backendSeconds(databaseUrl));
  const [before, backendsBefore] = [await cpuSeconds(port), await backends()];
  const load = await runLoad(users, seconds);
  const [after, backendsAfter] = [await cpuSeconds(port), await backends()];
  const perOperation = (used: number) => (used * 1e6) / load.count;
  return {
    microseconds: perOperation(after - before),
    perSecond: load.count / load.seconds,
    databaseMicroseconds: backendsAfter && perOperation(secondsSince(backendsBefore ?? new Map(), backendsAfter)),
  };
}

/** A connection that was opened in between counts from its start. */
function secondsSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}

/** Half of the distance between the quartiles, in percent of the median. Half of the values are within it. */
export function spread(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
  return ((at(0.75) - at(0.25)) / 2 / at(0.5)) * 100;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The CPU seconds (user and system) that a server reports. */
export function cpuSeconds(port: number): Promise<number> {
  return readMetric(port, 'process_cpu_seconds_total');
}

/** The resident memory of a server in MB, as the server reports it. */
export async function residentMegabytes(port: number): Promise<number> {
  return (await readMetric(port, 'process_resident_memory_bytes')) / 1e6;
}

async function readMetric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`the server does not tell ${name}`);
  return Number(value);
}
