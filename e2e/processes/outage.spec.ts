import { expect, test } from 'playwright/test';
import { codeRequest } from '#lib/testing/http-browser';
import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { expectAccessible } from '../accessible';
import { processConfiguration } from './configuration';

const request = { client_id: 'app', redirect_uri: 'https://rp.test/cb', scope: 'openid' };

async function startOnPostgres(): Promise<{
  server: RunningServer;
  crash: () => Promise<void>;
  stop: () => Promise<void>;
}> {
  // Not a borrowed server: this one is taken away.
  const postgres = await startPostgres({ fsync: true });
  const database = await createPostgresDatabase(postgres.url, 'signet_outage');
  const server = await startServer({ configuration: processConfiguration, env: { DATABASE_URL: database.url } });
  return { server, crash: postgres.crash, stop: postgres.stop };
}

test('a database that is gone answers 503 everywhere and ends nothing (security 172)', async ({ page }) => {
  test.setTimeout(90_000);
  const { server, crash, stop } = await startOnPostgres();
  const get = (path: string) => fetch(new URL(path, server.issuer), { redirect: 'manual' });
  const authorize = codeRequest(server.issuer, request).url;
  expect((await get(authorize)).status).toBe(303);

  await crash();
  await expect.poll(async () => (await get('/health')).status, { timeout: 20_000 }).toBe(200);
  expect((await get(authorize)).status, 'the pool reconnects by itself').toBe(303);

  await stop();
  await expect.poll(async () => (await get('/health')).status, { timeout: 20_000 }).toBe(503);
  for (const path of ['/login?interaction=x', '/consent?interaction=x', authorize]) {
    const response = await get(path);
    expect(response.status, path).toBe(503);
    expect(Number(response.headers.get('retry-after')), path).toBeGreaterThan(0);
    expect(await response.text(), path).toContain('data-page="error"');
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${server.issuer}/login?interaction=x`);
    await expect(page.locator('main[data-page=error]')).toBeVisible();
    await expectAccessible(page);
  }
  const token = await fetch(`${server.issuer}/connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=authorization_code&client_id=app&code=x&redirect_uri=x',
  });
  expect(token.status).toBe(503);
  expect(await token.json()).toMatchObject({ error: 'temporarily_unavailable' });
  expect(await server.stop(), 'and it stops in order').toBe(0);
});
