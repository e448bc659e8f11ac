import { expect, test } from 'playwright/test';
import { areaConfiguration, canary, openArea } from '../admin/area';
import { startTwoServers, type TwoServers } from './two-servers';

test.describe('a client traced at one of two server processes', () => {
  test.describe.configure({ timeout: 240_000 });
  let servers: TwoServers;

  test.beforeAll(async () => {
    servers = await startTwoServers(areaConfiguration);
  });
  test.afterAll(async () => {
    await servers.stop();
  });

  /** A token request with a code that does not exist. */
  const ask = (origin: string, code: string, clientId = 'shop') =>
    fetch(`${origin}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'https://shop.example/callback',
        code_verifier: 'v'.repeat(43),
        client_id: clientId,
        client_secret: canary,
      }),
    });

  const countSteps = async (clientId = 'shop'): Promise<number> => {
    const { rows } = await servers.database.query(
      'SELECT count(*)::int AS "count" FROM "TraceStep" s JOIN "Trace" t ON t."id" = s."traceId" WHERE t."clientId" = $1',
      [clientId],
    );
    return rows[0].count;
  };

  test('is traced at both within a second, and one page shows the requests of both', async ({ page }) => {
    await ask(servers.origins[1], 'before');
    await openArea(page, servers.issuer, '/admin/clients/shop/activity', 'bo');
    await page.getByRole('button', { name: 'Start trace' }).click();
    await expect(page.getByText('Waiting for the first request…')).toBeVisible();
    // Each process checks once a second for a newer configuration and writes a second later.
    await expect(async () => {
      await ask(servers.origins[1], 'second');
      expect(await countSteps()).toBeGreaterThan(0);
    }).toPass({ intervals: [200], timeout: 5_000 });
    await ask(servers.origins[0], 'first');
    await expect(page.getByRole('row', { name: /Token request/ }).nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Stop trace' }).click();
    await expect(page.getByText('Ended by bo')).toBeVisible();
    // The trace of another client shows that the other process has read the change and written its steps, because it
    // writes in order.
    await page.goto(`${servers.issuer}/admin/clients/app-1/activity`);
    await page.getByRole('button', { name: 'Start trace' }).click();
    await expect(page.getByText('Waiting for the first request…')).toBeVisible();
    const traced = async (round: string) => {
      const before = await countSteps('app-1');
      await expect(async () => {
        await ask(servers.origins[1], round, 'app-1');
        expect(await countSteps('app-1')).toBeGreaterThan(before);
      }).toPass({ intervals: [200], timeout: 10_000 });
    };
    await traced('knows');
    const ended = await countSteps();
    await ask(servers.origins[1], 'after');
    await traced('wrote');
    expect(await countSteps()).toBe(ended);
    const { rows } = await servers.database.query('SELECT * FROM "TraceStep"');
    expect(JSON.stringify(rows)).not.toContain(canary);
  });
});
