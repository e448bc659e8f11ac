import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openToRead } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { codeRequest, createHttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { type RunningServer, startServer, testSecret } from '#lib/testing/running-server';
import { seedClientId } from '#lib/testing/seed/client-rows';
import { addExpiredTokens, fillInstallation, heavyPeople } from './installation';
import { openConnection } from './load';
import { createTemporaryFile } from './temporary-file';

/**
 * npm run bench -- scale [sqlite | postgresql] [people grants [word]]: what a program that asks for tokens waits, and how
 * long the event loop is held, while somebody signs in, while many type something wrong, while the configuration changes,
 * while expired tokens are swept, and while a person, an application and everybody are deleted, in a database with 10,000
 * clients, 100,000 people and a million grants with their tokens, nine tenths of them of one client. Three people have a
 * twentieth of the grants each. With a word, only what has the word in its name happens.
 */
const [dialect = 'sqlite', peopleWanted = '100000', grantsWanted = '1000000', word = ''] = process.argv.slice(2);
const [people, grants] = [Number(peopleWanted), Number(grantsWanted)];
const [deleted = '', signedOut = '', withdrawn = ''] = heavyPeople;
const heavy = { deleted, signedOut, withdrawn };

const secret = 'a-client-secret-with-enough-entropy-0123456789';
const redirectUri = 'https://rp.test/cb';
const person = { username: 'somebody', password: 'correct horse battery staple' };
const credentials = { client_secrets: [{ value: secret }] };
const web = { ...credentials, scope: 'openid profile offline_access', redirect_uris: [redirectUri] };
const keeper = 'signet.admin.owner signet.admin signet.admin.read';
const kept = {
  scopes: [{ name: 'orders', type: 'resource' }],
  clients: [
    {
      ...credentials,
      client_id: 'machine',
      grant_types: ['client_credentials'],
      scope: 'orders',
      access_token_format: 'reference',
    },
    { ...credentials, client_id: 'keeper', grant_types: ['client_credentials'], scope: keeper },
    { ...web, client_id: 'other', require_consent: false },
  ],
  users: [person, { username: 'root', password: person.password, admin: 'owner' }],
};
const all = { ...kept, clients: [...kept.clients, { ...web, client_id: 'popular' }] };

async function createPlace(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  if (dialect === 'sqlite') return createTemporaryFile();
  const postgres = await startPostgres({ fsync: true });
  const { url } = await createPostgresDatabase(postgres.url, 'signet_scale');
  return { url, drop: () => postgres.stop() };
}

type Work = () => Promise<string>;

const manyClients = (name: string) =>
  Array.from({ length: 4000 }, (_, index) => ({
    client_id: seedClientId(index),
    client_name: `${name} ${index}`,
    redirect_uris: [`https://app-${index}.test/cb`],
    token_endpoint_auth_method: 'none',
  }));

async function measure(server: RunningServer, { db }: OpenDatabase): Promise<void> {
  const { port, issuer } = server;
  const basic = (client: string) => `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const ask = openConnection();
  const token = (connection: typeof ask, client: string, scope: string) =>
    connection({
      port,
      path: '/connect/token',
      headers: { ...form, authorization: basic(client) },
      body: `grant_type=client_credentials&scope=${encodeURIComponent(scope)}`,
    });
  const answer: unknown = JSON.parse((await token(ask, 'keeper', keeper)).text);
  const bearer = typeof answer === 'object' && answer !== null && 'access_token' in answer ? answer.access_token : '';
  const api = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${bearer}`, 'if-match': '*', 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${issuer}/api/admin/v1${path}`, { method, headers, ...sent });
    return response.ok ? String(response.status) : `${response.status} ${(await response.text()).slice(0, 200)}`;
  };
  let networks = 0;
  const signIn =
    (password: string, username = person.username) =>
    async () => {
      networks += 1;
      const headers = { 'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
      const request = codeRequest(issuer, { client_id: 'other', redirect_uri: redirectUri, scope: 'openid' });
      const browser = createHttpBrowser(issuer, { headers });
      const page = await signInByForm(browser, request.url, { username, password }).catch(String);
      return page.includes('code=') ? 'code' : /[: ]503/.test(page) ? '503' : 'refused';
    };
  const wrongOne = (index: number) => signIn('wrong horse', `nobody-${index}`)();
  const works: readonly (readonly [name: string, work: Work, prepare?: () => Promise<void>])[] = [
    ['nothing', () => delay(3000, 'nothing')],
    ['a sign-in', signIn(person.password)],
    ['a wrong one', signIn('wrong horse')],
    ['50 wrong ones a second', () => besideWrongOnes(signIn(person.password), wrongOne)],
    // The first request to the API loads its code.
    ['read a person by the API', () => api('GET', `/users/${heavy.withdrawn}`)],
    ['change a client by a file', () => apply(server, { clients: manyClients('changed').slice(0, 1) })],
    ['change the portal by a file', () => apply(server, { portal: { remember_seconds: 1000 } })],
    ['change a client by the API', () => api('PATCH', `/clients/${seedClientId(1)}`, { client_name: 'changed' })],
    ['change 4,000 clients by a file', () => apply(server, { clients: manyClients('from a file') })],
    ['change 4,000 clients by the API', () => api('POST', '/configuration/apply', { clients: manyClients('sent') })],
    ['sweep 750,000 tokens', () => awaitSweep(db), () => addExpiredTokens(place.url, 750_000)],
    ['revoke an application of a person', () => api('DELETE', `/users/${heavy.withdrawn}/grants/popular`)],
    ['sign a person out everywhere', () => api('POST', `/users/${heavy.signedOut}/sign-out`)],
    ['delete a person', () => api('DELETE', `/users/${heavy.deleted}`)],
    ['disable a client', () => api('PATCH', '/clients/popular', { enabled: false })],
    ['delete a client', () => api('DELETE', '/clients/popular')],
    ['prune all people', () => apply(server, kept, '--prune')],
  ];
  console.log(`${dialect}: ${people} people, ${grants} grants\n`);
  console.log(
    '| while | answer | answered after ms | token requests | median / 99 % / longest ms | refused | event loop held, CPU ms |',
  );
  console.log('|---|---|--:|--:|--:|--:|--:|');
  for (const [name, work, prepare] of works.filter(([one]) => one === 'nothing' || one.includes(word))) {
    await prepare?.();
    const waits: number[] = [];
    const told = server.output().length;
    let refused = 0;
    let isOver = false;
    const connection = openConnection();
    const asking = (async () => {
      while (!isOver) {
        const began = performance.now();
        const { status } = await token(connection, 'machine', 'orders');
        waits.push(performance.now() - began);
        if (status !== 200) refused += 1;
        await delay(2);
      }
    })();
    const began = performance.now();
    const result = await work().catch((error: unknown) => String(error));
    const took = performance.now() - began;
    await settle(db);
    isOver = true;
    await asking;
    const held = [
      ...server
        .output()
        .slice(told)
        .matchAll(/held for (\d+) ms/g),
    ].map(([, ms]) => Number(ms));
    const cells = [name, result, took.toFixed(0), waits.length, quantiles(waits), refused, Math.max(0, ...held)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** For 20 seconds, 50 people a second type something wrong, and one person after the other signs in. */
async function besideWrongOnes(signIn: Work, wrongOne: (index: number) => Promise<string>): Promise<string> {
  const attempts: Promise<string>[] = [];
  const began = performance.now();
  const passed = () => performance.now() - began;
  const wrong = (async () => {
    while (passed() < 20_000) {
      while (attempts.length < passed() / 20) attempts.push(wrongOne(attempts.length));
      await delay(5);
    }
  })();
  const waits: number[] = [];
  while (passed() < 20_000) {
    const start = performance.now();
    if ((await signIn()) === 'code') waits.push(performance.now() - start);
  }
  await wrong;
  const busy = (await Promise.all(attempts)).filter((answer) => answer === '503').length;
  return `${attempts.length} wrong, of them ${busy} answered with 503; ${waits.length} sign-ins, ${quantiles(waits)} ms`;
}

/** The median, the 99th percentile and the longest. */
function quantiles(waits: readonly number[]): string {
  const sorted = waits.toSorted((a, b) => a - b);
  return [0.5, 0.99, 1].map((part) => sorted[Math.ceil(sorted.length * part) - 1]?.toFixed(0)).join(' / ');
}

/** What follows in the background counts too: 15 seconds of it, or two minutes while something is being removed. */
async function settle(db: OpenDatabase['db']): Promise<void> {
  const began = performance.now();
  const passed = () => performance.now() - began;
  const isUnderWay = async () => (await db.removal.count()) + (await db.revocation.count()) > 0;
  while (passed() < 15_000 || (passed() < 120_000 && (await isUnderWay()))) await delay(1000);
}

/** Waits until no expired token is left. */
async function awaitSweep(db: OpenDatabase['db']): Promise<string> {
  for (;;) {
    const left = await db.accessToken.findFirst({ where: { expiresAt: { lt: new Date() }, sub: null } });
    if (left === null) return 'swept';
    await delay(1000);
  }
}

/** Applies a file with the command line. */
async function apply({ folder, issuer }: RunningServer, configuration: object, ...words: string[]): Promise<string> {
  const file = join(folder, 'applied.json');
  await writeFile(file, JSON.stringify(configuration));
  const env = { ...process.env, NODE_ENV: 'production', SIGNET_ISSUER: issuer, SIGNET_SECRET: testSecret } as const;
  const child = spawn(process.execPath, ['dist/signet.js', 'apply', file, ...words], {
    env: { ...env, DATABASE_URL: place.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let problem = '';
  child.stderr.on('data', (chunk: Buffer) => {
    problem += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return code === 0 ? 'applied' : `exit ${code}: ${problem.trim().slice(-300)}`;
}

const place = await createPlace();
try {
  const started = performance.now();
  await fillInstallation(place.url, all, { clients: 10_000, people, grants });
  console.error(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const server = await startServer({
    env: { DATABASE_URL: place.url, SIGNET_CONFIG: '', SIGNET_TRUSTED_PROXIES: '127.0.0.1,::1' },
    nodeArguments: ['--import', './bench/probe.mjs'],
  });
  const open = await openToRead(place.url);
  try {
    await measure(server, open);
  } finally {
    await open.close();
    await server.stop();
  }
} finally {
  await place.drop();
}
