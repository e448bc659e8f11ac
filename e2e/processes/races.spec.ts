import { exportJWK, SignJWT } from 'jose';
import { generateKeyPair } from 'oauth4webapi';
import { expect, test } from 'playwright/test';
import { createId } from '#lib/crypto/random';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { createProofMaker, type ProofMaker } from '#lib/testing/dpop';
import { codeIn, createHttpBrowser, formFields } from '#lib/testing/http-browser';
import { findBrokenInvariants } from '#lib/testing/invariants';
import { accountRaceConfiguration, accountRaces } from './account-races';
import {
  allowDevices,
  issueCodes,
  openSignedInBrowser,
  postToken,
  processConfiguration,
  pushRequest,
  refreshBody,
  signInAt,
  userinfoStatus,
} from './configuration';
import { startTwoServers, type TwoServers } from './two-servers';

/** `npm run test:races` sets a higher number. */
const rounds = Number(process.env.RACE_ROUNDS ?? 8);
const parallel = 16;
/** A lower number, because most of these tests need a sign-in for each use. */
const accountRounds = Math.ceil(rounds / 12);
/** A grace window allows the first use and ten more. */
const insideWindow = 8;

test.describe('two server processes on one PostgreSQL (security #168, #169, #176)', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 + rounds * 20_000 });
  let servers: TwoServers;
  let database: OpenDatabase;
  let machineKey: CryptoKey;

  test.beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    machineKey = privateKey;
    const machine = {
      client_id: 'machine',
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'machine-key' }] },
      grant_types: ['client_credentials'],
      scope: 'orders',
    };
    servers = await startTwoServers({
      ...processConfiguration,
      scopes: [{ name: 'orders', type: 'resource' }],
      clients: [...processConfiguration.clients, machine],
      portal: accountRaceConfiguration.portal,
      users: [...processConfiguration.users, ...accountRaceConfiguration.users],
    });
    database = await openDatabase(servers.databaseUrl);
  });
  test.afterAll(async () => {
    await database.close();
    await servers.stop();
  });

  /** Sends the same body to the token endpoints of both processes at once. */
  const race = (body: string, requests = parallel) => servers.race(requests, (origin) => postToken(origin, body));
  const first = () => servers.issuer;

  test(`the same code redeemed ${parallel} times in parallel: exactly one success (RFC 6749 §4.1.2, security #28)`, async () => {
    for (const { body } of await issueCodes(first(), rounds)) {
      const answers = await race(body);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(parallel - 1).fill(400)]);
      // The losers were valid too, so they count as a replay, which revokes all tokens of the code.
      const winner = answers.find(({ status }) => status === 200);
      expect(await userinfoStatus(first(), winner?.body.access_token)).toBe(401);
    }
  });

  test(`the same refresh token used ${parallel} times in parallel: exactly one success (RFC 9700 §4.14, security #41)`, async () => {
    for (const { body } of await issueCodes(first(), rounds)) {
      const tokens = await postToken(first(), body);
      const answers = await race(refreshBody(String(tokens.body.refresh_token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(parallel - 1).fill(400)]);
      const winner = answers.find(({ status }) => status === 200);
      const next = await postToken(first(), refreshBody(String(winner?.body.refresh_token)));
      expect(next.body).toMatchObject({ error: 'invalid_grant' });
    }
  });

  test(`an approved device polled ${parallel} times in parallel: exactly one answer with tokens (RFC 8628 §5.2, security #74)`, async () => {
    for (const body of await allowDevices(first(), rounds)) {
      const answers = await race(body);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(parallel - 1).fill(400)]);
      // Devices poll repeatedly, so the losers do not revoke the tokens of the winner.
      const winner = answers.find(({ status }) => status === 200);
      expect(await userinfoStatus(first(), winner?.body.access_token)).toBe(200);
    }
  });

  test('a refresh token inside its grace window: every answer has the same successor (security #42)', async () => {
    for (const { body } of await issueCodes(first(), rounds, { clientId: 'patient' })) {
      const tokens = await postToken(first(), body);
      const answers = await race(refreshBody(String(tokens.body.refresh_token), 'patient'), insideWindow);
      expect(answers.map(({ status }) => status)).toEqual(Array(insideWindow).fill(200));
      const [successor, ...others] = new Set(answers.map((answer) => answer.body.refresh_token));
      expect(others).toEqual([]);
      expect(await Promise.all(answers.map((answer) => userinfoStatus(first(), answer.body.access_token)))).toEqual(
        Array(insideWindow).fill(200),
      );
      expect((await postToken(first(), refreshBody(String(successor), 'patient'))).status).toBe(200);
    }
    expect(await countLeaves(servers, 'patient')).toEqual(Array(rounds).fill({ alive: true, leaves: 1 }));
  });

  test('a refresh token used more often than its window allows ends the family (security #42)', async () => {
    for (const { body } of await issueCodes(first(), 10, { clientId: 'patient' })) {
      const tokens = await postToken(first(), body);
      const answers = await race(refreshBody(String(tokens.body.refresh_token), 'patient'));
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners.length).toBeLessThanOrEqual(11);
      expect(new Set(winners.map((answer) => answer.body.refresh_token)).size).toBe(1);
      for (const { body } of winners) expect(await userinfoStatus(first(), body.access_token)).toBe(401);
    }
  });

  test('a refresh token used again after its grace window ends the family (security #42)', async () => {
    const [redemption] = await issueCodes(first(), 1, { clientId: 'patient' });
    const tokens = await postToken(first(), redemption?.body ?? '');
    const use = refreshBody(String(tokens.body.refresh_token), 'patient');
    const answers = await race(use, insideWindow);
    // Changes the row to its state after the ten minutes of the window.
    await servers.database.query(`UPDATE "RefreshToken" SET "consumedAt" = "consumedAt" - interval '601 seconds'`);
    expect(await postToken(servers.origins[1], use)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(await userinfoStatus(first(), body.access_token)).toBe(401);
      const successor = refreshBody(String(body.refresh_token), 'patient');
      expect((await postToken(first(), successor)).body).toMatchObject({ error: 'invalid_grant' });
    }
  });

  test(`a pushed request opened ${parallel} times in parallel: exactly one code (RFC 9126 §4, security #69)`, async () => {
    const browser = await openSignedInBrowser(first());
    for (let round = 0; round < rounds; round += 1) {
      const { query, redemption } = await pushRequest(first());
      const open = (origin: string) => browser.get(`${origin}/connect/authorize?${query}`);
      const answers = await servers.race(parallel, open);
      expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(parallel - 1).fill(400)]);
      const winner = answers.find(({ status }) => status === 303);
      const code = codeIn(winner?.headers.get('location') ?? '');
      expect((await postToken(servers.origins[1], redemption(code))).status).toBe(200);
      for (const origin of servers.origins) expect((await open(origin)).status, 'opened again').toBe(400);
    }
  });

  test('a pushed request answered in many browsers at once: exactly one code (security #69)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { query, redemption } = await pushRequest(first());
      const open = async (origin: string) => {
        const browser = createHttpBrowser(first());
        const page = await browser.get(`${origin}/connect/authorize?${query}`);
        return signInAt(browser, page.headers.get('location') ?? '').catch(() => null);
      };
      const answers = await servers.race(4, open);
      const codes = answers.filter((callback) => callback?.startsWith('https://rp.test/'));
      expect(codes).toHaveLength(1);
      for (const callback of codes) {
        expect((await postToken(servers.origins[1], redemption(codeIn(callback ?? '')))).status).toBe(200);
      }
    }
  });

  test('a revocation in one process while the other refreshes leaves nothing alive (RFC 7009 §2.1, security #42)', async () => {
    for (const { body } of await issueCodes(first(), rounds, { clientId: 'patient' })) {
      const tokens = await postToken(first(), body);
      const refreshToken = String(tokens.body.refresh_token);
      const revoke = (origin: string) => {
        const body = new URLSearchParams({ client_id: 'patient', token: refreshToken });
        return fetch(`${origin}/connect/revocation`, { method: 'POST', body });
      };
      const [revoked, answers] = await Promise.all([
        revoke(servers.origins[1]),
        race(refreshBody(refreshToken, 'patient'), insideWindow),
      ]);
      expect(revoked.status).toBe(200);
      for (const { status, body } of [tokens, ...answers]) {
        if (status !== 200) expect(body).toMatchObject({ error: 'invalid_grant' });
        else expect(await userinfoStatus(first(), body.access_token)).toBe(401);
      }
    }
  });

  test(`the same assertion used ${parallel} times in parallel: exactly one success (RFC 7523 §3, security #67)`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const fields = await authenticateMachine(first(), machineKey);
      // Uses the assertion at any endpoint. Half of the requests revoke an unknown token.
      const use = async (origin: string, index: number) => {
        const [path, more] = uses[Math.floor(index / 2) % 2 === 0 ? 'ask' : 'revoke'];
        const body = new URLSearchParams({ ...fields, ...more });
        const { status } = await fetch(`${origin}${path}`, { method: 'POST', body });
        return status;
      };
      const statuses = await servers.race(parallel, use);
      expect(statuses.sort()).toEqual([200, ...Array(parallel - 1).fill(401)]);
      expect(await servers.race(4, use), 'used again').toEqual(Array(4).fill(401));
    }
  });

  test(`the same proof of possession used ${parallel} times in parallel: exactly one success (RFC 9449 §11.1, security #60)`, async () => {
    const key = await createProofMaker(clockOf(first()));
    const askAsMachine = async (issuer: string) => {
      const fields = await authenticateMachine(issuer, machineKey);
      return new URLSearchParams({ ...fields, grant_type: 'client_credentials' }).toString();
    };
    for (let round = 0; round < rounds; round += 1) {
      const dpop = await key.prove();
      const bodies = await Promise.all(Array.from({ length: parallel }, () => askAsMachine(first())));
      const answers = await servers.race(parallel, (origin, index) => postToken(origin, bodies[index] ?? '', dpop));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(parallel - 1).fill(400)]);
      for (const { body } of answers.filter(({ status }) => status === 400)) {
        expect(body).toMatchObject({ error: 'invalid_dpop_proof' });
      }
      const [again] = await servers.race(1, async (origin) => postToken(origin, await askAsMachine(first()), dpop));
      expect(again?.body, 'used again').toMatchObject({ error: 'invalid_dpop_proof' });
    }
  });

  test('a bound refresh token used with its key and with another one at once: nothing lives on (RFC 9449 §5, security #43, #60)', async () => {
    const [key, other] = await Promise.all([createProofMaker(clockOf(first())), createProofMaker(clockOf(first()))]);
    for (const { body } of await issueCodes(first(), 10, { clientId: 'patient' })) {
      const tokens = await postToken(first(), body, await key.prove());
      const use = refreshBody(String(tokens.body.refresh_token), 'patient');
      const isThief = (index: number) => Math.floor(index / 2) % 2 === 1;
      const answers = await servers.race(insideWindow, async (origin, index) =>
        postToken(origin, use, await (isThief(index) ? other : key).prove()),
      );
      const stolen = answers.filter((_, index) => isThief(index));
      expect(stolen.map((answer) => answer.body.error)).toEqual(Array(insideWindow / 2).fill('invalid_grant'));
      for (const { status, body } of [tokens, ...answers]) {
        if (status !== 200) expect(body).toMatchObject({ error: 'invalid_grant' });
        else {
          expect(await boundUserinfoStatus(first(), key, String(body.access_token))).toBe(401);
          const successor = refreshBody(String(body.refresh_token), 'patient');
          const next = await postToken(servers.origins[1], successor, await key.prove());
          expect(next.body).toMatchObject({ error: 'invalid_grant' });
        }
      }
    }
  });

  test('a sign-out in one process ends session and tokens in the other at once (security #104)', async () => {
    const [, second] = servers.origins;
    const [redemption] = await issueCodes(first(), 1, { scope: 'openid' });
    const tokens = await postToken(second, redemption?.body ?? '');
    expect(await userinfoStatus(second, tokens.body.access_token)).toBe(200);
    const page = await redemption?.browser.get('/logout').then((response) => response.text());
    await redemption?.browser.post('/logout/submit', [...formFields(page ?? ''), ['decision', 'sign_out']]);
    expect(await userinfoStatus(second, tokens.body.access_token)).toBe(401);
    expect(await userinfoStatus(first(), tokens.body.access_token)).toBe(401);
  });

  test('a sign-out in one process while the other redeems leaves nothing alive (security #107)', async () => {
    const [, second] = servers.origins;
    for (let round = 0; round < 10; round += 1) {
      const [redemption] = await issueCodes(first(), 1, { scope: 'openid' });
      const page = await redemption?.browser.get('/logout').then((response) => response.text());
      const signOut = () =>
        redemption?.browser.post('/logout/submit', [...formFields(page ?? ''), ['decision', 'sign_out']]);
      const [tokens] = await Promise.all([postToken(second, redemption?.body ?? ''), signOut()]);
      if (tokens.status === 200) expect(await userinfoStatus(second, tokens.body.access_token)).toBe(401);
      else expect(tokens.body).toMatchObject({ error: 'invalid_grant' });
    }
  });

  for (const { name, uses, prepare } of accountRaces) {
    test(`${name}, used ${uses} times in parallel: exactly one success`, async () => {
      for (let round = 0; round < accountRounds; round += 1) {
        const use = await prepare({ issuer: first(), db: database.db }, uses);
        const given = new Set(await servers.race(uses, use));
        given.delete(null);
        expect(given.size).toBe(1);
        for (const again of await servers.race(2, use)) expect([null, ...given], 'used again').toContain(again);
      }
    });
  }

  test('leave no row that breaks an invariant, and such a row is found (security §2.3)', async () => {
    expect(await findBrokenInvariants(servers.database)).toEqual([]);
    await servers.database.query(`UPDATE "RefreshToken" SET "consumedAt" = NULL, "graceUses" = 11`);
    const broken = await findBrokenInvariants(servers.database);
    expect(broken).toContainEqual(expect.stringMatching(/^a family with two live refresh tokens: /));
    expect(broken).toContainEqual(expect.stringMatching(/^a refresh token that was answered more often/));
  });
});

/** The parameters that authenticate the machine client once. */
async function authenticateMachine(issuer: string, key: CryptoKey): Promise<Record<string, string>> {
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: 'machine-key' })
    .setIssuer('machine')
    .setSubject('machine')
    .setAudience(issuer)
    .setJti(createId())
    .setExpirationTime('1 minute')
    .sign(key);
  const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  return { client_assertion_type: clientAssertionType, client_assertion: assertion };
}

/** The part of a server that the creator of proofs needs. */
const clockOf = (issuer: string) => ({ context: () => ({ now: new Date(), settings: { issuer } }) });

/** The status of UserInfo with a token that is bound to this key. */
async function boundUserinfoStatus(issuer: string, key: ProofMaker, accessToken: string): Promise<number> {
  const path = '/connect/userinfo';
  const dpop = await key.prove({ path, method: 'GET', accessToken });
  const response = await fetch(`${issuer}${path}`, { headers: { authorization: `DPoP ${accessToken}`, dpop } });
  await response.text();
  return response.status;
}

/** The endpoints at which the assertion is used. */
const uses = {
  ask: ['/connect/token', { grant_type: 'client_credentials' }],
  revoke: ['/connect/revocation', { token: 'unknown' }],
} as const;

/** The number of usable refresh tokens in each family of a client. */
async function countLeaves({ database }: TwoServers, clientId: string): Promise<{ alive: boolean; leaves: number }[]> {
  const { rows } = await database.query<{ alive: boolean; leaves: number }>(
    `SELECT g."revokedAt" IS NULL AS alive, (count(*) FILTER (WHERE t."consumedAt" IS NULL))::int AS leaves
     FROM "Grant" g JOIN "RefreshToken" t ON t."grantId" = g."id" WHERE g."clientId" = $1 GROUP BY g."id"`,
    [clientId],
  );
  return rows;
}
