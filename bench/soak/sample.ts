import pg from 'pg';

/** The figures of the server and its database at one moment. */
export type Sample = {
  /** In milliseconds, on this process's monotonic clock. */
  readonly at: number;
  /** The resident memory in MB. */
  readonly resident: number;
  /** The used heap in MB. */
  readonly heap: number;
  readonly cpuSeconds: number;
  /** The number of rows by table. */
  readonly rows: ReadonlyMap<string, number>;
};

export async function readSample(port: number, databaseUrl: string): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = (name: string) => {
    const found = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`the server does not tell ${name}`);
    return Number(found);
  };
  return {
    at: performance.now(),
    resident: value('process_resident_memory_bytes') / 1e6,
    heap: value('nodejs_heap_size_used_bytes') / 1e6,
    cpuSeconds: value('process_cpu_seconds_total'),
    rows: await countRows(databaseUrl),
  };
}

async function countRows(databaseUrl: string): Promise<Map<string, number>> {
  return withClient(databaseUrl, async (client) => {
    const counts = new Map<string, number>();
    for (const name of await listTables(client)) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM "${name}"`);
      counts.set(name, Number(rows[0]?.count));
    }
    return counts;
  });
}

/** Runs the work on a separate connection. */
export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ tablename }) => tablename);
}

const windowMs = 60_000;

/** The samples of each minute since a moment, oldest first. */
export function byMinute(samples: readonly Sample[], begin: number): [minute: number, samples: Sample[]][] {
  const minutes = new Map<number, Sample[]>();
  for (const sample of samples) {
    const minute = Math.floor((sample.at - begin) / windowMs);
    minutes.set(minute, [...(minutes.get(minute) ?? []), sample]);
  }
  return [...minutes];
}

/**
 * The growth of memory in MB per minute: the slope of the least-squares line through the smallest value of each minute,
 * which is what the garbage collector could not free. The first third is left out, because caches fill and code is
 * compiled then.
 */
export function slopePerMinute(samples: readonly Sample[], what: 'heap' | 'resident'): number {
  const begin = samples[0]?.at ?? 0;
  const end = samples.at(-1)?.at ?? 0;
  const warm = samples.filter(({ at }) => at >= begin + (end - begin) / 3);
  const points = byMinute(warm, begin).map(
    ([minute, own]) => [minute, Math.min(...own.map((sample) => sample[what]))] as const,
  );
  return slopeOf(points);
}

function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  const together = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return spread === 0 ? 0 : together / spread;
}
