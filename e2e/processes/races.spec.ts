import { expect, test } from 'playwright/test';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { issueCodes, postToken, processConfiguration, refreshBody, userinfoStatus } from './configuration';
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
  const race = (body: string) =>
    Promise.all(
      Array.from({ length: parallel }, (_, index) => {
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
});
