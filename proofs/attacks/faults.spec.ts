import pg from 'pg';
import { expect, test } from 'playwright/test';
import { codeRequest, createHttpBrowser, formFields, locationOf } from '#lib/testing/http-browser';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { issueCodes, postToken, processConfiguration, processPerson } from '../../e2e/processes/configuration';
import { startEmptyPostgres } from '../../e2e/processes/empty-postgres';
import { type Obstacle, startObstacle } from './obstacle';

test.describe.configure({ mode: 'serial', timeout: 240_000 });

let postgres: Awaited<ReturnType<typeof startEmptyPostgres>>;
let obstacle: Obstacle;
let server: RunningServer;

test.beforeAll(async () => {
  postgres = await startEmptyPostgres({ fsync: false });
  const direct = new URL(postgres.url);
  obstacle = await startObstacle(Number(direct.port));
  const through = new URL(direct);
  through.hostname = '127.0.0.1';
  through.port = String(obstacle.port);
  server = await startServer({
    port: await freePort(),
    env: { DATABASE_URL: through.href },
    configuration: processConfiguration,
  });
});
test.afterAll(async () => {
  await server.stop('SIGKILL');
  await obstacle.close();
  await postgres.stop();
});

const get = (path: string) => fetch(new URL(path, server.issuer), { redirect: 'manual' });
const request = { client_id: 'app', redirect_uri: 'https://rp.test/cb', scope: 'openid' };
const authorize = () => get(codeRequest(server.issuer, request).url);

/** Runs statements directly on the database, bypassing the obstacle. */
async function query(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  for (const statement of ['SET default_transaction_read_only = off', ...statements]) await client.query(statement);
  await client.end();
}

/** Posts the sign-in form of a page that is already open. @returns the status, the redirect and the cookies */
async function signIn(login: string, browser: ReturnType<typeof createHttpBrowser>, fields: [string, string][]) {
  const answer = await browser.post(new URL('/login/submit', login).href, [
    ...fields,
    ...Object.entries({ ...processPerson, decision: 'sign_in' }),
  ]);
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    cookies: answer.headers.getSetCookie(),
  };
}

async function openLogin() {
  const browser = createHttpBrowser(server.issuer);
  const login = locationOf(await browser.get(codeRequest(server.issuer, request).url));
  return { browser, login, fields: formFields(await (await browser.get(login)).text()) };
}

const signedIn = /^https:\/\/rp\.test\/cb\?.*code=/;

const documents = ['/.well-known/openid-configuration', '/.well-known/openid-configuration/jwks'];
const unredeemable = 'grant_type=authorization_code&client_id=app&code=x&redirect_uri=x';

test('with a slow database documents and keys come from memory, and no answer is 500 (security #173)', async () => {
  obstacle.delay(400);
  const answers = Promise.all(Array.from({ length: 40 }, authorize));
  for (let round = 0; round < 5; round += 1) {
    for (const path of documents) expect((await get(path)).status, path).toBe(200);
  }
  for (const { status } of await answers) expect([303, 503]).toContain(status);
  obstacle.delay(0);
  await expect.poll(async () => (await authorize()).status, { timeout: 60_000 }).toBe(303);
});

test('while the database does not answer, the server answers 503 with Retry-After and never 500 (security #172, #173)', async () => {
  obstacle.freeze();
  await expect.poll(async () => (await authorize()).status, { timeout: 60_000 }).toBe(503);
  const answers = await Promise.all(Array.from({ length: 40 }, authorize));
  for (const { status, headers } of answers) {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  for (const path of documents) expect([200, 503], path).toContain((await get(path)).status);
  const token = await postToken(server.issuer, unredeemable);
  expect([token.status, token.body.error]).toEqual([503, 'temporarily_unavailable']);
  obstacle.thaw();
  await expect.poll(async () => (await authorize()).status, { timeout: 60_000 }).toBe(303);
});

test('connections that break during a query cause at most 503, and the server recovers by itself (security #173)', async () => {
  const answers = Array.from({ length: 40 }, authorize);
  obstacle.cut();
  for (const answer of await Promise.all(answers)) expect([303, 503]).toContain(answer.status);
  await expect.poll(async () => (await authorize()).status, { timeout: 60_000 }).toBe(303);
});

test('an attempt that cannot be counted is refused, even with the correct password (security #174)', async () => {
  const { browser, login, fields } = await openLogin();
  await query('ALTER TABLE "RateLimit" RENAME TO "RateLimitGone"');
  const { status, location, cookies } = await signIn(login, browser, fields);
  await query('ALTER TABLE "RateLimitGone" RENAME TO "RateLimit"');
  expect(status).toBeGreaterThanOrEqual(500);
  expect(location).not.toMatch(signedIn);
  expect(cookies.join()).not.toMatch(/signet=Fe26/);
  expect((await signIn(login, browser, fields)).location).toMatch(signedIn);
});

test('with a read-only database the server refuses requests that need a write, and recovers afterwards (security #178)', async () => {
  const [redemption] = await issueCodes(server.issuer, 1);
  const { browser, login, fields } = await openLogin();
  const name = new URL(postgres.url).pathname.slice(1);
  const setReadOnly = (value: 'on' | 'off') =>
    query(
      `ALTER DATABASE "${name}" SET default_transaction_read_only = ${value}`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
  await setReadOnly('on');
  const refused = await signIn(login, browser, fields);
  const token = await postToken(server.issuer, redemption?.body ?? '');
  const documents = await get('/.well-known/openid-configuration/jwks');
  await setReadOnly('off');
  expect([refused.status, token.status, documents.status]).toEqual([503, 503, 200]);
  expect(refused.location).not.toMatch(signedIn);
  expect(token.body).not.toHaveProperty('access_token');
  await expect.poll(async () => (await authorize()).status, { timeout: 60_000 }).toBe(303);
  expect((await signIn(login, browser, fields)).location).toMatch(signedIn);
  expect((await postToken(server.issuer, redemption?.body ?? '')).status).toBe(200);
});
