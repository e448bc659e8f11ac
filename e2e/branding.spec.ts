import { password } from './fixtures';
import { expect, test } from './test';

test('a tenant’s page has its colors, logo and links, and loads nothing from other origins (ux §6, security #126, #128)', async ({
  page,
  server,
  relyingParty,
}) => {
  const problems: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (/content security policy|refused to|violat/i.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(`${relyingParty.origin}/sign-in?acr_values=tenant:acme`);
  await expect(page).toHaveTitle(/· Acme$/);
  const logo = page.getByRole('img', { name: 'Acme' });
  await expect(logo).toBeVisible();
  const button = page.locator('button[value=sign_in]');
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toContain('oklch(0.45');
  await expect(page.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'mailto:help@acme.test');
  await expect(page.locator('footer')).toContainText(new URL(server.issuer).host);
  expect(problems).toEqual([]);
  expect([...origins].sort()).toEqual([relyingParty.origin, server.issuer].sort());

  const address = (await logo.getAttribute('src')) ?? '';
  const picture = await page.request.get(server.issuer + address);
  expect(picture.headers()).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(picture.headers()['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  for (const wrong of ['/branding/acme/unknown', '/branding/nobody/x', `${address}/x`]) {
    expect((await page.request.get(server.issuer + wrong)).status(), wrong).toBe(404);
  }
});

test('an unknown tenant changes nothing and is not named on the page (ux §1.3)', async ({ page, relyingParty }) => {
  await page.goto(`${relyingParty.origin}/sign-in?acr_values=tenant:nobody`);
  await expect(page).toHaveTitle(/· Signet$/);
  expect(await page.content()).not.toContain('nobody');
});

test('a person continues with an account or signs one out, also without scripts (ux §1.1)', async ({
  page,
  relyingParty,
}) => {
  const start = `${relyingParty.origin}/sign-in`;
  for (const username of ['alice', 'bob']) {
    await page.goto(`${start}?prompt=login`);
    if (await page.getByRole('link', { name: /another account/ }).isVisible()) {
      await page.getByRole('link', { name: /another account/ }).click();
      await page.getByRole('link', { name: 'Use another account', exact: true }).click();
    }
    await page.locator('input[name=username]').fill(username);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
  }
  await page.goto(start);
  await page.getByRole('link', { name: /another account/ }).click();
  await page.getByRole('button', { name: /alice Example/ }).click();
  await expect(page.locator('main[data-page=consent]')).toContainText('alice Example');
  await page.getByRole('link', { name: /another account/ }).click();
  await page.getByRole('button', { name: 'Sign out bob' }).click();
  await expect(page.getByRole('button', { name: /alice Example/ })).toBeVisible();
  await expect(page.getByText('bob Example')).toHaveCount(0);
});
