import { createHash } from 'node:crypto';
import { expect, test } from 'playwright/test';
import { protocolRoutes } from '#lib/protocol/routes';
import { allowByForm, codeRequest, formFields, locationOf, signInByForm } from '#lib/testing/http-browser';
import type { RawAnswer, RawRequest } from '#lib/testing/raw-http';
import {
  authorizeQuery,
  basic,
  endpointPaths,
  errorLines,
  form,
  formPaths,
  type HostileServer,
  headerOf,
  issuer,
  pagePaths,
  person,
  redirectUri,
  startHostileServer,
  submitPaths,
} from './hostile-server';

let server: HostileServer;

test.beforeAll(async () => {
  server = await startHostileServer();
});
test.afterAll(async () => {
  await server.stop();
  expect(errorLines(server.output())).toEqual([]);
});

const authorize = `/connect/authorize?${authorizeQuery()}`;
/** The only page that may be framed, by the pages of clients (OpenID Connect Session Management §3.2). */
const checkSession = '/connect/checksession';
const machine = { ...form, authorization: basic('m2m') };
const post = (path: string, body: string, headers: RawRequest['headers'] = form): RawRequest => ({
  path,
  method: 'POST',
  headers: { ...headers },
  body,
});

const pages = [...pagePaths, '/login?interaction=x', '/consent?interaction=x', '/setup?token=x', '/nowhere'];
const errorPages = [
  '/connect/nowhere',
  '/api/x',
  '/federation/x',
  '/federation/x/start',
  '/federation/x/callback?code=x&state=x',
  '/federation/x/backchannel-logout',
  '/_next/image?url=x',
  '/connect/authorize?client_id=x',
  '/login/',
  '/docs/',
];
const documents = protocolRoutes.filter(({ cors }) => cors === 'any').map(({ path }) => path);
const registered = protocolRoutes.filter(({ cors }) => cors === 'registered');

/** Every kind of answer: successes and refusals of every endpoint, pages, files, and unknown addresses. */
const everything: RawRequest[] = [
  ...[...pages, ...errorPages, ...documents].map((path) => ({ path })),
  { path: authorize },
  { path: authorize, method: 'HEAD' },
  { path: `/connect/authorize?${authorizeQuery({ prompt: 'none' })}` },
  { path: `/connect/authorize?${authorizeQuery({ prompt: 'none', response_mode: 'form_post' })}` },
  post('/connect/authorize', '{}', { 'content-type': 'application/json' }),
  post('/connect/token', 'grant_type=client_credentials', machine),
  post('/connect/token', 'grant_type=client_credentials'),
  post('/connect/token', 'grant_type=x', machine),
  post('/connect/token', 'a=%zz', machine),
  post('/connect/token', 'a'.repeat(70_000), machine),
  { path: '/connect/token', method: 'OPTIONS', headers: { origin: 'https://spa.test' } },
  { path: '/connect/userinfo', headers: { authorization: 'Bearer x.y.z' } },
  ...[...endpointPaths, ...submitPaths].map((path) => ({ path })),
  ...formPaths.flatMap((path) => [post(path, 'a=b'), post(path, 'a=b', { ...form, origin: issuer })]),
  { path: '/metrics', headers: { 'x-forwarded-for': '192.0.2.1' } },
  { path: '/favicon.ico' },
  { path: '/icon.svg' },
  { path: '/_next/static/x.js' },
  { path: '//x' },
  { path: `/${'x'.repeat(9000)}` },
  { path: '/', method: 'TRACE' },
];

test('every answer has the common headers, a charset, and nothing about the software (security #131)', async () => {
  for (const request of everything) {
    const answer = await server.ask(request);
    const what = `${request.method ?? 'GET'} ${request.path.slice(0, 80)} ${answer.status}`;
    expect(answer.status, what).toBeGreaterThanOrEqual(200);
    expect(answer.status, what).toBeLessThan(500);
    expect(headerOf(answer, 'x-content-type-options'), what).toBe('nosniff');
    const isFrame = request.path === checkSession && answer.status === 200;
    expect(headerOf(answer, 'cross-origin-resource-policy'), what).toBe(isFrame ? 'cross-origin' : 'same-origin');
    expect(headerOf(answer, 'cross-origin-opener-policy'), what).toMatch(/^(same-origin|unsafe-none)$/);
    expect(headerOf(answer, 'strict-transport-security'), what).toBe('max-age=31536000; includeSubDomains');
    const software = ['server', 'x-powered-by', 'x-nextjs-cache', 'via', 'access-control-allow-credentials'];
    expect(
      software.filter((name) => answer.headers.has(name)),
      what,
    ).toEqual([]);
    const type = headerOf(answer, 'content-type');
    if (answer.body !== '') expect(type, what).toBeDefined();
    if (/^(text\/(html|plain)|application\/json)/.test(type ?? '')) expect(type, what).toMatch(/; charset=utf-8$/i);
    expect(answer.body, what).not.toMatch(/\bat [\w.]+ \(|node_modules|prisma|\/lib\/protocol/i);
  }
});

test('caches store only public documents and files (security #61, #133)', async () => {
  const open = /^\/(\.well-known\/|favicon\.ico|icon\.svg)/;
  for (const request of everything) {
    const answer = await server.ask(request);
    const cache = headerOf(answer, 'cache-control') ?? '';
    const what = `${request.method ?? 'GET'} ${request.path.slice(0, 80)} ${answer.status} ${cache}`;
    // A browser may store a 405 or a preflight without cache-control, but they have no content.
    if (open.test(request.path) || (answer.body === '' && !answer.headers.has('location'))) continue;
    expect(cache, what).toContain('no-store');
    expect(cache, what).not.toContain('public');
    if (request.path === '/connect/token') expect(headerOf(answer, 'pragma'), what).toBe('no-cache');
  }
});

test('every HTML answer has a policy without inline script and refuses frames (security #128, #129)', async () => {
  const nonces: string[] = [];
  for (const request of [...everything, ...everything]) {
    const answer = await server.ask(request);
    if (!headerOf(answer, 'content-type')?.startsWith('text/html')) continue;
    const policy = headerOf(answer, 'content-security-policy') ?? '';
    const what = `${request.path.slice(0, 80)} ${answer.status} ${policy}`;
    const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]));
    const isFrame = request.path === checkSession;
    const closed = ['default-src', 'base-uri', ...(isFrame ? [] : ['frame-ancestors'])];
    expect(
      closed.map((name) => directives.get(name)),
      what,
    ).toEqual(closed.map((name) => `${name} 'none'`));
    expect(policy, what).not.toMatch(/unsafe-|\*|https?:|object-src/);
    expect(directives.get('script-src') ?? "'none'", what).toMatch(/'(nonce|sha256)-|^'none'$/);
    for (const [, style = ''] of answer.body.matchAll(/<style>(.*?)<\/style>/gs)) {
      expect(policy, what).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    }
    expect([headerOf(answer, 'x-frame-options'), headerOf(answer, 'referrer-policy')], what).toEqual([
      isFrame ? undefined : 'DENY',
      expect.stringMatching(/^(no-referrer|same-origin)$/),
    ]);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    if (nonce === undefined) continue;
    expect(Buffer.from(nonce, 'base64url').length).toBeGreaterThanOrEqual(16);
    nonces.push(nonce);
  }
  expect(nonces.length).toBeGreaterThan(10);
  expect(new Set(nonces).size).toBe(nonces.length);
});

test('no page shows the input of a caller as markup (security #127)', async () => {
  const evil = '"><svg/onload=alert(1)><script>alert(1)</script>javascript:alert(1)';
  const value = encodeURIComponent(evil);
  const names = [
    'error',
    'error_description',
    'login_hint',
    'ui_locales',
    'state',
    'returnTo',
    'next',
    'interaction',
    'token',
    'problem',
    'done',
    'user_code',
    'account',
    'request',
    'id',
  ];
  const query = names.map((name) => `${name}=${value}`).join('&');
  const headers = {
    'accept-language': evil,
    'user-agent': evil,
    referer: evil,
    cookie: `a=${evil}`,
    'x-request-id': evil,
    'x-nonce': evil,
  };
  const paths = [...pages, ...errorPages].flatMap((path) => [
    `${path.split('?')[0]}?${query}`,
    `${path.split('?')[0]}/${value}`,
  ]);
  for (const path of [
    ...paths,
    `/connect/authorize?client_id=${value}`,
    `/connect/authorize?client_id=web&redirect_uri=${value}`,
  ]) {
    const answer = await server.ask({ path, headers });
    const what = `${path.slice(0, 60)} ${answer.status}`;
    expect(answer.body, what).not.toMatch(/<svg\/onload|<script>alert|href="javascript:/i);
    expect(
      [...answer.headers].filter(([, values]) => /<(svg|script)|onload=/.test(values.join())),
      what,
    ).toEqual([]);
  }
});

test('no parameter redirects to another site (security #134)', async () => {
  const targets = [
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'https:evil.test',
    'https://evil.test',
    '/%2f%2fevil.test',
    '/..//evil.test',
    'javascript:alert(1)',
  ];
  const names = ['next', 'returnTo', 'return_to', 'redirect', 'url', 'continue', 'post_logout_redirect_uri', 'target'];
  for (const target of targets) {
    const query = names.map((name) => `${name}=${encodeURIComponent(target)}`).join('&');
    for (const path of pages) {
      const answer = await server.ask({ path: `${path}${path.includes('?') ? '&' : '?'}${query}` });
      expect(leadsTo(headerOf(answer, 'location') ?? '/'), path).toEqual([
        issuer,
        expect.not.stringMatching(/evil|script/),
      ]);
      expect(answer.body).not.toMatch(/(href|action)="[^"]*(evil|javascript:)/);
    }
    const answer = await server.ask(post('/logout/submit', `${query}&decision=sign_out`, { ...form, origin: issuer }));
    expect(headerOf(answer, 'location')).toBe(`${issuer}/logout?done=1`);
  }
});

/** The origin of a Location, its path, and the path after a sign-in if there is one. */
function leadsTo(location: string): [string, string] {
  const address = new URL(location, issuer);
  const next = new URL(address.searchParams.get('to') ?? '/', address);
  expect(next.origin).toBe(address.origin);
  return [address.origin, address.pathname + next.pathname];
}

test('every cookie of a whole flow is __Host- and Secure, and all but one are HttpOnly and Lax (security #102)', async () => {
  const lines: string[] = [];
  const browser = server.browse((response) => lines.push(...response.headers.getSetCookie()));
  const request = codeRequest(issuer, {
    client_id: 'web',
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state: 's',
  });
  const consent = await signInByForm(browser, request.url, person);
  expect(await allowByForm(browser, consent)).toMatch(/^https:\/\/rp\.test\/cb\?code=/);
  const logout = await (await browser.get('/logout')).text();
  await browser.post('/logout/submit', [...formFields(logout), ['decision', 'sign_out']]);
  for (const path of [...pages, ...errorPages, ...documents]) await browser.get(path);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split('; ');
    expect(pair).toMatch(/^__Host-[\w-]+=[\w*.~-]*$/);
    // The check session iframe reads this cookie inside the pages of clients. It contains no secret.
    const isState = pair.startsWith('__Host-signet-state=');
    const protection = isState ? ['SameSite=None', 'Secure'] : ['HttpOnly', 'SameSite=Lax', 'Secure'];
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', ...protection]));
    expect(line).not.toMatch(/domain=/i);
    expect(line.length).toBeLessThan(4096);
  }
});

test('redirects after a POST are 303, not stored and without Referer (security #23, #61, #130)', async () => {
  const seen: Response[] = [];
  const browser = server.browse((response) => {
    if (response.headers.has('location')) seen.push(response);
  });
  const parameters = { client_id: 'web', redirect_uri: redirectUri, scope: 'openid', prompt: 'consent' };
  const { url } = codeRequest(issuer, parameters);
  const again = await signInByForm(browser, url, { ...person, password: 'wrong' });
  const login = await (await browser.get(again)).text();
  const typed = Object.entries({ ...person, decision: 'sign_in' });
  const consent = locationOf(await browser.post('/login/submit', [...formFields(login), ...typed]));
  expect(await allowByForm(browser, consent)).toMatch(/^https:\/\/rp\.test\/cb\?code=/);
  expect(seen).toHaveLength(4);
  for (const response of seen) {
    expect(response.status).toBe(303);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test.describe('which pages may read an answer (security #132)', () => {
  const origins = [
    'https://evil.test',
    'null',
    'https://spa.test.evil.test',
    'https://spa.test:8443',
    'http://spa.test',
    'https://SPA.test',
    '',
  ];
  const allowedIn = (answer: RawAnswer) => headerOf(answer, 'access-control-allow-origin');
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

  test('any page for public documents, without credentials', async () => {
    for (const path of documents) {
      for (const origin of [...origins, 'https://spa.test']) {
        expect(allowedIn(await server.ask({ path, headers: { origin } }))).toBe('*');
      }
    }
  });

  test('only the origins of clients for endpoints that pages call', async () => {
    expect(registered.map(({ path }) => path)).toEqual(expect.arrayContaining(['/connect/token', '/connect/userinfo']));
    for (const { path } of registered) {
      for (const method of ['POST', 'OPTIONS']) {
        const ask = (origin: string) => server.ask({ path, method, headers: { origin, ...preflight } });
        expect(allowedIn(await ask('https://spa.test')), `${method} ${path}`).toBe('https://spa.test');
        for (const origin of origins) {
          const answer = await ask(origin);
          expect(allowedIn(answer), `${method} ${path} ${origin}`).toBeUndefined();
          expect(answer.headers.has('access-control-allow-headers')).toBe(false);
          expect(answer.headers.get('vary')?.join()).toMatch(/origin/i);
        }
      }
    }
  });

  test('no page for anything else, with or without a preflight', async () => {
    const open = [...documents, ...registered.map(({ path }) => path)];
    const closed = [authorize, ...pages, ...errorPages, ...submitPaths, ...endpointPaths].filter(
      (path) => !open.includes(path),
    );
    for (const path of closed) {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const answer = await server.ask({ path, method, headers: { origin: 'https://spa.test', ...preflight } });
        const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect(names, `${method} ${path}`).toEqual([]);
      }
    }
  });
});

test.describe('a host that the caller claims is ignored (security #142)', () => {
  const spoofs: Record<string, string | string[]>[] = [
    { host: 'evil.test' },
    { host: 'OP.TEST' },
    { host: 'op.test:8443' },
    { host: 'op.test.evil.test' },
    { host: '127.0.0.1' },
    { host: '' },
    { 'x-forwarded-host': 'evil.test' },
    { 'x-forwarded-host': ['evil.test', 'op.test'] },
    { 'x-forwarded-proto': 'http' },
    { 'x-forwarded-port': '8443' },
    { 'x-forwarded-prefix': '/evil' },
    { forwarded: 'for=192.0.2.1;host=evil.test;proto=http' },
    {
      'x-original-host': 'evil.test',
      'x-host': 'evil.test',
      'x-forwarded-server': 'evil.test',
      'x-http-host-override': 'evil.test',
    },
    { 'x-original-url': '/metrics', 'x-rewrite-url': '/metrics', 'x-http-method-override': 'POST' },
    { 'x-matched-path': '/setup', 'x-invoke-path': '/setup', 'x-now-route-matches': '1=setup', 'next-url': '/setup' },
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy', 'x-middleware-rewrite': 'https://evil.test/' },
    { 'x-prerender-revalidate': 'x', 'x-nextjs-data': '1', purpose: 'prefetch' },
    { 'x-signet-client-address': '6.6.6.6', 'x-signet-request-id': 'forged', 'x-nonce': 'forged' },
    { 'content-security-policy': "script-src 'nonce-forged'" },
  ];
  const flow = `__Host-signet-flow=${'f'.repeat(43)}`;
  const shown: RawRequest[] = [...pages, ...errorPages].map((path) => ({ path }));
  const answered: RawRequest[] = [
    ...documents.map((path) => ({ path })),
    { path: authorize },
    { path: `/connect/authorize?${authorizeQuery({ prompt: 'none' })}` },
    { path: `/connect/authorize?${authorizeQuery({ prompt: 'none', response_mode: 'form_post' })}` },
    ...endpointPaths.filter((path) => path !== '/metrics').map((path) => ({ path })),
    ...formPaths.map((path) => post(path, 'a=b', { ...form, origin: issuer })),
    post('/connect/token', 'grant_type=client_credentials'),
    post('/logout/submit', 'decision=sign_out', { ...form, origin: issuer }),
  ];

  /** A page with the rows of its data sorted and without numbers, because their order and numbers depend on timing. */
  const inOnePiece = (body: string): readonly string[] => {
    const piece = /<script nonce="[^"]*">self\.__next_f\.push\(\[1,"(.*?)"\]\)<\/script>/gs;
    const data = [...body.matchAll(piece)].map(([, part]) => part).join('');
    const rows = data
      .split('\\n')
      .map((row) => row.replace(/^[\da-f]+:/, ':').replaceAll(/(\$[L@]?)[\da-f]+\b/g, '$1'));
    return [body.replace(piece, ''), ...rows.sort()];
  };

  /** An answer without the values that are new each time: nonce, request ID, interaction. */
  const comparable = (answer: RawAnswer) => {
    const text = JSON.stringify([answer.status, [...answer.headers], ...inOnePiece(answer.body)]);
    const id = headerOf(answer, 'x-request-id') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(headerOf(answer, 'content-security-policy') ?? '')?.[1] ?? id;
    const plain = text
      .replaceAll(id, 'ID')
      .replaceAll(nonce, 'NONCE')
      .replaceAll(/([Rr]eference[ +]|data-copy=\\")[0-9A-Z]{10}\b/g, '$1OWN')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'NOW')
      .replace(/((interaction|session_state|posted)=|session_state\\" value=\\")[\w.-]{43,}/, '$1NEW');
    // Which scripts and preloads Next sends early depends on how long the page took to render.
    return plain
      .replace(/\["date",\["[^"]+"\]\],?/, '')
      .replace(/\["link",\["<\/_next\/.*?"\]\],/, '')
      .replaceAll(/<script src=\\"\/_next\/static\/[^>]*><\/script>/g, '');
  };

  const expectHonest = async (request: RawRequest, wrong: typeof spoofs) => {
    const ask = (headers: RawRequest['headers']) =>
      server.ask({ ...request, headers: { cookie: flow, ...request.headers, ...headers } });
    const honest = comparable(await ask({}));
    expect(honest).not.toContain('evil.test');
    for (const spoof of wrong) {
      expect(comparable(await ask(spoof)), `${request.path} ${JSON.stringify(spoof)}`).toBe(honest);
    }
  };

  test('in answers, which equal those of an honest request byte for byte', async () => {
    for (const request of answered) await expectHonest(request, spoofs);
  });

  // Each page gets a third of the spoofed headers, because pages take the longest.
  test('in pages, which equal those of an honest request byte for byte', async () => {
    for (const [page, request] of shown.entries()) {
      await expectHonest(
        request,
        spoofs.filter((_, index) => index % 3 === page % 3),
      );
    }
  });

  test('and an address in absolute form is read as its path, whatever its host (RFC 9112 §3.2.2)', async () => {
    for (const { path } of [...shown, ...answered]) {
      const { status } = await server.ask({ path });
      for (const base of ['http://evil.test', 'https://evil.test', issuer, 'HTTP://op.test']) {
        const answer = await server.ask({ path: base + path });
        expect(answer.status).toBe(status);
        expect(answer.body).not.toContain('evil.test');
      }
    }
  });

  test('and a request with no Host, two of them or an invalid one is refused (RFC 9112 §3.2)', async () => {
    for (const host of [[], ['evil.test', 'op.test'], ['op.test', 'evil.test'], 'op.test@evil.test', 'op.test/x']) {
      for (const path of ['/login', '/connect/token', '/.well-known/openid-configuration']) {
        const answer = await server.ask({ path, headers: { host } });
        expect(answer.status, `${path} ${host}`).toBe(400);
        expect(headerOf(answer, 'x-content-type-options')).toBe('nosniff');
        expect(answer.body).not.toContain('evil.test');
      }
    }
  });
});
