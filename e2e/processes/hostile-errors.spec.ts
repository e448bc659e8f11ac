import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { openDatabase } from '#lib/db/open';
import { locationOf, signInAtLogin } from '#lib/testing/http-browser';
import {
  authorizeQuery,
  basic,
  form,
  type HostileServer,
  pagePaths,
  person,
  startHostileServer,
  submitPaths,
} from './hostile-server';

/** All tables that requests use. The configuration is not among them, because each process has it in memory. */
const tables = `AccessToken AuditEvent AuthorizationCode Browser UsedJwt Consent DeviceRequest Explanation Grant
  Interaction PushedRequest RateLimit RefreshToken RevokedToken Session User`.split(/\s+/);

/** Words that occur only in our source code, on our disk or in our database. */
const internal =
  /\bat [\w.<>]+ \(|node_modules|\.(ts|js|mjs):\d+|prisma|sqlite|no such table|SELECT |INSERT |\/tmp\/|P20\d\d|"stack"/i;

let folder: string;
let server: HostileServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-errors-'));
  server = await startHostileServer({ folder });
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Drops or restores the tables that the running server uses. */
async function rename(from: (table: string) => string, to: (table: string) => string): Promise<void> {
  const { session, close } = await openDatabase(`file:${join(folder, 'signet.db')}`);
  await session((sql) =>
    sql.script(
      [
        'PRAGMA legacy_alter_table = ON',
        ...tables.map((table) => `ALTER TABLE "${from(table)}" RENAME TO "${to(table)}"`),
      ].join(';'),
    ),
  );
  await close();
}

/** @returns the address that the sign-in redirects to */
async function signIn(observe: (response: Response) => void = () => {}): Promise<string> {
  const browser = server.browse(observe);
  return signInAtLogin(browser, locationOf(await browser.get(`/connect/authorize?${authorizeQuery()}`)), person);
}

test('every endpoint and page answers an unexpected error in general words and with a reference (security #164)', async () => {
  const cookies = new Map<string, string>();
  await signIn((response) => {
    for (const line of response.headers.getSetCookie()) cookies.set(line.split('=')[0] ?? '', line.split(';')[0] ?? '');
  });
  const cookie = [...cookies.values()].join('; ');
  await rename(
    (table) => table,
    (table) => `${table}Gone`,
  );
  const broken: [what: string, status: number, body: string][] = [];
  const ask = async (request: Parameters<typeof server.ask>[0]) => {
    const answer = await server.ask(request);
    const what = `${request.method ?? 'GET'} ${request.path}`;
    expect(answer.body, what).not.toMatch(internal);
    expect([...answer.headers].flat(2).join(' '), what).not.toMatch(internal);
    if (answer.status >= 500) broken.push([what, answer.status, answer.body]);
    return answer;
  };
  const token = (fields: Record<string, string>) =>
    ask({
      method: 'POST',
      path: '/connect/token',
      headers: { ...form, authorization: basic('web') },
      body: new URLSearchParams(fields).toString(),
    });
  const answers = [
    await token({
      grant_type: 'authorization_code',
      code: 'x'.repeat(43),
      redirect_uri: 'https://rp.test/cb',
      code_verifier: 'v'.repeat(43),
    }),
    await token({ grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) }),
    ...(await Promise.all([
      ask({
        method: 'POST',
        path: '/connect/introspect',
        headers: { ...form, authorization: basic('orders') },
        body: 'token=x',
      }),
      ask({
        method: 'POST',
        path: '/connect/revocation',
        headers: { ...form, authorization: basic('web') },
        body: 'token=x',
      }),
      ask({
        method: 'POST',
        path: '/connect/par',
        headers: { ...form, authorization: basic('web') },
        body: authorizeQuery(),
      }),
      ask({ method: 'POST', path: '/connect/deviceauthorization', headers: form, body: 'client_id=tv' }),
      ask({ path: '/connect/userinfo', headers: { authorization: `Bearer ${'x'.repeat(43)}` } }),
    ])),
  ];
  for (const { status, headers, body } of answers) {
    expect(status).toBe(500);
    expect(headers.get('content-type')?.[0]).toMatch(/^application\/json/);
    expect(JSON.parse(body)).toMatchObject({ error: 'server_error' });
  }
  await ask({ path: `/connect/authorize?${authorizeQuery()}`, headers: { cookie } });
  await ask({ path: '/connect/endsession', headers: { cookie } });
  for (const path of pagePaths) await ask({ path: `${path}?interaction=${'x'.repeat(43)}`, headers: { cookie } });
  for (const path of submitPaths) {
    const headers = { ...form, cookie, origin: 'https://op.test', 'sec-fetch-site': 'same-origin' };
    await ask({ method: 'POST', path, headers, body: `interaction=${'x'.repeat(43)}&decision=allow` });
  }
  expect(broken.length).toBeGreaterThan(15);
  for (const [what, status, body] of broken) {
    expect([500, 503], what).toContain(status);
    expect(body.length, what).toBeGreaterThan(0);
  }
});

test('the server works again after the fault is repaired', async () => {
  await rename(
    (table) => `${table}Gone`,
    (table) => table,
  );
  expect(await signIn()).toContain('/consent?interaction=');
});
