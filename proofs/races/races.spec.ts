import { expect, test } from 'playwright/test';
import { createInitialToken } from '#lib/clients/registration/initial-token-store';
import { createId } from '#lib/crypto/random';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import {
  codeIn,
  codeRequest,
  createHttpBrowser,
  type Fields,
  formFields,
  type HttpBrowser,
  locationOf,
  signInByForm,
} from '#lib/testing/http-browser';
import { createOwnerSetup } from '#lib/users/owner/owner-setup';
import { accountRaceConfiguration } from '../../e2e/processes/account-races';
import {
  openSignedInBrowser,
  processConfiguration,
  processPerson,
  startSignIn,
} from '../../e2e/processes/configuration';
import { startTwoServers, type TwoServers } from '../../e2e/processes/two-servers';
import { countedRequests, keptClient } from './counted';

const rounds = Number(process.env.RACE_ROUNDS ?? 24);
/** Fewer rounds, because each request needs a sign-in or a page. */
const pageRounds = Math.ceil(rounds / 4);
const parallel = 16;
/** The number of uses that are left before the limit. */
const left = 4;

/** The shortest window of the limits, in milliseconds. */
const shortestWindowMs = 300_000;

const redirectUri = 'https://rp.test/cb';
const [app] = processConfiguration.clients;
const password = 'violet otter harbour forty-two';

/** A new address for each round. The requests of the round count for it. */
const newAddress = () => [0, 1, 2].reduce((text) => `${text}.${Math.floor(Math.random() * 256)}`, '10');

/** Notes the number of attempts in the report. */
const note = (tried: string) => test.info().annotations.push({ type: 'tried', description: tried });

test.describe('two server processes on one PostgreSQL', () => {
  let servers: TwoServers;
  let database: OpenDatabase;

  test.beforeAll(async () => {
    servers = await startTwoServers(
      {
        ...processConfiguration,
        clients: [
          ...processConfiguration.clients,
          { ...app, client_id: 'asking', require_consent: true },
          {
            client_id: keptClient,
            client_secrets: [{ value: 'a-secret-that-nobody-guesses-0123' }],
            grant_types: ['client_credentials'],
          },
        ],
        portal: { ...accountRaceConfiguration.portal, dynamic_registration: 'open' },
        users: [...processConfiguration.users, ...accountRaceConfiguration.users],
      },
      { HOST: '127.0.0.1', SIGNET_TRUSTED_PROXIES: '127.0.0.1' },
    );
    database = await openDatabase(servers.databaseUrl);
  });
  test.afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const db = () => database.db;
  const posted = (browser: HttpBrowser, path: string, fields: Fields) => (origin: string) =>
    browser.post(`${origin}${path}`, fields);

  /** Expects that one code was made. The same form, sent twice, may get the first answer again. */
  function expectOneCode(answers: readonly Response[]): void {
    const callbacks = answers.map((answer) => answer.headers.get('location') ?? '');
    const codes = callbacks.filter((callback) => callback.startsWith(`${redirectUri}?code=`)).map(codeIn);
    expect([...new Set(codes)]).toEqual([expect.stringMatching(/./)]);
    for (const { status } of answers) expect([200, 303, 400, 409, 429]).toContain(status);
  }

  test('A consent is answered once (security #21)', async () => {
    note(`${pageRounds} × ${parallel} posts`);
    const browser = await openSignedInBrowser(servers.issuer);
    for (let round = 0; round < pageRounds; round += 1) {
      const asked = { client_id: 'asking', redirect_uri: redirectUri, scope: 'openid', prompt: 'consent' };
      const page = locationOf(await browser.get(codeRequest(servers.issuer, asked).url));
      const fields = formFields(await (await browser.get(page)).text());
      const answer = posted(browser, '/consent/submit', [...fields, ['decision', 'allow']]);
      expectOneCode(await servers.race(parallel, answer));
    }
  });

  test('A password form signs in once (security #21)', async () => {
    note(`${pageRounds} × ${parallel} posts`);
    for (let round = 0; round < pageRounds; round += 1) {
      const browser = createHttpBrowser(servers.issuer);
      const page = await startSignIn(browser, servers.issuer);
      const fields = Object.fromEntries(formFields(await (await browser.get(page)).text()));
      const answer = posted(browser, '/login/submit', { ...fields, ...processPerson, decision: 'sign_in' });
      expectOneCode(await servers.race(parallel, answer));
    }
  });

  test('The link of the first owner creates one owner (security #89)', async () => {
    note(`${pageRounds} × ${parallel} posts`);
    for (let round = 0; round < pageRounds; round += 1) {
      await db().user.deleteMany({ where: { admin: 'owner' } });
      const token = (await createOwnerSetup(db(), new Date())) ?? '';
      const answers = await servers.race(parallel, (origin, index) => {
        const username = `owner-${createId().toLowerCase()}-${index}`;
        const fields = { token, username, password, confirmation: password };
        return createHttpBrowser(servers.issuer).post(`${origin}/setup/owner/submit`, fields);
      });
      expect(answers.filter((answer) => locationOf(answer).endsWith('?done=1'))).toHaveLength(1);
      expect(await db().user.count({ where: { admin: 'owner' } })).toBe(1);
    }
  });

  test('An initial access token registers as many clients as it allows (RFC 7591)', async () => {
    note(`${rounds} × ${parallel} requests`);
    for (let round = 0; round < rounds; round += 1) {
      const token = await createInitialToken(
        db(),
        { description: null, remainingUses: 3, flows: 'code', expiresAt: null },
        new Date(),
      );
      const statuses = await servers.race(parallel, (origin) => register(origin, newAddress(), token));
      expect(statuses.toSorted()).toEqual([...Array(3).fill(201), ...Array(parallel - 3).fill(401)]);
    }
  });

  test('At most 2,000 clients register themselves', async () => {
    note(`${pageRounds} × ${parallel} requests`);
    const isSelf = { selfRegistered: true };
    await db().client.deleteMany({ where: isSelf });
    expect(await register(servers.origins[0], newAddress())).toBe(201);
    const { clientId: _, ...first } = await db().client.findFirstOrThrow({ where: isSelf });
    // Of no network, so that each of the next has its share.
    const like = { ...first, registrantNetwork: null };
    for (let round = 0; round < pageRounds; round += 1) {
      const missing = 2000 - left - (await db().client.count({ where: isSelf }));
      const more = Array.from({ length: missing }, () => ({ ...like, clientId: createId() }));
      await db().client.createMany({ data: more });
      const statuses = await servers.race(parallel, (origin) => register(origin, newAddress()));
      expect(statuses.toSorted()).toEqual([...Array(left).fill(201), ...Array(parallel - left).fill(503)]);
      expect(await db().client.count({ where: isSelf })).toBe(2000);
      const some = await db().client.findMany({ where: isSelf, take: 10, select: { clientId: true } });
      await db().client.deleteMany({ where: { clientId: { in: some.map(({ clientId }) => clientId) } } });
    }
    await db().client.deleteMany({ where: isSelf });
  });

  for (const { promise, counter, limit, each = 1, prepare } of countedRequests) {
    test(promise, async () => {
      note(`${pageRounds} × ${parallel} requests, ${left} left`);
      for (let round = 0; round < pageRounds; round += 1) {
        const address = newAddress();
        const ask = await prepare({ issuer: servers.issuer, address }, parallel);
        // A window that ends later than it can counts as past.
        const row = { key: `${counter}:${address}`, expiresAt: new Date(Date.now() + shortestWindowMs) };
        const used = { count: limit - left * each };
        await db().rateLimit.upsert({ where: { key: row.key }, create: { ...row, ...used }, update: used });
        const answers = await servers.race(parallel, ask);
        expect(answers.filter(Boolean)).toHaveLength(left);
      }
    });
  }

  test('A browser enters 5 wrong user codes (security #72)', async () => {
    note(`${pageRounds} × ${parallel} posts`);
    for (let round = 0; round < pageRounds; round += 1) {
      const browser = createHttpBrowser(servers.issuer, { headers: { 'x-forwarded-for': newAddress() } });
      await browser.post('/device/submit', { user_code: '', decision: 'continue' });
      const answer = posted(browser, '/device/submit', { user_code: 'BBBBBBBB', decision: 'continue' });
      const statuses = (await servers.race(parallel, answer)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([...Array(5).fill(303), ...Array(parallel - 5).fill(429)]);
    }
  });

  test('A code that more than five browsers enter is denied once (security #78)', async () => {
    note(`${pageRounds} × ${parallel} posts`);
    for (let round = 0; round < pageRounds; round += 1) {
      const body = new URLSearchParams({ client_id: 'tv' });
      const headers = { 'x-forwarded-for': newAddress() };
      const started = await fetch(`${servers.issuer}/connect/deviceauthorization`, { method: 'POST', body, headers });
      const { user_code: userCode } = await started.json();
      const before = await db().auditEvent.count({ where: { type: 'device_code.shared' } });
      await servers.race(parallel, (origin) =>
        createHttpBrowser(servers.issuer, { headers: { 'x-forwarded-for': newAddress() } }).post(
          `${origin}/device/submit`,
          { user_code: userCode, decision: 'continue' },
        ),
      );
      expect((await db().auditEvent.count({ where: { type: 'device_code.shared' } })) - before).toBe(1);
    }
  });

  test('Wrong passwords at one account: only ten are checked (security #81, #82)', async () => {
    note(`${pageRounds} × ${parallel} posts`);
    for (let round = 0; round < pageRounds; round += 1) {
      const username = `nobody-${createId().toLowerCase()}`;
      const forms = await openForms(servers.issuer, parallel);
      const answers = await servers.race(parallel, (origin, index) => {
        const [browser, fields] = forms[index] ?? [createHttpBrowser(servers.issuer), {}];
        return browser.post(`${origin}/login/submit`, { ...fields, username, password: 'x', decision: 'sign_in' });
      });
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([...Array(10).fill(303), ...Array(parallel - 10).fill(429)]);
      const events = await db().auditEvent.findMany({ where: { type: 'sign_in.failed', targetName: username } });
      expect(events.length).toBeLessThanOrEqual(10);
    }
  });

  test('Mails to one address: five, regardless of the requester (ux §1.5)', async () => {
    note(`${pageRounds} × ${parallel} posts`);
    for (let round = 0; round < pageRounds; round += 1) {
      await db().rateLimit.deleteMany({ where: { key: { startsWith: 'mail-' } } });
      const before = await db().outboxMail.count({ where: { kind: 'email_code' } });
      const forms = await openForms(servers.issuer, parallel);
      const answers = await servers.race(parallel, (origin, index) => {
        const [browser, fields] = forms[index] ?? [createHttpBrowser(servers.issuer), {}];
        return browser.post(`${origin}/login/submit`, { ...fields, username: 'mailed', decision: 'email_code' });
      });
      // All answers look the same.
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
      const sent = await db().outboxMail.count({ where: { kind: 'email_code', nextAttemptAt: { not: null } } });
      expect((await db().outboxMail.count({ where: { kind: 'email_code' } })) - before).toBeGreaterThanOrEqual(5);
      expect(sent).toBeLessThanOrEqual(5);
      await db().outboxMail.deleteMany({});
    }
  });

  async function openForms(issuer: string, count: number) {
    const forms: (readonly [HttpBrowser, Record<string, string>])[] = [];
    for (let index = 0; index < count; index += 1) {
      const browser = createHttpBrowser(issuer, { headers: { 'x-forwarded-for': newAddress() } });
      const page = await (await browser.get(await startSignIn(browser, issuer))).text();
      forms.push([browser, Object.fromEntries(formFields(page))]);
    }
    return forms;
  }
});

test('Processes that start at once on an empty database create each initial value once', async () => {
  const starts = 3;
  note(`${starts} × 2 starts`);
  for (let round = 0; round < starts; round += 1) {
    const servers = await startTwoServers(processConfiguration);
    const { rows } = await servers.database.query(`
      SELECT (SELECT count(*)::int FROM "SigningKey" WHERE "alg" = 'RS256') AS keys,
        (SELECT count(*)::int FROM "Installation" WHERE "key" LIKE 'secret_check%') AS secrets,
        (SELECT count(*)::int FROM "Installation" WHERE "key" = 'pairwise_salt') AS salts,
        (SELECT count(*)::int FROM "AuditKey") AS "auditKeys",
        (SELECT count(*)::int FROM "Client") AS clients, (SELECT count(*)::int FROM "User") AS people`);
    const once = { keys: 1, secrets: 1, salts: 1, auditKeys: 1 };
    expect(rows).toEqual([{ ...once, clients: processConfiguration.clients.length, people: 1 }]);
    const browser = createHttpBrowser(servers.issuer);
    const request = { client_id: 'app', redirect_uri: redirectUri, scope: 'openid' };
    expect(await signInByForm(browser, codeRequest(servers.issuer, request).url, processPerson)).toContain('code=');
    await servers.stop();
  }
});

/** @returns the status of a registration */
async function register(origin: string, address: string, token?: string): Promise<number> {
  const answer = await fetch(`${origin}/connect/register`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ redirect_uris: [redirectUri] }),
  });
  await answer.text();
  return answer.status;
}
