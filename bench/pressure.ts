import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeIn, codeRequest, createHttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { type RunningServer, startServer, testSecret } from '#lib/testing/running-server';
import { openConnection } from './load';

/**
 * npm run bench -- pressure [clients] [seconds]: the time that people and programs wait on SQLite while a file with
 * that many changed clients is applied, and while more and more people sign in at once.
 */
const changed = Number(process.argv[2] ?? 4000);
const seconds = Number(process.argv[3] ?? 10);
const secret = 'a-client-secret-with-enough-entropy-0123456789';
const password = 'correct horse battery staple';
/** Each browser has its own account, because an account may have only a few waiting attempts at once. */
const usernames = Array.from({ length: 32 }, (_, index) => `person-${index}`);
const redirectUri = 'https://rp.test/cb';

const configuration = (name: string) => ({
  scopes: [{ name: 'orders', type: 'resource' }],
  clients: [
    { client_id: 'machine', client_secrets: [{ value: secret }], grant_types: ['client_credentials'], scope: 'orders' },
    { client_id: 'web', client_secrets: [{ value: secret }], redirect_uris: [redirectUri], require_consent: false },
    ...Array.from({ length: changed }, (_, index) => ({
      client_id: `app-${index}`,
      client_name: `${name} ${index}`,
      redirect_uris: [`https://app-${index}.test/cb`],
      token_endpoint_auth_method: 'none',
    })),
  ].map((client) => ({ scope: 'openid profile', access_token_format: 'reference', ...client })),
  users: usernames.map((username) => ({ username, password })),
});

/** The time of each answer in milliseconds, and the number of 503 answers. */
type Waits = { readonly times: number[]; refused: number };

type Work = (server: RunningServer, index: number) => () => Promise<void>;

/** A whole sign-in with a new browser: authorize, the page, the password, the code. */
const signIn: Work =
  ({ issuer }, index) =>
  async () => {
    const person = { username: usernames[index] ?? '', password };
    const parameters = { client_id: 'web', redirect_uri: redirectUri, scope: 'openid profile' };
    codeIn(await signInByForm(createHttpBrowser(issuer), codeRequest(issuer, parameters).url, person));
  };

const takeToken: Work = ({ port }) => {
  const ask = openConnection();
  const basic = Buffer.from(`machine:${secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'grant_type=client_credentials&scope=orders';
  return async () => {
    const { status } = await ask({ port, path: '/connect/token', headers, body });
    if (status !== 200) throw new Error(`no token but ${status}`);
  };
};

/** Repeats work on several connections until `end` resolves. */
async function repeat(work: Work, server: RunningServer, connections: number, end: Promise<unknown>): Promise<Waits> {
  const waits: Waits = { times: [], refused: 0 };
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  const loop = async (_: unknown, index: number) => {
    const step = work(server, index);
    while (!isOver) {
      const started = performance.now();
      try {
        await step();
        waits.times.push(performance.now() - started);
      } catch (error) {
        if (!/ 503\b/.test(String(error))) throw error;
        waits.refused += 1;
        await sleep(100);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return waits;
}

type Load = { readonly people: number; readonly programs: number };

/** Runs all kinds of work until `end` resolves, and prints a row for each. */
async function observe(name: string, server: RunningServer, { people, programs }: Load, end: Promise<unknown>) {
  const started = performance.now();
  const [signIns, tokens] = await Promise.all([
    repeat(signIn, server, people, end),
    repeat(takeToken, server, programs, end),
  ]);
  const duration = (performance.now() - started) / 1000;
  for (const [what, { times, refused }] of [['sign-in', signIns] as const, ['token', tokens] as const]) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0);
    const perSecond = (times.length / duration).toFixed(1);
    console.log(`| ${name} | ${what} | ${perSecond} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${refused} |`);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Applies a file with the command line. @returns the duration in seconds */
async function apply(server: RunningServer, name: string): Promise<number> {
  const file = join(server.folder, `${name}.json`);
  await writeFile(file, JSON.stringify(configuration(name)));
  const started = performance.now();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    SIGNET_ISSUER: server.issuer,
    SIGNET_SECRET: testSecret,
    DATABASE_URL: `file:${join(server.folder, 'signet.db')}`,
  } as const;
  const child = spawn(process.execPath, ['dist/signet.js', 'apply', file], {
    env,
    stdio: 'ignore',
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`apply ended with ${code}`);
  return (performance.now() - started) / 1000;
}

const server = await startServer({ configuration: configuration('former') });
try {
  await observe('(warming up)', server, { people: 2, programs: 2 }, sleep(2000));
  console.log('| while | answers | a second | median ms | 95 % ms | longest ms | 503 |\n|---|---|--:|--:|--:|--:|--:|');
  const load = { people: 4, programs: 4 };
  await observe('nothing else', server, load, sleep(seconds * 1000));
  const applied = apply(server, 'changed');
  await observe(`${changed} clients are applied`, server, load, applied);
  console.log(`\nThe apply took ${(await applied).toFixed(1)} s.\n`);
  for (const people of [0, 1, 2, 4, 8, 16, 32]) {
    await observe(`${people} people sign in at once`, server, { people, programs: 4 }, sleep(seconds * 1000));
  }
} finally {
  await server.stop();
}
