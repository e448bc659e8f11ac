import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../test';
import { openArea } from './area';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#75a"/></svg>';

const authorize =
  '/connect/authorize?client_id=shop&response_type=code&redirect_uri=https%3A%2F%2Fshop.example%2Fcallback&scope=openid' +
  '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256';

let pictures: Server;
let origin: string;
let asked: string[];

test.beforeAll(async () => {
  asked = [];
  pictures = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(request.url === '/logo.svg' ? svg : 'no picture');
  });
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  const { port } = pictures.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});

test.afterAll(() => new Promise((resolve) => pictures.close(resolve)));

test('a logo is fetched when it is saved, and people load it only from this server', async ({
  page,
  browser,
  area,
}) => {
  page.setDefaultTimeout(10_000);
  await openArea(page, area.issuer, '/admin/clients/shop/settings');
  await page.locator('[name=logo_uri]').fill(`${origin}/text`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The logo can’t be used')).toBeVisible();
  await expect(page.getByText('Use a PNG, JPEG, WebP or SVG image')).toBeVisible();

  await page.locator('[name=logo_uri]').fill(`${origin}/logo.svg`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('img', { name: 'Logo' })).toHaveJSProperty('naturalWidth', 256);
  await expect(page.getByText('The logo can’t be used')).toHaveCount(0);
  expect(asked).toEqual(['/text', '/logo.svg']);

  const visitor = await browser.newContext();
  const visit = await visitor.newPage();
  const requested: string[] = [];
  visit.on('request', (request) => requested.push(new URL(request.url()).origin));
  await visit.goto(area.issuer + authorize);
  const logo = visit.locator('main img');
  await expect(logo).toHaveAttribute('src', /^\/branding\/~clients\/[\w-]{22}$/);
  await expect(logo).toHaveJSProperty('naturalWidth', 256);
  expect(new Set(requested)).toEqual(new Set([area.issuer]));
  expect(asked).toHaveLength(2);
  await visitor.close();
});
