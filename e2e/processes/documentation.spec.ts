import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'playwright/test';
import type { z } from 'zod';
import { clientFields } from '#lib/clients/schema';
import { portalFields } from '#lib/tenants/portal-schema';
import { codeIn, createHttpBrowser, locationOf, signInByForm } from '#lib/testing/http-browser';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { bodyOf, expectAnswer, expectJson } from './expect-answer';
import { type Example, runExample } from './page-examples';
import { brokenLinks, examples, namesIn, pageConfiguration, pageMentions, tableRows, variables } from './protocol-page';

const run = promisify(execFile);
const person = { username: 'alice', password: 'nine copper kettles whistle' };

test.describe('every example in docs/protocol.md', () => {
  test.describe.configure({ timeout: 120_000 });
  let server: RunningServer;
  let keys: CryptoKeyPair;

  test.beforeAll(async () => {
    // Without curl this test proves nothing, so it fails if curl is missing.
    await run('curl', ['--version']);
    keys = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [await exportJWK(keys.publicKey)] };
    const clients = pageConfiguration.clients.map((client) => ('jwks' in client ? { ...client, jwks } : client));
    server = await startServer({ configuration: { ...pageConfiguration, clients } });
  });
  test.afterAll(() => server?.stop());

  test('gets the answer that the page shows', async () => {
    const values: Record<string, string> = {};
    const printed = new Map<string, string>();
    const prepare = preparations(server.issuer, values);
    prepare.assertion = () => signAssertion(server.issuer, keys);
    prepare.dpop = () => signProof(server.issuer, keys);
    const page = examples(server.issuer);
    expect(page.length).toBeGreaterThan(60);
    for (const example of page) {
      await test.step(`${example.kind} ${example.name}`, async () => {
        if (example.kind === 'curl') {
          Object.assign(values, await prepare[example.name]?.());
          printed.set(example.name, await runExample(example, variables, { ...values, ISSUER: server.issuer }));
        } else checkExample(example, printed.get(example.name) ?? '', values);
      });
    }
  });

  test('has an answer for each command, and those of discovery show every field', async () => {
    const page = examples(server.issuer);
    const named = (kind: Example['kind']) => page.filter((one) => one.kind === kind).map(({ name }) => name);
    expect(named('curl').filter((name) => name !== 'discovery')).toEqual(named('answer'));
    expect(new Set(named('curl')).size).toBe(named('curl').length);
    const discovery = await fetch(`${server.issuer}/.well-known/openid-configuration`);
    const fields = tableRows('### Discovery').flatMap(([cell]) => namesIn(cell));
    // A member that only some configurations have has a row too.
    expect(fields).toEqual(expect.arrayContaining(Object.keys(await discovery.json())));
  });
});

test('docs/protocol.md mentions every endpoint, and its links lead somewhere', () => {
  expect(brokenLinks()).toEqual([]);
  for (const folder of readdirSync('app/connect')) expect(pageMentions(`\`/connect/${folder}\``), folder).toBe(true);
});

test('docs/protocol.md has the lifetimes that settings have by default', () => {
  const fields: [string, z.ZodType][] = [...Object.entries(clientFields), ...Object.entries(portalFields)];
  const shown = new Map(tableRows('## Lifetimes').map(([, seconds, setting]) => [namesIn(setting)[0], seconds]));
  const lifetimes = fields.filter(([name]) => shown.has(name));
  expect(lifetimes).toHaveLength(9);
  for (const [name, field] of lifetimes) {
    expect(shown.get(name)?.split(' ')[0], name).toBe(String(field.safeParse(undefined).data));
  }
});

function checkExample({ kind, content, keep }: Example, printed: string, values: Record<string, string>): void {
  if (kind === 'answer') expectAnswer(printed, content);
  else if (kind !== 'curl') expectJson(decodeJwt(JSON.parse(printed)[kind]), content);
  for (const field of keep) values[field.toUpperCase()] = JSON.parse(bodyOf(printed))[field];
}

type Preparation = () => Promise<Record<string, string>>;

/** The person's steps before an example, all in one browser: signing in at the web shop or allowing the television. */
function preparations(issuer: string, values: Readonly<Record<string, string>>): Record<string, Preparation> {
  const browser = createHttpBrowser(issuer);
  return {
    'authorization-code': async () => ({
      CODE: codeIn(await signInByForm(browser, await authorizeUrl(issuer), person)),
    }),
    'device-code': async () => {
      const typed = { user_code: values.USER_CODE ?? '', decision: 'continue' };
      const page = locationOf(await browser.post('/device/submit', typed));
      const form = hiddenInputs(await (await browser.get(page)).text());
      expect(locationOf(await browser.post('/device/submit', { ...form, decision: 'allow' }))).toContain('/device?');
      return {};
    },
  };
}

/** The address that the example opens. A sign-in must start in the browser that finishes it. */
async function authorizeUrl(issuer: string): Promise<string> {
  const example = examples(issuer).find(({ kind, name }) => kind === 'curl' && name === 'authorize');
  if (example === undefined) throw new Error('the page has no example of an authorization request');
  const content = `${example.content.trimEnd()} -o /dev/null -w '%{url_effective}'`;
  return runExample({ ...example, content }, variables, { ISSUER: issuer });
}

async function signAssertion(issuer: string, { privateKey }: CryptoKeyPair): Promise<Record<string, string>> {
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer('signer')
    .setSubject('signer')
    .setAudience(issuer)
    .setExpirationTime('1 minute')
    .sign(privateKey);
  return { CLIENT_ASSERTION: assertion };
}

async function signProof(issuer: string, { publicKey, privateKey }: CryptoKeyPair): Promise<Record<string, string>> {
  const jwk = await exportJWK(publicKey);
  const proof = await new SignJWT({ jti: randomUUID(), htm: 'POST', htu: `${issuer}/connect/token` })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .setIssuedAt()
    .sign(privateKey);
  return { DPOP_PROOF: proof };
}

function hiddenInputs(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => tag);
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return Object.fromEntries(inputs.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]));
}
