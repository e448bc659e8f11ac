import pg from 'pg';
import { type Browser, expect, test } from 'playwright/test';
import { codeRequest } from '#lib/testing/http-browser';
import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { expectAccessible } from '../accessible';
import { processConfiguration } from './configuration';

const request = { client_id: 'app', redirect_uri: 'https://rp.test/cb', scope: 'openid' };

async function startOnPostgres(): Promise<{
  server: RunningServer;
  databaseUrl: string;
  crash: () => Promise<void>;
  stop: () => Promise<void>;
}> {
  // A separate PostgreSQL, because this test stops it.
  const postgres = await startPostgres({ fsync: true });
  const database = await createPostgresDatabase(postgres.url, 'signet_outage');
  const server = await startServer({ configuration: processConfiguration, env: { DATABASE_URL: database.url } });
  return { server, databaseUrl: database.url, crash: postgres.crash, stop: postgres.stop };
}

test('without its database the server answers 503 everywhere, and every session survives (security #172)', async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const { server, databaseUrl, crash, stop } = await startOnPostgres();
  const get = (path: string) => fetch(new URL(path, server.issuer), { redirect: 'manual' });
  const authorize = codeRequest(server.issuer, request).url;
  expect((await get(authorize)).status).toBe(303);

  await crash();
  await expect.poll(async () => (await get('/health')).status, { timeout: 20_000 }).toBe(200);
  expect((await get(authorize)).status, 'the pool reconnects by itself').toBe(303);

  await expectFailedPage(browser, server, databaseUrl);

  await stop();
  await expect.poll(async () => (await get('/health')).status, { timeout: 20_000 }).toBe(503);
  expect((await get('/health/live')).status, 'a new process would not help').toBe(200);
  for (const path of ['/login?interaction=x', '/consent?interaction=x', authorize]) {
    const response = await get(path);
    expect(response.status, path).toBe(503);
    expect(Number(response.headers.get('retry-after')), path).toBeGreaterThan(0);
    expect(await response.text(), path).toContain('data-page="error"');
  }
  await page.goto(`${server.issuer}/login?interaction=x`);
  await expect(page.locator('main[data-page=error]')).toBeVisible();
  await expectAccessible(page);
  const token = await fetch(`${server.issuer}/connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=authorization_code&client_id=app&code=x&redirect_uri=x',
  });
  expect(token.status).toBe(503);
  expect(await token.json()).toMatchObject({ error: 'temporarily_unavailable' });
  expect(await server.stop(), 'and it stops in order').toBe(0);
});

/**
 * Drops a table while the server runs. The unexpected error shows a page, with and without scripts (ux §1.8.9), and its
 * reference leads to the cause in the log.
 */
async function expectFailedPage(browser: Browser, server: RunningServer, databaseUrl: string): Promise<void> {
  const rename = async (from: string, to: string) => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query(`ALTER TABLE "${from}" RENAME TO "${to}"`);
    await client.end();
  };
  await rename('Interaction', 'InteractionGone');
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce', locale: 'de-DE' });
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 640 });
    const address = `${server.issuer}/login?interaction=${'x'.repeat(43)}`;
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(500);
    await expect(page.locator('main[data-page=error] h1')).toHaveText('Bei uns ist etwas schiefgegangen');
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).not.toMatch(/Interaction|prisma|relation|digest/i);
    const requestId = (await answer?.headerValue('x-request-id')) ?? 'without an id';
    // The answer may arrive before the log line, which comes through a pipe.
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes(requestId));
    await expect.poll(() => lines().join('\n')).toContain(String.raw`relation \"Interaction\" does not exist`);
    if (javaScriptEnabled) await expectAccessible(page);
    await rename('InteractionGone', 'Interaction');
    await page.getByRole('link', { name: 'Noch einmal versuchen' }).click();
    await expect(page.locator('main[data-page=error] h1')).not.toHaveText('Bei uns ist etwas schiefgegangen');
    expect(page.url()).toBe(address);
    await rename('Interaction', 'InteractionGone');
    await context.close();
  }
  await rename('InteractionGone', 'Interaction');
}
