import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { password } from './fixtures';
import { expect, test } from './test';

/** Words without a place to break at, as compound words, addresses and hosts are. */
const word = 'Kraftfahrzeughaftpflichtversicherungsgesellschaft';
const host = `${word.toLowerCase()}.example`;
const redirectUri = `https://${host}/callback`;
const person = {
  username: `ana-${word}`,
  password,
  claims: { name: `Ana ${word}`, email: `ana@${host}`, email_verified: true },
};

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      portal: { email_second_factor: 'on', second_factor: 'optional' },
      scopes: [{ name: 'orders', type: 'resource', display_name: word, description: `${word} ${word}` }],
      clients: [
        {
          client_id: 'shop',
          client_name: word,
          token_endpoint_auth_method: 'none',
          redirect_uris: [redirectUri],
          scope: 'openid profile email orders',
          client_uri: `https://${host}/`,
        },
      ],
      users: [person],
    },
  });
});
test.afterAll(() => server.stop());

function authorizeUrl(parameters: Readonly<Record<string, string>> = {}): string {
  const request = {
    client_id: 'shop',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile email orders',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  return `${server.issuer}/connect/authorize?${new URLSearchParams({ ...request, ...parameters })}`;
}

/**
 * Checks a small phone, and text of twice the size (WCAG 1.4.4, 1.4.10): nothing scrolls sideways, no text covers another
 * one, and each control is large enough for a thumb (ux §3.4).
 */
async function expectFits(page: Page, name: string): Promise<void> {
  await expect(page.locator(`main[data-page=${name}]`)).toBeVisible();
  // Until the style is there, everything is as wide as it likes.
  await page.waitForLoadState();
  for (const [width, textSize] of [
    [320, 16],
    [360, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}px`;
    }, textSize);
    const where = `${name}, ${width} px, text of ${textSize} px`;
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width);
    expect(await page.evaluate(findCovered), where).toEqual([]);
    expect(await page.evaluate(findSmall), where).toEqual([]);
  }
}

/**
 * Runs in the page.
 * @returns the texts that are over another text
 */
function findCovered(): string[] {
  const isKept = (element: Element) => {
    for (let one: Element | null = element; one !== null; one = one.parentElement) {
      if (getComputedStyle(one).position === 'sticky') return one.getBoundingClientRect().height < innerHeight / 2;
    }
    return false;
  };
  const lines = [...document.querySelectorAll('main *')].flatMap((element) => {
    if (!element.checkVisibility() || element.closest('details:not([open]), .sr-only, option')) return [];
    return [...element.childNodes].flatMap((node) => {
      if (node.nodeType !== Node.TEXT_NODE || node.nodeValue?.trim() === '') return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].map((box) => ({ element, box, text: node.nodeValue ?? '' }));
    });
  });
  // The boxes of neighboring lines touch. Only half a line is a letter on another one.
  const cover = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > a.height / 2;
  return lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .filter((other) => other.element !== one.element && cover(one.box, other.box))
      // What a bar covers comes out when the page is scrolled.
      .filter((other) => isKept(one.element) === isKept(other.element))
      .map((other) => `${one.text} / ${other.text}`),
  );
}

/**
 * Runs in the page.
 * @returns the links and buttons that are less than 44 px high. The links of the error summary are inside a text.
 */
function findSmall(): string[] {
  const controls = document.querySelectorAll('main :is(a[href], button, select, summary):not([data-problem] *)');
  return [...controls]
    .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 44)
    .map((control) => control.outerHTML.slice(0, 160));
}

test('long words fit on a small phone and with large text', async ({ page }) => {
  test.slow();
  await page.goto(authorizeUrl());
  await expectFits(page, 'login');
  await page.locator('input[name=username]').fill(person.username);
  await page.locator('input[name=password]').fill('wrong');
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('[data-problem]')).toBeVisible();
  await expectFits(page, 'login');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expectFits(page, 'consent');
  await page.goto(authorizeUrl({ prompt: 'select_account' }));
  await expectFits(page, 'login');
  for (const [path, name] of [
    ['/account', 'account-home'],
    ['/account/profile', 'account-profile'],
    ['/account/security', 'account-security'],
    ['/account/devices', 'account-devices'],
    ['/account/apps', 'account-apps'],
    ['/account/activity', 'account-activity'],
    ['/account/email', 'account-email'],
    ['/account/password', 'account-password'],
    ['/logout', 'logout'],
  ] as const) {
    await page.goto(server.issuer + path);
    await expectFits(page, name);
  }
});

for (const language of ['en', 'ar']) {
  test(`a long password does not run under the button that shows it (${language})`, async ({ page }) => {
    await page.goto(`${server.issuer}/?locale=${language}`);
    await page.goto(authorizeUrl());
    await page.locator('input[name=password]').fill('a password that is longer than its field is wide');
    expect(await page.locator('[data-show-password]').evaluate(leavesRoom)).toBe(true);
  });
}

/** Runs in the page. The field has the direction of its text, and the button is at the end of the page's direction. */
function leavesRoom(button: Element): boolean {
  const field = document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (field === null) return false;
  const [text, covered] = [field.getBoundingClientRect(), button.getBoundingClientRect()];
  const { paddingLeft, paddingRight } = getComputedStyle(field);
  const start = text.left + Number.parseFloat(paddingLeft);
  const end = text.right - Number.parseFloat(paddingRight);
  return start >= covered.right || end <= covered.left;
}
