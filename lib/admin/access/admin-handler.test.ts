import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpRequest } from '#lib/http/types';
import { findSessionPrincipal } from '#lib/testing/administrator';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, password } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { adminHandler } from './admin-handler';
import { createFormToken, hasFormToken, type Principal } from './principal';

const roles = ['owner', 'editor', 'auditor', 'none'] as const;
type Role = (typeof roles)[number];
const hour = 3600;

const users = roles.map((role) => ({ username: role, password, ...(role === 'none' ? {} : { admin: role }) }));
const configuration = { ...fixtures, users, portal: { admin_second_factor: 'optional' } };

let provider: TestProvider;
/** The Cookie header of each person's browser, and their principals. */
const cookies = new Map<Role, string>();
const principals = new Map<Role, Principal>();

beforeAll(async () => {
  provider = await createTestProvider(configuration);
  for (const role of roles) await signIn(role);
});
afterAll(() => provider.close());

async function signIn(role: Role) {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest().path), role);
  const cookie = cookieHeaderOf(person);
  const principal = await findSessionPrincipal(cookie, provider.context());
  if (principal === null) throw new Error(`${role} is not signed in`);
  cookies.set(role, cookie);
  principals.set(role, principal);
}

const tokenOf = (role: Role) => {
  const principal = principals.get(role);
  if (principal === undefined) throw new Error(`${role} is not signed in`);
  return createFormToken(principal, provider.context());
};

/** The response of a handler with this policy, and whom it let in with which fields. */
async function post(role: Role | null, policy: Parameters<typeof adminHandler>[0], change: Partial<HttpRequest> = {}) {
  const entered: { name: string; values: unknown }[] = [];
  const handler = adminHandler(policy, async ({ principal }, values) => {
    entered.push({ name: principal.name, values: Object.fromEntries(values) });
    return { status: 200, headers: {}, body: '' };
  });
  const csrf = role === null ? '' : tokenOf(role);
  const { headers = {}, ...more } = change;
  const request = {
    method: 'POST',
    path: '/admin/thing',
    query: '',
    body: new URLSearchParams({ csrf, name: 'acme' }).toString(),
    clientAddress: '192.0.2.1',
    ...more,
    headers: {
      origin: issuer,
      'content-type': 'application/x-www-form-urlencoded',
      ...(role === null ? {} : { cookie: cookies.get(role) ?? '' }),
      ...headers,
    },
  };
  const { status, headers: answered } = await handler(request, provider.context());
  return { status, entered, location: answered.location };
}

const refusals = () => provider.context().db.auditEvent.findMany({ where: { type: 'administration.refused' } });

describe('a form of the administration whose response is not a page', () => {
  beforeEach(async () => {
    await provider.context().db.auditEvent.deleteMany();
  });

  it('runs once for a person with the role (security #153)', async () => {
    const { status, entered } = await post('editor', { permission: 'edit' });
    expect(status).toBe(200);
    expect(entered).toEqual([{ name: 'editor', values: { csrf: tokenOf('editor'), name: 'acme' } }]);
    expect(await refusals()).toEqual([]);
  });

  it.each([
    ['its type names a charset', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }],
    ['the browser sends Sec-Fetch-Site instead of Origin', { origin: undefined, 'sec-fetch-site': 'same-origin' }],
  ])('is accepted when %s', async (_, headers) => {
    expect(await post('owner', { permission: 'own' }, { headers })).toMatchObject({ status: 200 });
  });

  it.each<[string, Role | null, Partial<HttpRequest>, number]>([
    ['another origin (security #100)', 'owner', { headers: { origin: 'https://evil.test' } }, 403],
    ['no origin', 'owner', { headers: { origin: undefined } }, 403],
    ['JSON', 'owner', { headers: { 'content-type': 'application/json' } }, 415],
    [
      'a media type with the same prefix',
      'owner',
      { headers: { 'content-type': 'application/x-www-form-urlencodedx' } },
      415,
    ],
    ['no media type', 'owner', { headers: { 'content-type': undefined } }, 415],
    ['a body that is not a form', 'owner', { body: 'csrf=%zz' }, 400],
    ['no token (security #100)', 'owner', { body: 'name=acme' }, 403],
    ['another token', 'owner', { body: `csrf=${'A'.repeat(43)}` }, 403],
  ])('is refused with %s, without effect', async (_, role, change, expected) => {
    const body = change.body?.replace('TOKEN', tokenOf('owner'));
    const changed = body === undefined ? change : { ...change, body };
    expect(await post(role, { permission: 'own' }, changed)).toMatchObject({ status: expected, entered: [] });
    expect(await refusals(), 'nobody lacked a role').toEqual([]);
  });

  const signInFor = `${issuer}/admin/sign-in?to=`;
  const list = '/admin/users?q=ann&state=disabled';

  it.each<[string, Partial<HttpRequest>, string]>([
    ['and back to the page of the form', { headers: { referer: `${issuer}${list}` } }, list],
    ['in a window', { headers: { 'sec-fetch-dest': 'document' } }, '/admin'],
    ['from no page that is named', {}, '/admin'],
    ['from a page that is no address', { headers: { referer: 'nowhere' } }, '/admin'],
    ['from a page outside the administration (security #134)', { headers: { referer: `${issuer}/logout` } }, '/admin'],
    ['with the token of another person', { body: 'csrf=TOKEN' }, '/admin'],
  ])('leads to the sign-in without a session, %s', async (_, change, page) => {
    const body = change.body?.replace('TOKEN', tokenOf('owner'));
    const changed = body === undefined ? change : { ...change, body };
    const location = signInFor + encodeURIComponent(page);
    expect(await post(null, { permission: 'own' }, changed)).toEqual({ status: 303, entered: [], location });
    expect(await refusals(), 'nobody lacked a role').toEqual([]);
  });

  it.each(['iframe', 'empty'])(
    'is refused without a session where no sign-in can be shown: %s',
    async (destination) => {
      const headers = { 'sec-fetch-dest': destination };
      expect(await post(null, { permission: 'own' }, { headers })).toMatchObject({ status: 403, entered: [] });
    },
  );

  it('refuses a repeated field', async () => {
    const body = `csrf=${tokenOf('owner')}&name=acme&name=other`;
    expect(await post('owner', { permission: 'own' }, { body })).toMatchObject({ status: 400, entered: [] });
  });

  it('may allow repeated fields, but not a repeated token', async () => {
    const policy = { permission: 'own', hasLists: true } as const;
    const body = `csrf=${tokenOf('owner')}&scope=a&scope=b`;
    expect(await post('owner', policy, { body })).toMatchObject({ status: 200 });
    expect(await post('owner', policy, { body: `${body}&csrf=x` })).toMatchObject({ status: 400, entered: [] });
  });

  it('is refused with the token of another session', async () => {
    const body = `csrf=${tokenOf('editor')}`;
    expect(await post('owner', { permission: 'own' }, { body })).toMatchObject({ status: 403, entered: [] });
  });

  it.each([
    ['editor', 'own'],
    ['auditor', 'edit'],
    ['none', 'read'],
  ] as const)('refuses the role %s where %s is needed, and records it', async (role, permission) => {
    expect(await post(role, { permission })).toMatchObject({ status: 403, entered: [] });
    expect(await refusals()).toMatchObject([{ actorName: role, outcome: 'failure' }]);
  });

  it('leads a session with one factor to the sign-in where the administration requires two, regardless of the role', async () => {
    await provider.configure({ ...configuration, portal: { admin_second_factor: 'required' } });
    try {
      expect(await post('owner', { permission: 'read' })).toMatchObject({ status: 303, entered: [] });
    } finally {
      await provider.configure(configuration);
    }
  });

  it('counts as use of the session, which does not become idle (security #105)', async () => {
    for (const role of ['owner', 'editor'] as const) await signIn(role);
    for (const hours of [9, 9]) {
      provider.advance(hours * hour);
      expect(await post('owner', { permission: 'own' })).toMatchObject({ status: 200 });
    }
    expect(await post('editor', { permission: 'edit' }), 'not used for 18 hours').toMatchObject({
      status: 303,
      entered: [],
    });
  });
});

it('without a session there is no form token, and none is valid', () => {
  const context = provider.context();
  const session = principals.get('owner');
  if (session === undefined) throw new Error('nobody is signed in');
  const program: Principal = { ...session, kind: 'token', sid: null };
  expect(createFormToken(program, context)).toBe('');
  expect(hasFormToken(program, context, '')).toBe(false);
  expect(hasFormToken(program, context, createFormToken({ ...session, sid: 'null' }, context))).toBe(false);
});
