import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { isPermitted } from '#lib/admin/access/permission';
import { openDatabase } from '#lib/db/open';
import { type AreaEntry, listArea } from '#lib/testing/admin-area';
import { createHttpBrowser, type HttpBrowser, locationOf, signInAtLogin } from '#lib/testing/http-browser';
import { type RunningServer, startServer } from '#lib/testing/running-server';

const password = 'correct horse battery staple';

/** The visitors, with the roles of their accounts. `anonymous` has no account. */
const visitors = { anonymous: null, alice: null, auditor: 'auditor', editor: 'editor', owner: 'owner' } as const;
type Visitor = keyof typeof visitors;

const area = listArea();
const pages = area.filter(({ kind }) => kind === 'page');
const forms = area.filter(({ kind }) => kind === 'form');
const routes = area.filter(({ kind }) => kind === 'route' || kind === 'form');

/** An element that every page has for a person with access, and that no other page has. */
const inside = 'action="/admin/search"';

/** The preview of the look is a page in a frame: a sign-in page that nobody can use. */
const insideOf = ({ address }: AreaEntry) =>
  address === '/admin/settings/branding/preview' ? '<div inert=""' : inside;

/** Headers and addresses that bypassed middleware guards (security #154). */
const detours: readonly (readonly [name: string, headers: Record<string, string>, path: (page: string) => string])[] = [
  ...[
    'middleware',
    'pages/_middleware',
    Array(5).fill('middleware').join(':'),
    Array(5).fill('src/middleware').join(':'),
    Array(5).fill('proxy').join(':'),
  ].map(
    (value) =>
      [`x-middleware-subrequest: ${value}`, { 'x-middleware-subrequest': value }, (page: string) => page] as const,
  ),
  ['RSC', { rsc: '1' }, (page) => page],
  ['a prefetch', { rsc: '1', 'next-router-prefetch': '1' }, (page) => page],
  ['a segment', { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/admin' }, (page) => page],
  ['page data', { 'x-nextjs-data': '1' }, (page) => page],
  ['a rewrite', { 'x-rewrite-url': '/admin/settings', 'x-original-url': '/admin/settings' }, () => '/'],
  ['an invoked path', { 'x-invoke-path': '/admin/settings', 'x-matched-path': '/admin/settings' }, () => '/'],
  ['.rsc', {}, (page) => `${page}.rsc`],
  ['.segments', {}, (page) => `${page}.segments/_tree.segment.rsc`],
  ['_next/data', {}, (page) => `/_next/data/build${page}.json`],
  ['nxtP', {}, (page) => `${page}?nxtPid=x&nxtPnumber=1`],
  ['percent-encoding', {}, (page) => page.replace('/admin', '/%61dmin')],
  ['encoded slash', {}, (page) => page.replace('/admin/', '/admin%2f')],
  ['two slashes', {}, (page) => `/${page}`],
  ['a matrix parameter', {}, (page) => page.replace('/admin', '/admin;x')],
  ['capital letters', {}, (page) => page.replace('/admin', '/ADMIN')],
  ['a dot', {}, (page) => page.replace('/admin', '/admin/.')],
  ['dots', {}, (page) => `/login/..${page}`],
  ['a slash at the end', {}, (page) => `${page}/`],
];

/** Some of the detours for each page. Every detour is tried at many pages, and every page has the same guard. */
const detoursOf = (page: number) => detours.filter((_, index) => index % 8 === page % 8);

const refusal = 'administration.refused';

test.describe('who may do what in the administration', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 });
  let server: RunningServer;
  let folder: string;
  const browsers = new Map<Visitor, HttpBrowser>();
  const cookies = new Map<Visitor, string>();

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signet-access-'));
    const users = Object.entries(visitors)
      .filter(([name]) => name !== 'anonymous')
      .map(([username, admin]) => ({ username, password, ...(admin === null ? {} : { admin }) }));
    server = await startServer({ folder, configuration: { users } });
    for (const visitor of ['anonymous', 'alice', 'auditor', 'editor', 'owner'] as const) await admit(visitor);
  });
  test.afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function admit(visitor: Visitor): Promise<void> {
    const browser = createHttpBrowser(server.issuer, {
      observe: (response) => {
        const set = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
        if (set.length > 0) cookies.set(visitor, [...(cookies.get(visitor)?.split('; ') ?? []), ...set].join('; '));
      },
    });
    browsers.set(visitor, browser);
    if (visitor === 'anonymous') return;
    const login = locationOf(await browser.get('/admin/sign-in'));
    await signInAtLogin(browser, login, { username: visitor, password });
  }

  const send = (visitor: Visitor, path: string, init: RequestInit = {}) =>
    fetch(`${server.issuer}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { cookie: cookies.get(visitor) ?? '', ...init.headers },
    });

  /** How a route refused: by the sign-in, or a status. */
  function outcomeOf({ status, headers }: Response): string {
    const isSignIn = status === 303 && headers.get('location')?.startsWith(`${server.issuer}/admin/sign-in`);
    return isSignIn ? 'to the sign-in' : String(status);
  }

  /** The number of rows that an administrator can write. Refusals are events too, but are not counted. */
  async function countRows(): Promise<Record<string, number>> {
    const { db, close } = await openDatabase(`file:${join(folder, 'signet.db')}`);
    const counts = {
      revisions: await db.configurationRevision.count(),
      events: await db.auditEvent.count({ where: { type: { not: refusal } } }),
      users: await db.user.count(),
      clients: await db.client.count(),
      keys: await db.signingKey.count(),
    };
    await close();
    return counts;
  }

  /** How often each visitor was refused according to the audit log. */
  async function countRefusals(): Promise<ReadonlyMap<string | null, number>> {
    const { db, close } = await openDatabase(`file:${join(folder, 'signet.db')}`);
    const rows = await db.auditEvent.groupBy({ by: ['actorName'], where: { type: refusal }, _count: { _all: true } });
    await close();
    return new Map(rows.map(({ actorName, _count }) => [actorName, _count._all]));
  }

  const mayDo = (visitor: Visitor, { permission }: AreaEntry) => isPermitted(visitors[visitor], permission);
  const isOut = (visitor: Visitor, entry: AreaEntry) => !mayDo(visitor, entry);

  for (const visitor of ['anonymous', 'alice', 'auditor', 'editor', 'owner'] as const) {
    test(`${visitor} sees the pages of their role and no other (security #153)`, async () => {
      for (const page of pages) {
        const response = await send(visitor, page.address);
        const text = await response.text();
        const label = `${page.address} as ${visitor}`;
        if (visitor === 'anonymous') {
          expect(response.headers.get('location') ?? text, label).toContain('/admin/sign-in?to=');
          expect(text, label).not.toContain(insideOf(page));
        } else if (isOut(visitor, page)) {
          expect(response.status, label).toBe(403);
          expect(text, label).not.toContain(insideOf(page));
        } else {
          expect([200, 404], label).toContain(response.status);
          expect(text, label).toContain(insideOf(page));
        }
      }
    });
  }

  for (const visitor of ['anonymous', 'alice'] as const) {
    test(`${visitor} reaches no page on a detour (security #154)`, async () => {
      for (const [index, { address }] of pages.entries()) {
        for (const [name, headers, path] of detoursOf(index)) {
          const response = await send(visitor, path(address), { headers });
          const text = await response.text();
          expect(text, `${address} by ${name} as ${visitor}`).not.toContain(inside);
          expect(text, `${address} by ${name} as ${visitor}`).not.toMatch(/"action":"\/admin\/search"|SIGNET_ISSUER/);
          expect(response.status, `${address} by ${name} as ${visitor}`).toBeLessThan(500);
        }
      }
    });
  }

  test('a page answers only GET and HEAD', async () => {
    for (const { address } of pages) {
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const response = await send('alice', address, { method });
        expect(await response.text(), `${method} ${address}`).not.toContain(inside);
      }
    }
  });

  for (const visitor of ['anonymous', 'alice', 'auditor', 'editor'] as const) {
    test(`${visitor} cannot send a form that their role does not allow (security #155)`, async () => {
      const before = await countRows();
      for (const form of forms.filter((entry) => isOut(visitor, entry))) {
        for (const origin of [server.issuer, 'https://evil.test']) {
          const response = await send(visitor, form.address, {
            method: 'POST',
            headers: { origin },
            body: bodyOf(form),
          });
          const text = await response.text();
          const label = `${form.address} from ${origin} as ${visitor}`;
          // The answer to a form is its page, which an auditor may see.
          if (visitors[visitor] === null) expect(text, label).not.toContain(inside);
          expect(outcomeOf(response), label).toMatch(/^(to the sign-in|200|403|404)$/);
        }
      }
      expect(await countRows()).toEqual(before);
    });
  }

  test('an owner cannot send a form from another site or without its token', async () => {
    const before = await countRows();
    for (const form of forms) {
      for (const [headers, expected] of [
        [{ origin: server.issuer }, /^(200|404)$/],
        [{ origin: 'https://evil.test' }, /^403$/],
        [{}, /^(200|403|404)$/],
      ] as const) {
        const response = await send('owner', form.address, { method: 'POST', headers, body: bodyOf(form) });
        expect(outcomeOf(response), `${form.address} ${JSON.stringify(headers)}`).toMatch(expected);
      }
    }
    expect(await countRows()).toEqual(before);
  });

  for (const [visitor, outcome] of [
    ['anonymous', /^(403|to the sign-in)$/],
    ['alice', /^403$/],
    // The form comes back on its page, if they may see it: with a new token if they may send it.
    ['auditor', /^(403|200|404)$/],
    ['editor', /^(403|200|404)$/],
    ['owner', /^(403|200|404)$/],
  ] as const) {
    test(`${visitor} cannot use a route without the token of its form`, async () => {
      const before = await countRows();
      for (const route of routes) {
        const { address, name } = route;
        const init = { method: name, headers: { origin: server.issuer } };
        const response = await send(visitor, address, { ...init, ...(name === 'GET' ? {} : { body: bodyOf(route) }) });
        expect(outcomeOf(response), `${name} ${address}`).toMatch(outcome);
      }
      expect(await countRows()).toEqual(before);
    });
  }

  test('the audit log records refusals of signed-in people, and they cannot fill it', async () => {
    const refusals = await countRefusals();
    expect([...refusals.keys()].sort()).toEqual(['alice', 'auditor', 'editor']);
    expect(Math.max(...refusals.values())).toBe(10);
  });
});

test('the proxy makes no decision about access to the administration', () => {
  const proxy = readFileSync('proxy.ts', 'utf8');
  expect(proxy).not.toMatch(/admin|cookie|session|redirect/i);
});

/** A form with a wrong token, as it is sent with files or without. */
function bodyOf({ hasFile }: AreaEntry): FormData | URLSearchParams {
  const form = hasFile ? new FormData() : new URLSearchParams();
  form.append('csrf', 'x');
  form.append('number', '1');
  return form;
}
