import { type RunningServer, startServer } from '#lib/testing/running-server';
import { startListener } from './listener';
import { createProgram, sdkVersions } from './mcp-program';
import { expect, test } from './test';

/** Reads the password and the link that a first start on an empty database printed. */
function readWelcome(output: string, username = 'alice'): { password: string; link: string } {
  const password = new RegExp(`^ {2}${username} +(\\S+)$`, 'm').exec(output)?.[1];
  const link = /Try a sign-in: +(\S+)/.exec(output)?.[1];
  if (password === undefined || link === undefined) throw new Error(`no demo in:\n${output}`);
  return { password, link };
}

test.describe('the first start on an empty database', () => {
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await startServer();
  });
  test.afterAll(() => server.stop());

  test('prints a link that leads through sign-in and consent', async ({ page }) => {
    const { password, link } = readWelcome(server.output());
    await page.goto(link);
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
    await page.locator('button[value=allow]').click();

    const demo = page.locator('main[data-page=demo]');
    await expect(demo).toContainText(server.issuer);
    await expect(demo).toContainText('alice');
    await page.getByRole('button', { name: /refresh/i }).click();
    await expect(demo).toBeVisible();
    await page.getByRole('button', { name: /sign out/i }).click();
    await page.waitForURL(`${server.issuer}/demo`);
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
    await page.goto(`${server.issuer}/logout`);
    await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
  });

  test('does not count the demo data as first steps', async ({ page }) => {
    await page.goto(`${server.issuer}/admin`);
    await page.locator('input[name=username]').fill('admin');
    await page.locator('input[name=password]').fill(readWelcome(server.output(), 'admin').password);
    await page.locator('button[value=sign_in]').click();
    await page.waitForURL(`${server.issuer}/admin`);
    await expect(page.getByText('0 of 6 done')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Remove demo data' })).toBeVisible();
  });

  test('creates no account with a known password (security #89)', async ({ page }) => {
    for (const name of ['admin', 'alice', 'bob']) {
      await page.goto(`${server.issuer}/demo/start?prompt=login`);
      await page.locator('input[name=username]').fill(name);
      await page.locator('input[name=password]').fill(name);
      await page.locator('button[value=sign_in]').click();
      await expect(page.locator('[role=alert]').first()).toBeVisible();
    }
  });

  for (const [version, { connect, refresh }] of Object.entries(sdkVersions)) {
    test(`lets an agent with SDK ${version} register itself, ask a person and call the tool`, async ({ page }) => {
      const { password } = readWelcome(server.output());
      const url = new URL(`${server.issuer}/demo/mcp`);
      const listener = await startListener('Go back to the agent');
      const visit = async (address: URL) => {
        await page.goto(address.href);
        await page.locator('input[name=username]').fill('alice');
        await page.locator('input[name=password]').fill(password);
        await page.locator('button[value=sign_in]').click();
        const consent = page.locator('main[data-page=consent]');
        await expect(consent).toContainText('hasn’t been reviewed here');
        await expect(consent).toContainText('A program on this computer');
        await page.locator('button[value=allow]').click();
        await page.waitForURL(`${listener.uri}**`);
        return page.url();
      };
      const program = createProgram({ visit, redirectUri: listener.uri });
      const session = await connect(program, url);
      expect(await session.call('who_am_i')).toContain('Example Agent acts for Alice');
      expect(await refresh(program, url)).toBe('AUTHORIZED');
      expect(await session.call('who_am_i')).toContain('Example Agent acts for Alice');
      expect(program.visits).toHaveLength(1);
      await session.close();

      await page.goto(`${server.issuer}/account/apps`);
      const row = page.locator(`[data-client="${String(program.client().client_id)}"]`);
      await expect(row).toContainText('localhost');
      await row.getByRole('link').first().click();
      await page.locator('button[value=remove]').click();
      await page.locator('button[value=remove]').click();
      await expect(page.locator('main[data-page=account-apps]')).toBeVisible();
      const authorization = `Bearer ${program.tokens().access_token}`;
      expect((await fetch(url, { method: 'POST', body: '{}', headers: { authorization } })).status).toBe(401);
      listener.stop();
    });
  }

  test('serves every page of the demonstration without a script error', async ({ page }) => {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    for (const path of ['/', '/demo', '/demo/start', '/logout']) await page.goto(server.issuer + path);
    expect(problems).toEqual([]);
  });
});
