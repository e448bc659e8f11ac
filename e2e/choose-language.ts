import { type Page, test } from 'playwright/test';

/** Chooses the language of the pages. With scripts the choice takes effect immediately. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  const select = page.locator('select[name=locale]');
  await select.selectOption(language);
  if (test.info().project.use.javaScriptEnabled === false) {
    await page.locator('form:has(select[name=locale])').getByRole('button').click();
  }
}
