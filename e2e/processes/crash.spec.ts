import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'playwright/test';
import { findBrokenInvariants } from '#lib/testing/invariants';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { issueCodes, postToken, processConfiguration, refreshBody, type TokenAnswer } from './configuration';
import { startEmptyPostgres } from './empty-postgres';

const codes = 400;
const clients = 8;

type Outcome = { readonly body: string; readonly answer: TokenAnswer | null };

/** Redeems codes with parallel clients and kills the server after the `killAfter`th answer. */
async function redeemUntilKilled(server: RunningServer, bodies: string[], killAfter: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let killed: Promise<unknown> | null = null;
  const redeem = async () => {
    for (let body = bodies.shift(); body !== undefined && killed === null; body = bodies.shift()) {
      const answer = await postToken(server.issuer, body).catch(() => null);
      outcomes.push({ body, answer });
      if (outcomes.length >= killAfter) killed ??= server.stop('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: clients }, redeem));
  await killed;
  return outcomes;
}

for (const dialect of ['sqlite', 'postgresql'] as const) {
  test(`kill -9 while ${clients} clients redeem codes loses nothing acknowledged (${dialect}, security #170)`, async () => {
    test.setTimeout(180_000);
    const folder = await mkdtemp(join(tmpdir(), 'signet-crash-'));
    const postgres = dialect === 'postgresql' ? await startEmptyPostgres({ fsync: true }) : null;
    const port = await freePort();
    const start = () =>
      startServer({
        folder,
        port,
        configuration: processConfiguration,
        env: postgres === null ? {} : { DATABASE_URL: postgres.url },
      });
    const first = await start();
    const bodies = (await issueCodes(first.issuer, codes)).map(({ body }) => body);
    const outcomes = await redeemUntilKilled(first, [...bodies], codes / 2);

    const second = await start();
    const acknowledged = outcomes.filter(({ answer }) => answer?.status === 200);
    expect(acknowledged.length).toBeGreaterThanOrEqual(codes / 2 - clients);
    for (const { body, answer } of acknowledged) {
      const refreshed = await postToken(second.issuer, refreshBody(String(answer?.body.refresh_token)));
      expect(refreshed.status, 'what was acknowledged still works').toBe(200);
      expect((await postToken(second.issuer, body)).status, 'a redeemed code stays redeemed').toBe(400);
    }
    const unused = bodies.filter((body) => !outcomes.some((outcome) => outcome.body === body));
    const [next] = unused;
    expect((await postToken(second.issuer, next ?? '')).status, 'codes that nobody used still work').toBe(200);
    await second.stop();
    if (postgres !== null) expect(await findBrokenInvariantsOf(postgres.url)).toEqual([]);
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

async function findBrokenInvariantsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const broken = await findBrokenInvariants(client);
  await client.end();
  return broken;
}
