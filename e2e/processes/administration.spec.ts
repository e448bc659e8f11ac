import { expect, test } from 'playwright/test';
import { areaConfiguration, canary, openArea } from '../admin/area';
import { startTwoServers, type TwoServers } from './two-servers';

test.describe.configure({ timeout: 240_000 });
let servers: TwoServers;
test.beforeAll(async () => {
  servers = await startTwoServers(areaConfiguration);
});
test.afterAll(() => servers.stop());

test.describe('an administrator at one of two server processes', () => {
  /** The status of the other process for an authorization request with this redirect URI. */
  const answerOfOther = async (redirectUri: string) => {
    const query = new URLSearchParams({
      client_id: 'app-3',
      response_type: 'code',
      redirect_uri: redirectUri,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const answer = await fetch(`${servers.origins[1]}/connect/authorize?${query}`, { redirect: 'manual' });
    return answer.status;
  };

  test('changes the configuration of the other one without a restart', async ({ page }) => {
    const added = 'https://added.example/callback';
    expect(await answerOfOther(added)).toBe(400);
    await openArea(page, servers.issuer, '/admin/clients/app-3/settings');
    await page.getByRole('button', { name: 'Add URI' }).first().click();
    await page.getByLabel('Redirect URIs, line 2').fill(added);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.locator('[data-flash]')).toContainText(
      /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
    );
    // Each process checks once a second for a newer configuration.
    await expect.poll(() => answerOfOther(added), { intervals: [100] }).toBe(303);
    await page.goto(`${servers.issuer}/admin/clients/app-3/settings`);
    await page.getByRole('link', { name: 'Disable…' }).click();
    await page.getByRole('button', { name: 'Disable client' }).click();
    await expect(page.locator('[data-flash]')).toContainText(
      /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
    );
    await expect.poll(() => answerOfOther(added), { intervals: [100] }).toBe(400);
    // Restores the state before both changes: enabled, and without the new address.
    await page.goto(`${servers.issuer}/admin/history`);
    await page.getByRole('row').nth(3).getByRole('link').click();
    await page.getByRole('link', { name: 'Restore to this point' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.waitForURL(`${servers.issuer}/admin/history`);
    await expect.poll(() => answerOfOther('https://app-3.example/callback'), { intervals: [100] }).toBe(303);
    expect(await answerOfOther(added)).toBe(400);
  });
});

test.describe('a client traced at one of two server processes', () => {
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
