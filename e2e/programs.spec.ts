import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { parse } from 'yaml';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { type Application, startApplication } from './application';
import { password } from './fixtures';
import { expect, test } from './test';

/** The example of a page with this language whose text contains a word. */
function exampleOf(page: string, language: string, word: string): string {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)\n```$/gm)];
  const found = blocks.find(([, name, code]) => name === language && code?.includes(word));
  if (found?.[2] === undefined) throw new Error(`${page} has no ${language} with ${word}`);
  return found[2];
}

/** The programs that a reader copies, each with the client that its page registers. */
const readme = {
  name: 'README.md',
  program: 'shop.mjs',
  files: { 'shop.mjs': exampleOf('README.md', 'js', '// shop.mjs') },
  client: parse(exampleOf('README.md', 'yaml', 'client_id: shop')).clients[0],
  redirectUri: 'http://localhost:4000/callback',
  issuer: 'http://localhost:3000',
  start: '/',
};
const developers = {
  name: 'docs/start-developers.md',
  program: 'server.mjs',
  files: {
    'sign-in.mjs': exampleOf('docs/start-developers.md', 'js', 'startSignIn()'),
    'server.mjs': exampleOf('docs/start-developers.md', 'js', './sign-in.mjs'),
  },
  client: {
    client_id: 'shop',
    client_secrets: [{ value: 'at-least-32-random-characters-of-yours' }],
    redirect_uris: ['https://app.example/callback'],
    scope: 'openid profile email',
  },
  redirectUri: 'https://app.example/callback',
  issuer: 'https://id.example.com',
  start: '/sign-in',
};

for (const { name, program, files, client, redirectUri, issuer, start } of [readme, developers]) {
  test.describe(`the program of ${name}`, () => {
    let server: RunningServer;
    let application: Application;
    let folder: string;

    test.beforeAll(async () => {
      const port = await freePort();
      const own = (text: string) => text.replaceAll(new URL(redirectUri).origin, `http://localhost:${port}`);
      const users = [{ username: 'alice', password, claims: { name: 'Alice Smith' } }];
      const clients = [{ ...client, redirect_uris: [own(redirectUri)] }];
      server = await startServer({ configuration: { clients, users } });
      // It finds the packages of this repository from there.
      mkdirSync('node_modules/.cache', { recursive: true });
      folder = mkdtempSync('node_modules/.cache/program-');
      for (const [file, code] of Object.entries(files)) {
        const text = own(code).replaceAll(issuer, server.issuer).replace('.listen(4000)', `.listen(${port})`);
        writeFileSync(join(folder, file), text);
      }
      const settings = { CLIENT_SECRET: client.client_secrets[0].value };
      application = await startApplication({ list: [join(folder, program)], port, settings });
    });
    test.afterAll(async () => {
      await application.stop();
      await server.stop();
      rmSync(folder, { recursive: true });
    });

    const signIn = async (page: Page) => {
      await page.goto(application.origin + start);
      await page.locator('input[name=username]').fill('alice');
      await page.locator('input[name=password]').fill(password);
      await page.locator('button[value=sign_in]').click();
      await page.locator('button[value=allow]').click();
    };

    test('signs a person in as it stands', async ({ page }) => {
      await signIn(page);
      await expect(page.locator('body')).toContainText(/"sub":"|Signed in: /);
    });

    test('refuses an answer that it did not ask for', async ({ page }) => {
      const answer = await page.request.get(`${application.origin}/callback?code=x&state=y`);
      expect(answer.status()).toBe(400);
    });
  });
}
