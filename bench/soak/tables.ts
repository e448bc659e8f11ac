import { sweeps } from '#lib/db/sweep';
import { type Sample, withClient } from './sample';

/** Seconds for which expired rows are kept (lib/db/sweep.ts), if it is not the usual margin. */
const kept: Readonly<Record<string, number>> = { Interaction: 3600, PushedRequest: 3600, SigningKey: 30 * 86_400 };

/** The margin of the sweep, its period, and the tolerated delay. */
const graceSeconds = 60 + 60 + 60;

/** One line for each table with rows that should have been deleted. */
export async function findOverdue(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows: columns } = await client.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'expiresAt'`,
    );
    const swept = columns.map(({ table_name: name }) => name).filter((name) => Object.hasOwn(sweeps, name));
    const overdue: string[] = [];
    for (const name of swept) {
      const seconds = (kept[name] ?? 0) + graceSeconds;
      const { rows } = await client.query<{ count: string }>(
        `SELECT count(*) FROM "${name}" WHERE "expiresAt" < (now() AT TIME ZONE 'UTC') - interval '${seconds} seconds'`,
      );
      const count = Number(rows[0]?.count);
      if (count > 0) overdue.push(`${name}: ${count} rows ended more than ${seconds} seconds ago`);
    }
    return overdue;
  });
}

/** Tables whose rows all expire within two or three minutes of a soak, including those of a grant. */
const shortLived = ['AccessToken', 'AuthorizationCode', 'Browser', 'DeviceRequest', 'Grant', 'RefreshToken', 'Session'];

/** The tolerated growth from the second to the last third of a run, because of chance and the timing of the sweep. */
const settled = 1.25;

/** The rows of all tables that are not empty, as a table, and one line for each table that did not settle. */
export function tableGrowth(samples: readonly Sample[]): {
  readonly text: string;
  readonly growing: readonly string[];
} {
  const thirds = [0, 1, 2].map((part) =>
    samples.slice(Math.floor((samples.length * part) / 3), Math.floor((samples.length * (part + 1)) / 3)),
  );
  const most = (name: string) => thirds.map((own) => Math.max(0, ...own.map(({ rows }) => rows.get(name) ?? 0)));
  const names = [...(samples.at(-1)?.rows.keys() ?? [])].filter((name) => (most(name)[2] ?? 0) >= 20);
  const lines = names.map((name) => `| ${name} | ${most(name).join(' | ')} | ${judgment(name)} |`);
  const growing = shortLived.filter((name) => {
    const [, second = 0, third = 0] = most(name);
    return third > second * settled + 20;
  });
  return {
    text: ['| most rows in each third of the run | 1 | 2 | 3 | |', '|---|--:|--:|--:|---|', ...lines].join('\n'),
    growing: growing.map((name) => `${name}: ${most(name).join(', ')} rows`),
  };
}

function judgment(name: string): string {
  if (shortLived.includes(name)) return 'settles';
  return Object.hasOwn(sweeps, name) ? 'expires later than the run' : 'ends with another row, or is kept';
}
