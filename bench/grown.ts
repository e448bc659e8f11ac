import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { type Dialect, dialects } from './comparison';
import { type Contender, redirectUri, secret, startSignet } from './contenders';
import { fillInstallation, type Sizes } from './installation';
import { openConnection, type Step } from './load';
import { cpuSeconds, measure, median, residentMegabytes } from './measure';
import { type Operation, operations } from './operations';
import { createTemporaryFile } from './temporary-file';

/**
 * npm run bench -- grown [rounds] [seconds] [sqlite | postgresql | both] [words]: what operations, the start and the
 * memory cost a large installation beside a small one: 10,000 clients, 100,000 people, a million grants and two million
 * tokens. It fails if one of them costs more than 1.2 times as much, a whole sign-in 1.1 times.
 */
const [rounds = '5', seconds = '1', wanted = 'both', words = ''] = process.argv.slice(2);
const sizes: readonly Sizes[] = [
  { clients: 10_000, people: 100_000, grants: 1_000_000 },
  { clients: 10, people: 100, grants: 1_000 },
];
const most = (name: string) => (name.includes('sign-in with') ? 1.1 : 1.2);
const connections = 16;
/** In milliseconds. What a start leaves to do, and to free, is done by then. */
const settlingMs = 20_000;

const credentials = { client_secrets: [{ value: secret }], require_consent: false };
const web = { ...credentials, scope: 'openid profile offline_access', redirect_uris: [redirectUri] };
const filled = { clients: ['popular', 'other'].map((client_id) => ({ ...web, client_id })) };
const keeper = {
  ...credentials,
  client_id: 'keeper',
  grant_types: ['client_credentials'],
  response_types: [],
  scope: 'signet.admin.read',
};

const lists: readonly Operation[] = [
  list('administration: list of people', '/users?limit=50'),
  list('administration: search of people', '/users?limit=50&q=anna'),
  list('administration: list of clients', '/clients?limit=50'),
  list('administration: search of clients', '/clients?limit=50&q=application'),
];
const chosen = [...operations, ...lists].filter(({ name }) => name.includes(words));

let isGrown = false;
console.log(`Node ${process.versions.node}, median of ${rounds} rounds of ${seconds} s\n`);
console.log('| what | database | small | large | large ÷ small |\n|---|---|--:|--:|--:|');
for (const dialect of dialects.filter((one) => wanted === 'both' || wanted === one)) await compareOn(dialect);
if (isGrown) process.exitCode = 1;

async function compareOn(dialect: Dialect): Promise<void> {
  const postgres = dialect === 'sqlite' ? null : await startPostgres({ fsync: true });
  const places: { readonly url: string; readonly drop: () => Promise<void> }[] = [];
  const contenders: Contender[] = [];
  try {
    for (const [index, size] of sizes.entries()) {
      const place = postgres
        ? await createPostgresDatabase(postgres.url, `signet_grown_${index}`)
        : await createTemporaryFile();
      places.push(place);
      await fillInstallation(place.url, filled, size);
      // The first start writes the configuration.
      await (await start(place.url)).stop();
      contenders.push(await start(place.url));
    }
    const show = tell(dialect);
    show(
      'CPU until the pages are loaded, ms',
      await each(contenders, async ({ port }) => (await cpuSeconds(port)) * 1000),
    );
    await delay(settlingMs);
    show('memory after the first page, MB', await each(contenders, ({ port }) => residentMegabytes(port)));
    for (const operation of chosen) show(`${operation.name}, µs`, await inTurns(contenders, operation));
  } finally {
    for (const { stop } of contenders) await stop();
    for (const { drop } of places) await drop();
    await postgres?.stop();
  }
}

function start(databaseUrl: string): Promise<Contender> {
  const configure = (usual: { readonly clients: readonly object[] }) => ({
    ...usual,
    clients: [...usual.clients, keeper],
  });
  return startSignet(databaseUrl, { databaseUrl, configure });
}

function each(contenders: readonly Contender[], read: (contender: Contender) => Promise<number>): Promise<number[]> {
  return Promise.all(contenders.map(read));
}

function tell(dialect: Dialect): (what: string, values: readonly number[]) => void {
  return (what, [large = Number.NaN, small = Number.NaN]) => {
    const ratio = large / small;
    const isMore = ratio > most(what);
    isGrown ||= isMore;
    console.log(
      `| ${what} | ${dialect} | ${small.toFixed(0)} | ${large.toFixed(0)} | ${ratio.toFixed(2)}${isMore ? ': more than ' : ''}${isMore ? most(what) : ''} |`,
    );
  };
}

/** The median CPU time of each server. */
async function inTurns(contenders: readonly Contender[], { prepare }: Operation): Promise<number[]> {
  const teams: { readonly port: number; readonly users: Step[]; readonly costs: number[] }[] = [];
  for (const contender of contenders) {
    const users: Step[] = [];
    for (let index = 0; index < connections; index += 1) users.push(await prepare(contender));
    await measure(contender.port, users, Number(seconds));
    teams.push({ port: contender.port, users, costs: [] });
  }
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const { port, users, costs } of round % 2 === 0 ? teams : teams.toReversed()) {
      costs.push((await measure(port, users, Number(seconds))).microseconds);
    }
  }
  return teams.map(({ costs }) => median(costs));
}

function list(name: string, path: string): Operation {
  const prepare = async ({ issuer, port }: Contender): Promise<Step> => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', scope: keeper.scope });
    const headers = { authorization: `Basic ${Buffer.from(`keeper:${secret}`).toString('base64')}` };
    const token: unknown = await (
      await fetch(`${issuer}/connect/token`, { method: 'POST', headers, body: form })
    ).json();
    const bearer = Reflect.get(Object(token), 'access_token');
    const ask = openConnection();
    return async () => {
      const target = {
        port,
        path: `/api/admin/v1${path}`,
        method: 'GET',
        headers: { authorization: `Bearer ${bearer}` },
      };
      const { status, text } = await ask({ ...target, method: 'GET' });
      if (status !== 200) throw new Error(`a wrong answer, ${status}: ${text.slice(0, 200)}`);
    };
  };
  return { name, endpoint: 'issuer', prepare };
}
