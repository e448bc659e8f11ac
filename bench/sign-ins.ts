import { setTimeout } from 'node:timers/promises';
import { codeIn, codeRequest, createHttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { hashPassword } from '#lib/users/password-hash';
import { openConnection } from './load';
import { median, residentMegabytes } from './measure';

/**
 * npm run bench -- sign-ins [people] [rounds] [seconds] [FOLDER]: the sign-ins per second (authorize, page, password
 * with argon2id as shipped, code) when that many people sign in at once, and their effect on the token endpoint and the
 * memory of the process. Rounds with and without people alternate on one server with SQLite. With the folder of another
 * checkout, they also alternate between both builds.
 */
const people = Number(process.argv[2] ?? 200);
const rounds = Number(process.argv[3] ?? 3);
const seconds = Number(process.argv[4] ?? 10);
const folder = process.argv[5];
const programs = 4;
const secret = 'a-client-secret-with-enough-entropy-0123456789';
const password = 'correct horse battery staple';
const redirectUri = 'https://rp.test/cb';
const passwordHash = await hashPassword(password);

const options = {
  // Each person has their own network, because waiting attempts are also limited per network.
  env: { SIGNET_TRUSTED_PROXIES: '127.0.0.1,::1' },
  configuration: {
    scopes: [{ name: 'orders', type: 'resource' }],
    clients: [
      {
        client_id: 'machine',
        client_secrets: [{ value: secret }],
        grant_types: ['client_credentials'],
        scope: 'orders',
      },
      {
        client_id: 'app',
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        require_consent: false,
        scope: 'openid',
      },
    ],
    // Each browser has its own account, because an account may have only a few waiting attempts at once.
    users: Array.from({ length: people }, (_, index) => ({ username: `person-${index}`, password_hash: passwordHash })),
  },
};

/**
 * The results of a round: `p99` of the token endpoint in milliseconds, `refused` sign-ins with 503, `peak` memory in
 * MB.
 */
type Round = {
  readonly signIns: number;
  readonly refused: number;
  readonly tokens: number;
  readonly p50: number;
  readonly p99: number;
  readonly peak: number;
};

/** A build and its rounds. `before` is the memory of its process in MB. */
type Build = {
  readonly name: string;
  readonly server: RunningServer;
  readonly before: number;
  readonly quiet: Round[];
  readonly busy: Round[];
};

const builds = [await start('this build'), ...(folder === undefined ? [] : [await start('other build', folder)])];
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, quiet, busy } of round % 2 === 0 ? builds : builds.toReversed()) {
      quiet.push(await play(server, 0));
      busy.push(await play(server, people));
    }
  }
  console.log(`Node ${process.versions.node}. Median of ${rounds} rounds of ${seconds} s.\n`);
  console.log('| build | while | sign-ins/s | 503/s | tokens/s | token p50 ms | token p99 ms | memory MB |');
  console.log('|---|---|--:|--:|--:|--:|--:|--:|');
  for (const { name, quiet, busy } of builds) {
    printRow(`${name} | nobody signs in`, quiet);
    printRow(`${name} | ${people} people sign in`, busy);
  }
  for (const build of builds) await printSummary(build);
} finally {
  await Promise.all(builds.map(({ server }) => server.stop()));
}

async function start(name: string, build?: string): Promise<Build> {
  const server = await startServer({ ...options, ...(build !== undefined && { build }) });
  await play(server, 8);
  return { name, server, before: await residentMegabytes(server.port), quiet: [], busy: [] };
}

/** Runs people who sign in repeatedly, together with the programs, for some seconds. */
async function play(server: RunningServer, crowd: number): Promise<Round> {
  const end = performance.now() + seconds * 1000;
  const counts = { signIns: 0, refused: 0 };
  const times: number[] = [];
  let peak = 0;
  const untilEnd = async (step: () => Promise<void>) => {
    while (performance.now() < end) await step();
  };
  const person = (_: unknown, index: number) => untilEnd(() => signIn(server, index, counts));
  const watch = async () => {
    peak = Math.max(peak, await residentMegabytes(server.port));
    await setTimeout(250);
  };
  await Promise.all([
    ...Array.from({ length: crowd }, person),
    ...Array.from({ length: programs }, () => untilEnd(tokenTimer(server, times))),
    untilEnd(watch),
  ]);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return {
    signIns: counts.signIns / seconds,
    refused: counts.refused / seconds,
    tokens: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    peak,
  };
}

type Counts = { signIns: number; refused: number };

async function signIn(server: RunningServer, index: number, counts: Counts): Promise<void> {
  const { url } = codeRequest(server.issuer, { client_id: 'app', redirect_uri: redirectUri, scope: 'openid' });
  const headers = { 'x-forwarded-for': `10.0.${index}.7` };
  try {
    codeIn(
      await signInByForm(createHttpBrowser(server.issuer, { headers }), url, { username: `person-${index}`, password }),
    );
    counts.signIns += 1;
  } catch (error) {
    if (!/ 503\b/.test(String(error))) throw error;
    counts.refused += 1;
    // The time that Retry-After requests.
    await setTimeout(2000);
  }
}

/** A program that gets one token after another and records the time of each. */
function tokenTimer(server: RunningServer, times: number[]): () => Promise<void> {
  const ask = openConnection();
  const basic = Buffer.from(`machine:${secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'grant_type=client_credentials&scope=orders';
  return async () => {
    const started = performance.now();
    const { status } = await ask({ port: server.port, path: '/connect/token', headers, body });
    if (status !== 200) throw new Error(`no token but ${status}`);
    times.push(performance.now() - started);
  };
}

function middle(list: readonly Round[], name: keyof Round): number {
  return median(list.map((round) => round[name]));
}

function printRow(name: string, list: readonly Round[]): void {
  const cells = (['signIns', 'refused', 'tokens', 'p50', 'p99', 'peak'] as const).map((key) =>
    middle(list, key).toFixed(1),
  );
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}

async function printSummary({ name, server, before, quiet, busy }: Build): Promise<void> {
  const ratio = middle(busy, 'p99') / middle(quiet, 'p99');
  const peak = Math.max(...busy.map((round) => round.peak));
  const after = await residentMegabytes(server.port);
  console.log(`\n${name}: p99 of the token endpoint ${ratio.toFixed(1)} times that without people.`);
  console.log(`Memory: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most, ${after.toFixed(0)} MB after.`);
}
