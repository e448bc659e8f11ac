import { startServer } from '#lib/testing/running-server';
import { expectAccessible, speak, walks } from './accessible';
import { sendTestMail } from './send-test-mail';
import { expect, test } from './test';

test('the outbox is accessible in every look', async ({ page }) => {
  test.slow();
  const server = await startServer();
  try {
    await sendTestMail(server, 'alice@example.com');
    await sendTestMail(server, `${'long-name-'.repeat(6)}@example.com`, 'ar');
    for (const walk of walks) {
      await speak(page, server.issuer, walk);
      await page.goto(`${server.issuer}/outbox`);
      await expect(page.locator('[data-mail]')).toHaveCount(2);
      await expectAccessible(page, walk);
      for (const index of [0, 1]) {
        await page.goto(`${server.issuer}/outbox`);
        await page.locator('[data-mail] a').nth(index).click();
        await expect(page.locator('[data-mail]')).toHaveCount(0);
        await expectAccessible(page, walk);
      }
    }
  } finally {
    await server.stop();
  }
});
