import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { sendTestMail } from './send-test-mail';
import { expect, test } from './test';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** The status for another host name, such as one that a hostile site points at this server. */
function statusFor(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path: '/outbox', headers: { host } };
    request(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('the outbox lists the mails and shows each one', async ({ page }) => {
  await page.goto(`${server.issuer}/outbox`);
  await expect(page.locator('main[data-page=outbox]')).toBeVisible();
  await expect(page.locator('[data-mail]')).toHaveCount(0);
  await sendTestMail(server, 'alice@example.com');
  await sendTestMail(server, 'bob@example.com', 'ar');
  await page.reload();
  await expect(page.locator('[data-mail]')).toHaveCount(2);
  await expect(page.locator('[data-mail]').first()).toContainText('bob@example.com');
  await page.locator('[data-mail]').last().getByRole('link').click();
  await expect(page.locator('main[data-page=outbox] h1')).toHaveText('Test email');
  await expect(page.locator('main')).toContainText('alice@example.com');
  await page.getByRole('link', { name: 'All emails' }).click();
  await page.locator('[data-mail]').first().getByRole('link').click();
  await expect(page.locator('main [dir=rtl][lang=ar]')).toBeVisible();
  const missing = await page.goto(`${server.issuer}/outbox?mail=../secret`);
  expect(missing?.status()).toBe(404);
});

test('the outbox links only addresses of this server in a mail', async ({ page }) => {
  await sendTestMail(server, 'alice@example.com');
  const lines = [
    'To: carol@example.com',
    'Content-Language: en',
    'Content-Type: multipart/alternative; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 7bit',
    '',
    'A mail with links',
    '',
    `${server.issuer}/setup?token=used`,
    'https://evil.example/',
    '--part--',
  ];
  const name = '2099-01-01T00-00-00.000Z-invite.eml';
  writeFileSync(join(server.folder, 'outbox', name), lines.join('\r\n'));
  await page.goto(`${server.issuer}/outbox?mail=${name}`);
  await expect(page.locator('main')).toContainText('https://evil.example/');
  await expect(page.locator('main a[href*="evil"]')).toHaveCount(0);
  await page.locator(`a[href^="${server.issuer}/setup"]`).click();
  await expect(page.locator('main[data-page=error]')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/setup');
});

test('the outbox does not answer under another host name (DNS rebinding)', async () => {
  expect(await statusFor('evil.example')).toBe(404);
  expect(await statusFor(`evil.example:${server.port}`)).toBe(404);
  expect(await statusFor(`127.0.0.1:${server.port}`)).toBe(200);
});
