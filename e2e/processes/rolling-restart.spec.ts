import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect, test } from 'playwright/test';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { startBalancer } from './balancer';
import { issueCodes, postToken, processConfiguration, refreshBody, userinfoStatus } from './configuration';
import { startEmptyPostgres } from './empty-postgres';

const people = 3;
const restarts = 2;

/**
 * Signs in, refreshes and calls UserInfo.
 * @returns the errors
 */
async function signInOnce(issuer: string): Promise<string | null> {
  const [redemption] = await issueCodes(issuer, 1);
  const issued = await postToken(issuer, redemption?.body ?? '');
  if (issued.status !== 200) return `code: ${issued.status} ${JSON.stringify(issued.body)}`;
  const refreshed = await postToken(issuer, refreshBody(String(issued.body.refresh_token)));
  if (refreshed.status !== 200) return `refresh: ${refreshed.status} ${JSON.stringify(refreshed.body)}`;
  const userinfo = await userinfoStatus(issuer, refreshed.body.access_token);
  return userinfo === 200 ? null : `userinfo: ${userinfo}`;
}

test('processes restart one after another while people sign in, without a failed request (security #175)', async () => {
  test.setTimeout(180_000);
  const postgres = await startEmptyPostgres({ fsync: false });
  const folder = await mkdtemp(join(tmpdir(), 'signet-rolling-'));
  const ports = [await freePort(), await freePort()] as const;
  const balancer = await startBalancer(ports);
  const env = { DATABASE_URL: postgres.url, SIGNET_ISSUER: balancer.origin, SIGNET_DRAIN_SECONDS: '2' };
  const start = (port: number) => startServer({ folder, port, env, configuration: processConfiguration });
  const servers: RunningServer[] = [await start(ports[0]), await start(ports[1])];
  let isOver = false;
  let done = 0;
  const problems: string[] = [];
  const signIn = async () => {
    while (!isOver) {
      const problem = await signInOnce(balancer.origin).catch((error: unknown) => inspect(error));
      if (problem !== null) problems.push(problem);
      done += 1;
      // Without a pause they would take the processor from the processes that start.
      await setTimeout(100);
    }
  };
  const signingIn = Array.from({ length: people }, signIn);
  for (let count = 0; count < restarts; count += 1) {
    const index = count % 2;
    expect(await servers[index]?.stop()).toBe(0);
    servers[index] = await start(ports[index === 0 ? 0 : 1]);
  }
  isOver = true;
  await Promise.all(signingIn);
  expect(problems).toEqual([]);
  expect(balancer.cut).toEqual([]);
  expect(done).toBeGreaterThan(people * restarts);
  await Promise.all(servers.map((server) => server.stop()));
  await balancer.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});
