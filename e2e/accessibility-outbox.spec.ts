import { startServer } from '#lib/testing/running-server';
import { expectAccessible } from './accessible';
import { sendTestMail } from './send-test-mail';
import { expect, test } from './test';

test('the outbox is accessible in every look', async ({ page }) => {
  test.slow();
  const server = await startServer();
  try {
    await sendTestMail(server, 'alice@example.com');
    await sendTestMail(server, `${'long-name-'.repeat(6)}@example.com`, 'ar');
    await page.goto(`${server.issuer}/outbox`);
    await expect(page.locator('[data-mail]')).toHaveCount(2);
    await expect(page.locator('main[data-page=outbox]')).toBeVisible();
    await expectAccessible(page);
    for (const index of [0, 1]) {
      await page.goto(`${server.issuer}/outbox`);
      await page.locator('[data-mail] a').nth(index).click();
      await expect(page.locator('[data-mail]')).toHaveCount(0);
      await expectAccessible(page);
    }
  } finally {
    await server.stop();
  }
});
