import { runLoad, type Step } from './load';

/** The cost of one round for the server: CPU microseconds per operation, and operations per second. */
export type Round = { readonly microseconds: number; readonly perSecond: number };

/** Runs the users for some seconds and measures the cost for the server. */
export async function measure(port: number, users: readonly Step[], seconds: number): Promise<Round> {
  const before = await cpuSeconds(port);
  const load = await runLoad(users, seconds);
  const used = (await cpuSeconds(port)) - before;
  return { microseconds: (used * 1e6) / load.count, perSecond: load.count / load.seconds };
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
