import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { reportPromises } from '../proofs/promises';
import { startSignet } from './contenders';
import { median } from './measure';
import { calibrate, type Lane, openLanes, runAtHalf } from './soak/lanes';
import { byMinute, readSample, type Sample, slopePerMinute } from './soak/sample';
import { findOverdue, tableGrowth } from './soak/tables';

/**
 * npm run bench:soak [-- MINUTES]: runs one process with PostgreSQL at half of its capacity, by default for 15 minutes.
 * Everything expires within a minute or two, so that the tables settle. Fails on an error or if memory or tables grow.
 */
const minutes = Number(process.argv[2] ?? 15);
// A shorter run would end before the tables settle, and would be too short for a slope of the memory.
if (!(minutes >= 6 && minutes <= 24 * 60)) throw new Error('usage: npm run bench:soak [-- MINUTES], from 6 to 1440');

const calibrationSeconds = 20;
const sampleEveryMs = 5_000;
/** The growth in MB per minute that the noise of the garbage collector can explain in a run of 15 minutes. */
const bounds = { heap: 1, resident: 3 };

const lifetimes = {
  portal: { session_idle_seconds: 60, session_absolute_seconds: 60 },
  clients: {
    authorization_code_lifetime_seconds: 30,
    access_token_lifetime_seconds: 60,
    refresh_token_lifetime_seconds: 60,
    refresh_token_idle_seconds: 60,
    device_code_lifetime_seconds: 60,
  },
};

const postgres = await startPostgres({ fsync: true });
const database = await createPostgresDatabase(postgres.url, 'signet_soak');
const server = await startSignet('signet', {
  databaseUrl: database.url,
  configure: (usual) => ({
    ...usual,
    portal: lifetimes.portal,
    clients: usual.clients.map((client) => ({ ...client, ...lifetimes.clients })),
  }),
});
try {
  const lanes = await openLanes(server);
  // The first requests load code.
  await calibrate(lanes, calibrationSeconds);
  await calibrate(lanes, calibrationSeconds);
  printCapacity(lanes);
  const samples: Sample[] = [];
  const soak = runAtHalf(lanes, minutes * 60);
  await watch(soak, samples);
  printMinutes(samples);
  const overdue = await findOverdue(database.url);
  const growth = tableGrowth(samples);
  console.log(`\n${growth.text}`);
  judge(lanes, samples, { overdue, growing: growth.growing });
} finally {
  await server.stop();
  await database.drop();
  await postgres.stop();
}

async function watch(soak: Promise<void>, samples: Sample[]): Promise<void> {
  let isOver = false;
  const end = soak.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    samples.push(await readSample(server.port, database.url));
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, sampleEveryMs))]);
  }
  await end;
}

function printCapacity(lanes: readonly Lane[]): void {
  console.log('| what | connections | capacity /s | soaked at /s |');
  console.log('|---|--:|--:|--:|');
  for (const name of new Set(lanes.map((lane) => lane.name))) {
    const own = lanes.filter((lane) => lane.name === name);
    const capacity = own.reduce((sum, lane) => sum + lane.perSecond, 0);
    console.log(`| ${name} | ${own.length} | ${capacity.toFixed(1)} | ${(capacity / 2).toFixed(1)} |`);
  }
}

/** A line for each minute, with the smallest heap, which is the memory that remained after a collection. */
function printMinutes(samples: readonly Sample[]): void {
  console.log('\n| minute | resident MB | least heap MB | CPU % | rows |');
  console.log('|--:|--:|--:|--:|--:|');
  for (const [minute, own] of byMinute(samples, samples[0]?.at ?? 0)) {
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) continue;
    const cpu = last.at === first.at ? 0 : ((last.cpuSeconds - first.cpuSeconds) * 1e5) / (last.at - first.at);
    const rows = [...last.rows.values()].reduce((sum, count) => sum + count, 0);
    const cells = [median(own.map(({ resident }) => resident)), Math.min(...own.map(({ heap }) => heap)), cpu];
    console.log(`| ${minute + 1} | ${cells.map((cell) => cell.toFixed(0)).join(' | ')} | ${rows} |`);
  }
}

type Tables = { readonly overdue: readonly string[]; readonly growing: readonly string[] };

function judge(lanes: readonly Lane[], samples: readonly Sample[], { overdue, growing }: Tables): void {
  const count = lanes.reduce((sum, lane) => sum + lane.count, 0);
  const slopes = { heap: slopePerMinute(samples, 'heap'), resident: slopePerMinute(samples, 'resident') };
  const slope = (name: keyof typeof slopes, what: string) => ({
    promise: `${what} grows by less than ${bounds[name]} MB a minute`,
    tried: `${slopes[name].toFixed(2)} MB a minute`,
    broken: slopes[name] < bounds[name] ? [] : [`${slopes[name].toFixed(2)} MB a minute`],
  });
  reportPromises(`Soak: ${minutes} minutes at half of the capacity`, [
    { promise: 'Nothing fails', tried: `${count} operations`, broken: lanes.flatMap(({ errors }) => errors) },
    slope('heap', 'What is left of the heap'),
    slope('resident', 'Resident memory'),
    { promise: 'Nothing that expired stays', tried: `${samples.at(-1)?.rows.size ?? 0} tables`, broken: overdue },
    { promise: 'What expires within the run settles', tried: `${samples.length} counts`, broken: growing },
  ]);
}
