import { masterSecret } from '#lib/crypto/master-secret';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import { explainStatement, type StatementPlan } from '#lib/testing/explain-statement';
import { createHttpBrowser, type HttpBrowser, locationOf, signInAtLogin } from '#lib/testing/http-browser';
import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { recordStatements } from '#lib/testing/record-statements';
import { type RunningServer, startServer, testSecret } from '#lib/testing/running-server';
import { type AdminList, adminLists } from '#lib/testing/seed/admin-lists';
import { seedOwner } from '#lib/testing/seed/models';
import { seedDatabase } from '#lib/testing/seed/seed-database';
import { seededAdmin } from '#lib/testing/seed/seeded-admin';
import { fullSize } from '#lib/testing/seed/sizes';
import { cpuSeconds, median } from './measure';
import { createTemporaryFile } from './temporary-file';

/**
 * npm run bench -- admin-lists [--plans] [DATABASE_URL ...]: the time of each list of the administration on the
 * production server, from the request to the last byte, and the CPU time of its process. The databases are those that
 * `seed` filled. Without any, it first seeds a SQLite file and a PostgreSQL server, which takes some minutes. With
 * --plans it prints the plan of each statement.
 */
const rounds = 9;
const words = process.argv.slice(2);
const withPlans = words.includes('--plans');
const given = words.filter((word) => !word.startsWith('--'));

type Timing = { readonly first: number; readonly milliseconds: number; readonly cpu: number; readonly bytes: number };
type Plans = readonly StatementPlan[];
type Result = { readonly timings: readonly Timing[]; readonly plans: readonly Plans[] };

const seeded = given.length > 0 ? null : await seedBoth();
const urls = seeded?.urls ?? given;
const lists = adminLists(fullSize, new Date());
try {
  const results: Result[] = [];
  for (const url of urls) results.push(await measureDatabase(url));
  print(results);
} finally {
  await seeded?.drop();
}

async function measureDatabase(url: string): Promise<Result> {
  const started = performance.now();
  const server = await startServer({ env: { DATABASE_URL: url } });
  try {
    console.log(`${nameOf(url)}: serves after ${(performance.now() - started).toFixed(0)} ms`);
    const browser = createHttpBrowser(server.issuer);
    const login = locationOf(await browser.get(`${server.issuer}/admin/sign-in`));
    await signInAtLogin(browser, login, seedOwner);
    const timings: Timing[] = [];
    for (const { address } of lists) timings.push(await timeList(browser, server, address));
    return { timings, plans: await readPlans(url) };
  } finally {
    await server.stop();
  }
}

async function timeList(browser: HttpBrowser, { issuer, port }: RunningServer, address: string): Promise<Timing> {
  const ask = async () => {
    const started = performance.now();
    const answer = await browser.get(issuer + address);
    const { length } = await answer.text();
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    return { milliseconds: performance.now() - started, bytes: length };
  };
  const { milliseconds: first, bytes } = await ask();
  const before = await cpuSeconds(port);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push((await ask()).milliseconds);
  const cpu = (((await cpuSeconds(port)) - before) * 1000) / rounds;
  return { first, milliseconds: median(times), cpu, bytes };
}

async function readPlans(url: string): Promise<Plans[]> {
  const open = await openDatabase(url);
  try {
    const admin = await seededAdmin(open, new Date());
    const plans: Plans[] = [];
    for (const { read } of lists) {
      const statements = await recordStatements(() => read(admin));
      const own: StatementPlan[] = [];
      for (const statement of statements) own.push(await explainStatement(open, statement));
      plans.push(own);
    }
    return plans;
  } finally {
    await open.close();
  }
}

async function seedBoth() {
  const postgres = await startPostgres({ fsync: true });
  const database = await createPostgresDatabase(postgres.url, 'signet_lists');
  const sqlite = await createTemporaryFile();
  const urls = [sqlite.url, database.url];
  for (const url of urls) {
    console.error(`seeding ${nameOf(url)}`);
    const open = await openDatabase(url);
    await migrate(open, 'prisma/migrations', new Date());
    await seedDatabase(open, fullSize, { secret: masterSecret(testSecret), now: new Date() });
    await open.close();
  }
  const drop = async () => {
    await sqlite.drop();
    await postgres.stop();
  };
  return { urls, drop };
}

function print(results: readonly Result[]): void {
  console.log(
    `\nServer time of a page in milliseconds: the first request, and the median of ${rounds} later ones; CPU time of the server; statements and rows read for it.\n`,
  );
  const heads = urls.flatMap((url) => [`${nameOf(url)} first`, 'ms', 'CPU ms', 'statements', 'rows read']);
  console.log(`| list | ${heads.join(' | ')} | KB |`);
  console.log(`|---|${'--:|'.repeat(heads.length + 1)}`);
  for (const [index, list] of lists.entries()) {
    const cells = results.flatMap(({ timings, plans }) => cellsOf(timings[index], plans[index] ?? []));
    const kilobytes = ((results[0]?.timings[index]?.bytes ?? 0) / 1024).toFixed(0);
    console.log(`| \`${list.address}\` | ${cells.join(' | ')} | ${kilobytes} |`);
    if (withPlans) for (const { plans } of results) printPlans(list, plans[index] ?? []);
  }
}

function cellsOf(timing: Timing | undefined, plans: Plans): string[] {
  const rows = plans.map(({ rowsRead }) => rowsRead);
  const known = rows.filter((count) => count !== null);
  const read = known.length < rows.length ? '–' : String(known.reduce((sum, count) => sum + count, 0));
  const figures = [timing?.first, timing?.milliseconds, timing?.cpu].map((figure) => figure?.toFixed(0) ?? '–');
  return [...figures, String(plans.length), read];
}

function printPlans({ address }: AdminList, plans: Plans): void {
  for (const { lines } of plans) console.log(`\n  ${address}\n    ${lines.join('\n    ')}`);
}

function nameOf(url: string): string {
  return url.startsWith('file:') ? 'SQLite' : 'PostgreSQL';
}
