import { expect, test } from 'playwright/test';
import { areaConfiguration, openArea } from '../admin/area';
import { startTwoServers, type TwoServers } from './two-servers';

test.describe('an administrator at one of two server processes', () => {
  test.describe.configure({ timeout: 240_000 });
  let servers: TwoServers;

  test.beforeAll(async () => {
    servers = await startTwoServers(areaConfiguration);
  });
  test.afterAll(async () => {
    await servers.stop();
  });

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
