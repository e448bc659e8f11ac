import axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

const desktop = { width: 1280, height: 800 };
const narrow = { width: 320, height: 640 };

export type Look = {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly language: string;
};

/** Light and dark, left to right and right to left, wide and narrow; and words longer than any language's. */
export const looks: readonly Look[] = [
  { name: 'light, desktop', colorScheme: 'light', viewport: desktop, language: 'en' },
  { name: 'dark, 320 px', colorScheme: 'dark', viewport: narrow, language: 'en' },
  { name: 'light, 320 px, right to left', colorScheme: 'light', viewport: narrow, language: 'ar' },
  { name: 'dark, desktop, right to left', colorScheme: 'dark', viewport: desktop, language: 'ar' },
  { name: 'light, 320 px, long words', colorScheme: 'light', viewport: narrow, language: 'en-XA' },
];

/** Sets the look of a page, and the language at the server. */
export async function wear(page: Page, issuer: string, { colorScheme, viewport, language }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await page.goto(`${issuer}/?locale=${language}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/**
 * Checks that axe finds no violation of WCAG 2.2 AA and its best practices, that nothing moves for people who asked for
 * less motion (2.3.3), that nothing scrolls sideways (1.4.10), and that the focus is visible, also with forced colors
 * (2.4.7).
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.getAnimations().length), page.url()).toBe(0);
  expect(await findViolations(page), page.url()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), page.url()).toBe(true);
  for (const forcedColors of ['active', 'none'] as const) {
    await page.emulateMedia({ forcedColors });
    // The browser shows the focus to who uses the keyboard.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(findUnseen), `${page.url()}, forced colours: ${forcedColors}`).toEqual([]);
  }
}

/**
 * Runs every rule of axe that is on by default. `AxeBuilder` would read axe into the page twice and send back what
 * passed as well, which costs a third of its time; what it adds is for frames of other origins, and here are none.
 * @returns the rule and the elements of each violation
 */
function findViolations(page: Page): Promise<string[]> {
  return page.evaluate(`${axe.source};
    axe.run(document, { reporter: 'no-passes', resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
}

/** Runs in the page. @returns what does not show that it has the focus, and what moves when something changes */
function findUnseen(): string[] {
  const found: string[] = [];
  const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
  for (const element of controls) {
    element.focus({ preventScroll: true });
    if (document.activeElement !== element || element.tabIndex < 0) continue;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    if (!isSeen) found.push(`no focus: ${element.outerHTML.slice(0, 120)}`);
    element.blur();
  }
  for (const element of document.querySelectorAll('*')) {
    const { transitionDuration, transitionProperty } = getComputedStyle(element);
    const isMoving = transitionProperty !== 'none' && transitionDuration.split(', ').some((time) => time !== '0s');
    if (isMoving) found.push(`moves: ${element.outerHTML.slice(0, 120)}`);
  }
  return found;
}
