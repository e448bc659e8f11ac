import { expect, test } from 'playwright/test';
import { formFields } from '#lib/testing/http-browser';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import {
  allowDevices,
  issueCodes,
  postToken,
  processConfiguration,
  refreshBody,
  userinfoStatus,
} from './configuration';
import { startEmptyPostgres } from './empty-postgres';

const rounds = 50;
const parallel = 16;

test.describe('two server processes on one PostgreSQL', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 });
  let postgres: Awaited<ReturnType<typeof startEmptyPostgres>>;
  let servers: RunningServer[] = [];

  test.beforeAll(async () => {
    postgres = await startEmptyPostgres({ fsync: false });
    const ports = [await freePort(), await freePort()];
    const env = { DATABASE_URL: postgres.url, SIGNET_ISSUER: `http://localhost:${ports[0]}` };
    // Both start at once on an empty database: both come up (design: migrations).
    servers = await Promise.all(ports.map((port) => startServer({ port, env, configuration: processConfiguration })));
  });
  test.afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
  });

  /** Sends the same body to both processes at once. */
  const race = (body: string, requests = parallel) =>
    Promise.all(
      Array.from({ length: requests }, (_, index) => {
        const server = servers[index % servers.length];
        return postToken(`http://127.0.0.1:${server?.port}`, body);
      }),
    );
  const first = () => servers[0]?.issuer ?? '';

  test(`the same code redeemed ${parallel} times in parallel: exactly one success (RFC 6749 §4.1.2)`, async () => {
    for (const { body } of await issueCodes(first(), rounds)) {
      const answers = await race(body);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(parallel - 1).fill(400)]);
      // The losers were valid as well, so that counts as a replay: nothing issued from the code lives on.
      const winner = answers.find(({ status }) => status === 200);
      expect(await userinfoStatus(first(), winner?.body.access_token)).toBe(401);
    }
  });

  test(`the same refresh token used ${parallel} times in parallel: exactly one success (RFC 9700 §4.14)`, async () => {
    for (const { body } of await issueCodes(first(), rounds)) {
      const tokens = await postToken(first(), body);
      const answers = await race(refreshBody(String(tokens.body.refresh_token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(parallel - 1).fill(400)]);
      const winner = answers.find(({ status }) => status === 200);
      const next = await postToken(first(), refreshBody(String(winner?.body.refresh_token)));
      expect(next.body).toMatchObject({ error: 'invalid_grant' });
    }
  });

  test(`an approved device polled ${parallel} times in parallel: exactly one answer with tokens (RFC 8628 §5.2)`, async () => {
    for (const body of await allowDevices(first(), rounds)) {
      const answers = await race(body);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(parallel - 1).fill(400)]);
      // Polling is repeated by nature, so the losers of the same moment take nothing away from the winner.
      const winner = answers.find(({ status }) => status === 200);
      expect(await userinfoStatus(first(), winner?.body.access_token)).toBe(200);
    }
  });

  test('a refresh token inside its grace window: every answer has the same successor (security 42)', async () => {
    for (const { body } of await issueCodes(first(), 10, { clientId: 'patient' })) {
      const tokens = await postToken(first(), body);
      // At most ten repeated uses are answered, so eight at once all are.
      const answers = await race(refreshBody(String(tokens.body.refresh_token), 'patient'), 8);
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const [successor, ...others] = new Set(answers.map((answer) => answer.body.refresh_token));
      expect(others).toEqual([]);
      expect((await postToken(first(), refreshBody(String(successor), 'patient'))).status).toBe(200);
    }
  });

  test('a sign-out in one process ends session and tokens in the other at once (security 104)', async () => {
    const second = `http://127.0.0.1:${servers[1]?.port}`;
    const [redemption] = await issueCodes(first(), 1, { scope: 'openid' });
    const tokens = await postToken(second, redemption?.body ?? '');
    expect(await userinfoStatus(second, tokens.body.access_token)).toBe(200);
    const page = await redemption?.browser.get('/logout').then((response) => response.text());
    await redemption?.browser.post('/logout/submit', [...formFields(page ?? ''), ['decision', 'sign_out']]);
    expect(await userinfoStatus(second, tokens.body.access_token)).toBe(401);
    expect(await userinfoStatus(first(), tokens.body.access_token)).toBe(401);
  });

  test('a sign-out in one process while the other redeems leaves nothing alive (security 107)', async () => {
    const second = `http://127.0.0.1:${servers[1]?.port}`;
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
});
