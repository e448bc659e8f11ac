import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'playwright/test';
import { testSecret } from '#lib/testing/running-server';
import { errorLines, type HostileServer, pagePaths, startHostileServer, submitPaths } from './hostile-server';

/** A value from the environment. Nothing that a browser can load may contain it. */
const metricsToken = 'metrics-canary-0123456789-abcdefghij';

let server: HostileServer;
let canary: Server;
let reached = 0;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  canary = createServer((_request, response) => {
    reached += 1;
    response.end('reached');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  server = await startHostileServer({
    env: { SIGNET_METRICS_TOKEN: metricsToken },
    nodeArguments: ['--import', './e2e/processes/tell-promise-hooks.mjs'],
  });
});
test.afterAll(async () => {
  await server.stop();
  await new Promise((resolve) => canary.close(resolve));
});

/** The ID of a Server Action. There is none. */
const actionId = `40${'ab12'.repeat(10)}`;
const dollars = '$'.repeat(1_000_000);

/** Payloads of the Flight protocol that made servers hang, crash or run code (CVE-2025-55182 and similar). */
const payloads: readonly (readonly [name: string, parts: Readonly<Record<string, string>>])[] = [
  ['a reference to itself', { 0: '"$0"', 1: '"$1"' }],
  ['references in a circle', { 0: '["$1"]', 1: '["$2"]', 2: '["$0"]' }],
  ['the chunk of a promise that is its own then', { 0: '"$1"', 1: '{"then":"$1:__proto__:then"}' }],
  ['a way to the constructor', { 0: '["$1:constructor:constructor"]', 1: '"x"' }],
  [
    'a response that runs itself',
    {
      0: '{"then":"$1:__proto__:then","status":"resolved_model","reason":-1,"value":"{\\"then\\":\\"$B0\\"}","_response":{"_prefix":"process.exit(7);","_formData":{"get":"$1:constructor:constructor"}}}',
      1: '"$@0"',
    },
  ],
  ['an iterator without end', { 0: '"$i1"', 1: '[1]' }],
  ['a number of many digits', { 0: `"$n${'9'.repeat(200_000)}"` }],
  ['many references', { 0: `[${Array(40_000).fill('"$1"').join(',')}]`, 1: '{}' }],
  ['deep lists', { 0: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }],
  ['a megabyte of $', { 0: dollars }],
  ['a megabyte of $ in a text', { 0: `"${dollars}"` }],
  ['a bound action of nobody', { 0: `{"id":"${actionId}","bound":"$@1"}`, 1: '["$F0"]' }],
  ['no JSON', { 0: '{' }],
  ['nothing', {}],
];

test('a page leaves no promise hooks behind that slow down the protocol', async () => {
  await server.browse().get('/device');
  process.kill(server.pid, 'SIGUSR2');
  await expect.poll(() => server.output().match(/promise hooks \w+/)?.[0]).toBe('promise hooks off');
});

const boundary = '----signet';

type Parts = Readonly<Record<string, string>>;

function multipart(parts: Parts): string {
  const texts = Object.entries(parts).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${texts.join('')}--${boundary}--\r\n`;
}

/** The form of an action without scripts. The payload is its former state, and what that refers to. */
function form(parts: Parts, id: string): string {
  const own = Object.entries(parts).map(([name, value]) => [`$ACTION_1:${Number(name) + 1}`, value]);
  const action = { $ACTION_REF_1: '', '$ACTION_1:0': JSON.stringify({ id, bound: '$@1' }) };
  return multipart({ ...action, ...Object.fromEntries(own) });
}

const flightTypes: readonly (readonly [type: string, write: (parts: Parts, id: string) => string])[] = [
  [`multipart/form-data; boundary=${boundary}`, form],
  [`multipart/form-data; boundary=${boundary}`, multipart],
  ['text/plain;charset=UTF-8', (parts) => parts[0] ?? ''],
  ['text/x-component', (parts) => parts[0] ?? ''],
];

for (const [name, parts] of payloads) {
  test(`a Flight payload with ${name} runs no code and costs no time (security #156)`, async () => {
    for (const path of ['/admin/settings', '/admin/settings/submit', '/api/x', '/login', '/connect/token']) {
      for (const [type, write] of flightTypes) {
        const headers = { 'content-type': type, 'next-action': actionId, origin: 'https://op.test' };
        const answer = await server.ask({ method: 'POST', path, headers, body: write(parts, actionId) });
        const what = `${type} to ${path}: ${answer.status}`;
        expect(answer.status, what).toBeGreaterThanOrEqual(300);
        expect(answer.status, what).toBeLessThan(500);
        expect(answer.body, what).not.toMatch(/\bat [\w.]+ \(|node_modules|__proto__/);
      }
    }
    const alive = await server.ask({ path: '/health' });
    expect(alive.status).toBe(200);
  });
}

test('the build has no Server Action (security #156)', () => {
  const manifest = JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8'));
  expect(manifest).toMatchObject({ node: {}, edge: {} });
  expect(Object.keys({ ...manifest.node, ...manifest.edge })).toEqual([]);
});

test('the lockfile has versions without known vulnerabilities of Next and React (security #156)', () => {
  const lock: { packages: Record<string, { version?: string }> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const versionOf = (name: string) => (lock.packages[`node_modules/${name}`]?.version ?? '0').split('.').map(Number);
  const [major = 0, minor = 0, patch = 0] = versionOf('next');
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(16_002_006);
  const [reactMajor = 0, reactMinor = 0, reactPatch = 0] = versionOf('react');
  expect(reactMajor * 1e6 + reactMinor * 1e3 + reactPatch).toBeGreaterThanOrEqual(19_002_006);
});

test('the framework fetches no address that a caller sends (security #157)', async () => {
  const target = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/x`;
  const encoded = encodeURIComponent(target);
  const requests = [
    { path: `/_next/image?url=${encoded}&w=64&q=75` },
    { path: `/_next/image?url=${encodeURIComponent(target.slice(5))}&w=64&q=75` },
    { path: '/_next/image?url=%2Ficon.svg&w=64&q=75' },
    { path: target },
    { path: '/', headers: { connection: 'upgrade, close', upgrade: 'websocket' } },
    { path: '/login', headers: { location: target, 'x-middleware-rewrite': target, 'x-middleware-next': '1' } },
    {
      path: '/login',
      headers: { 'x-forwarded-host': target.slice(7), 'x-invoke-path': target, 'x-matched-path': target },
    },
    {
      method: 'POST',
      path: '/login',
      headers: { 'next-action': actionId, origin: target, host: target.slice(7, -2) },
    },
  ];
  for (const request of requests) {
    const answer = await server.ask(request);
    expect(answer.status, request.path).toBeLessThan(500);
    expect(answer.body, request.path).not.toContain('reached');
    expect(answer.headers.get('location')?.join(' ') ?? '', request.path).not.toContain(target);
  }
  const pictures = await Promise.all(requests.slice(0, 3).map((request) => server.ask(request)));
  expect(pictures.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(reached).toBe(0);
});

test('nothing a browser can load contains a secret, a source map or a file of the server (security #165)', async () => {
  const files = readdirSync('.next/static', { recursive: true, encoding: 'utf8' });
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const scripts = files.filter((file) => /\.(js|css)$/.test(file));
  for (const file of scripts) {
    const text = readFileSync(`.next/static/${file}`, 'utf8');
    expect(text, file).not.toMatch(
      /process\.env\.(SIGNET|DATABASE|SMTP)|NEXT_PUBLIC_|sourceMappingURL|BEGIN [A-Z ]*PRIVATE KEY/,
    );
    expect(text, file).not.toContain(process.cwd());
  }
  const hidden = [
    ...['/.git/config', '/.env', '/.npmrc', '/package.json', '/package-lock.json', '/data/secret', '/data/signet.db'],
    ...['/dist/signet.js', '/lib/settings/settings.ts', '/prisma/schema.prisma', '/server.ts', '/next.config.js'],
    ...['/.next/BUILD_ID', '/_next/BUILD_ID', '/_next/server/app/page.js', '/_next/static/../server/app/page.js'],
    ...['/_next/static/%2e%2e/server/middleware.js', '/_next/static/..%2fBUILD_ID', '/_next/../package.json'],
    ...scripts.slice(0, 3).map((file) => `/_next/static/${file}.map`),
  ];
  for (const path of hidden) {
    const answer = await server.ask({ path });
    expect([301, 308, 400, 404], `${path} ${answer.status}`).toContain(answer.status);
    expect(answer.body, path).not.toMatch(/"dependencies"|sqlite|generator client|ref: refs/i);
  }
});

test('metrics need their token, and neither metrics nor pages show secrets of the environment (security #165)', async () => {
  expect((await server.ask({ path: '/metrics' })).status).toBe(401);
  const metrics = await server.ask({ path: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
  expect(metrics.status).toBe(200);
  const paths = [
    '/health',
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/jwks',
    ...pagePaths,
  ];
  const answers = [metrics, ...(await Promise.all(paths.map((path) => server.ask({ path }))))];
  for (const path of submitPaths) answers.push(await server.ask({ method: 'POST', path, body: '' }));
  for (const { body } of answers) {
    expect(body).not.toContain(metricsToken);
    expect(body).not.toContain(testSecret);
  }
});

test('none of these requests logged an error', () => {
  expect(errorLines(server.output())).toEqual([]);
});
