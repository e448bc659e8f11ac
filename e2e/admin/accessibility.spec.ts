import { expect, type Page } from 'playwright/test';
import { expectAccessible, listViolations } from '../accessible';
import { test } from '../test';
import { openArea } from './area';
import { areaAddresses, furtherAddresses, linkedAddresses } from './area-addresses';

/** Every list: its rows are cards on a phone. */
const cards = [
  '/admin/clients',
  '/admin/scopes',
  '/admin/providers',
  '/admin/tenants',
  '/admin/users',
  '/admin/audit?range=all',
  '/admin/debug/requests',
  '/admin/debug/traces',
  '/admin/history',
];

/** What a phone shows of each row of a list. */
async function readCards(page: Page) {
  return page.evaluate(() => {
    const isShown = (cell: Element) => cell.getClientRects().length > 0 && cell.textContent !== '';
    const isAbsent = (cell: Element) => cell.matches('.cell-fact:has(> .absent)');
    const lines = [...document.querySelectorAll('main tbody tr')];
    return {
      isCut: document.documentElement.scrollWidth > window.innerWidth,
      lines: lines.map((line) => {
        const shown = [...line.querySelectorAll('th, td')].filter(isShown);
        const isInView = shown.every((cell) => cell.getBoundingClientRect().right <= window.innerWidth);
        const absent = [...line.querySelectorAll('td')].filter(isAbsent);
        const hasSign = absent.some(isShown);
        return { isInView, hasSign, hasName: line.querySelector('th') !== null, facts: shown.length + absent.length };
      }),
    };
  });
}

test('no list is cut off on a phone: every row shows a name, a state, and the facts that there are', async ({
  page,
  area,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await openArea(page, area.issuer, '/admin/debug/traces');
  // The trace keeps running after this test, and other tests use the same server. None of them traces this client.
  await page.locator('[name=client]').fill('app-15');
  await page.getByRole('button', { name: 'Start trace' }).click();
  await page.goto(
    `${area.issuer}/connect/authorize?client_id=shop&response_type=code&redirect_uri=https://evil.example`,
  );
  await expect(async () => {
    await page.goto(`${area.issuer}/admin/debug/requests`);
    await expect(page.locator('main tbody tr')).not.toHaveCount(0, { timeout: 500 });
  }).toPass();
  for (const path of cards) {
    await page.goto(`${area.issuer}${path}`);
    const { isCut, lines } = await readCards(page);
    expect(isCut, path).toBe(false);
    expect(lines.length, path).toBeGreaterThan(0);
    const wrong = lines.filter(
      ({ isInView, hasName, hasSign, facts }) => !isInView || !hasName || hasSign || facts < 4,
    );
    expect(wrong, path).toEqual([]);
  }
});

/** Each script of a page: its address or its text. A page has one script of ours and none of a framework (decision 002). */
function listScripts(page: Page): Promise<string[]> {
  const scripts = page.locator('script:not([type="application/json"])');
  return scripts.evaluateAll((found) => found.map((script) => script.getAttribute('src') ?? script.textContent ?? ''));
}

const phone = { width: 390, height: 844 } as const;

/** The least height and width of what a finger hits, in pixels of CSS. */
const finger = 44;

/**
 * Runs in the page.
 * @returns the controls of frame, lists and save bar that are too small. What is hit around a checkbox counts
 */
function findSmall(least: number): string[] {
  const controls = 'a[href], button, summary, select, textarea, input:not([type=hidden])';
  const places = ['header', 'nav', 'table', 'form[data-submit-on-change]', '[data-save-bar]'];
  const all = document.querySelectorAll<HTMLElement>(places.map((place) => `${place} :is(${controls})`).join());
  return [...all].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
    const { width, height } = control.getBoundingClientRect();
    if (width === 0) return [];
    const around = control.matches('[type=checkbox]') ? getComputedStyle(control, '::after').inset : '0px';
    const more = -2 * (Number.parseFloat(around) || 0);
    const isSmall = height + more < least - 0.5 || (control.textContent?.trim() === '' && width + more < least - 0.5);
    return isSmall ? [`${Math.round(width)} × ${Math.round(height)} ${control.outerHTML.slice(0, 160)}`] : [];
  });
}

test('the pages of the administration are accessible', async ({ page, area }) => {
  test.setTimeout(600_000);
  // They are in English, regardless of the browser's language.
  await page.setExtraHTTPHeaders({ 'accept-language': 'ar' });
  await openArea(page, area.issuer, '/admin/clients');
  const session = await page.context().newCDPSession(page);
  for (const path of areaAddresses) {
    await page.goto(`${area.issuer}${path}`);
    await expect(page.locator('html[lang=en][dir=ltr]'), path).toBeAttached();
    expect(await listScripts(page), path).toEqual([expect.stringMatching(/^\/_signet\/admin-[\w-]+\.js$/)]);
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    expect(await page.evaluate(findSmall, finger), path).toEqual([]);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  }
});

test('on a phone axe finds nothing, and every target is large enough for a finger', async ({ browser, area }) => {
  test.setTimeout(600_000);
  const shape = { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext(shape);
  const page = await context.newPage();
  await openArea(page, area.issuer, '/admin/debug/traces');
  await page.locator('[name=client]').fill('app-16');
  await page.getByRole('button', { name: 'Start trace' }).click();
  const asked = 'client_id=app-16&response_type=code&redirect_uri=https://evil.example';
  await page.goto(`${area.issuer}/connect/authorize?${asked}`);
  const small = new Map<string, string>();
  const violations: string[] = [];
  const look = async (path: string) => {
    for (const one of await page.evaluate(findSmall, finger)) if (!small.has(one)) small.set(one, path);
  };
  for (const path of furtherAddresses) {
    await page.goto(`${area.issuer}${path}`);
    await look(path);
    violations.push(...(await listViolations(page)));
  }
  for (const [path, from, link] of linkedAddresses) {
    await page.goto(`${area.issuer}${from}`);
    await look(from);
    violations.push(...(await listViolations(page)));
    const address = await page.locator(link).first().getAttribute('href');
    await page.goto(`${area.issuer}${address}`);
    await look(path);
    violations.push(...(await listViolations(page)));
  }
  await context.close();
  expect({ violations, small: [...small].map(([control, path]) => `${path}: ${control}`) }).toEqual({
    violations: [],
    small: [],
  });
});

test('at twice the size of text the bar with unsaved changes leaves four fifths of the window', async ({
  page,
  area,
}) => {
  await openArea(page, area.issuer, '/admin/clients/shop/settings');
  // 1280 by 800 at 200 % (WCAG 1.4.4).
  await page.setViewportSize({ width: 640, height: 400 });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lantern Books and more');
  const bar = page.locator('[data-save-bar][data-active]');
  await expect(bar).toBeVisible();
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(80);
  // A phone at 200 %: the bar is at the end of the form.
  await page.setViewportSize({ width: 195, height: 422 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(bar).not.toBeInViewport();
});

test('the bar with unsaved changes covers neither the control that was used nor the next one', async ({
  page,
  area,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await openArea(page, area.issuer, '/admin/clients/shop/access');
  const boxes = page.locator('main form input[type=checkbox]:visible');
  const used = boxes.nth(1);
  await used.evaluate((box) => window.scrollBy(0, box.getBoundingClientRect().bottom - window.innerHeight + 60));
  const { x, y, width, height } = (await used.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(page.locator('[data-save-bar][data-active]')).toBeVisible();
  for (const box of [used, boxes.nth(2)]) {
    await expect
      .poll(() =>
        box.evaluate((input) => {
          const { left, top, width, height } = input.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return hit === input || hit?.contains(input) === true;
        }),
      )
      .toBe(true);
  }
});
