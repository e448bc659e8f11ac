import type { Page } from 'playwright/test';
import { password } from './fixtures';
import { expect, test } from './test';

/** The name and value of the element that has the focus. Checks that the focus is visible (WCAG 2.4.7). */
async function focused(page: Page): Promise<string> {
  const found = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return { what: 'nothing', isSeen: false };
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const what = [element.getAttribute('name') ?? element.tagName, element.getAttribute('value') ?? ''];
    const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    return { what: what.join(' ').trim(), isSeen: hasOutline || boxShadow !== 'none' };
  });
  // After the last element the focus leaves the page for the browser's own controls.
  expect(found.isSeen || found.what === 'BODY', `the focus on ${found.what} is seen`).toBe(true);
  return found.what;
}

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    const found = await focused(page);
    if (found === wanted || found.startsWith(`${wanted} `)) return;
  }
  throw new Error(`${wanted} cannot be reached by keyboard`);
}

for (const forcedColors of ['none', 'active'] as const) {
  test(`a person signs in and out with only the keyboard (ux §3; forced colors: ${forcedColors})`, async ({
    page,
    server,
    relyingParty,
  }) => {
    await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' });
    await page.goto(`${relyingParty.origin}/sign-in`);
    await expect(page.locator('input[name=username]')).toBeFocused();
    await page.keyboard.type('bob');
    await tabTo(page, 'password');
    await page.keyboard.type(password);
    await tabTo(page, 'decision sign_in');
    await page.keyboard.press('Enter');
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
    // No button has the focus, so pressing a key too early does not answer the question.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await tabTo(page, 'scope orders');
    await page.keyboard.press('Space');
    await expect(page.locator('input[name=scope][value=orders]')).not.toBeChecked();
    await tabTo(page, 'remember_consent');
    await page.keyboard.press('Space');
    await tabTo(page, 'decision allow');
    await tabTo(page, 'decision deny');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${relyingParty.origin}/callback**`);
    await page.goto(`${server.issuer}/logout`);
    await tabTo(page, 'decision sign_out');
    await page.keyboard.press('Enter');
    await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
  });
}
