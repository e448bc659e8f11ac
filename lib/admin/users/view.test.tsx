import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { keepFormState } from '#lib/http/form-state';
import { responseStorage } from '#lib/http/response-storage';
import type { Principal } from '../access/principal';
import { untouched } from '../action-state';
import type { AuditEntry } from '../audit/read';
import type { UserFactors, UserFacts, UserSecurity, UserSession } from './read';
import type { SignInStatus } from './sign-in-status';
import { AppsCard, MethodsCard, ProfileCard, SessionsCard } from './views/cards';
import { UserHeader } from './views/header';
import { ProfileFields } from './views/profile';
import { StatusLine } from './views/status';
import { Timeline } from './views/timeline';

const at = new Date('2026-01-01T12:00:00Z');

/** A user without a role. */
const ann: UserFacts = {
  sub: 'ann-sub',
  username: 'ann',
  enabled: true,
  role: null,
  tenants: 'all',
  claims: {},
  hasPassword: true,
  passwordDue: false,
  createdAt: at,
  updatedAt: at,
  lastSignInAt: null,
  version: 'v1',
  mayChange: true,
  isSelf: false,
};

const principal: Principal = { kind: 'session', sub: 'root-sub', name: 'root', role: 'editor', sid: 'a-session' };

const settings = { issuer: 'https://op.test' };
const admin = { principal, settings };

const factors: UserFactors = {
  factors: [
    { id: 'key-1', kind: 'passkey', name: 'Phone', createdAt: at, lastUsedAt: null, left: null },
    { id: 'recovery', kind: 'recovery', name: null, createdAt: at, lastUsedAt: at, left: 1 },
  ],
  twoStep: ['switch'],
  trustedDevices: 2,
  passwordChangedAt: at,
  mustSetPassword: false,
  mailedLinks: [{ kind: 'recover', expiresAt: at }],
};
const security: UserSecurity = { lockedUntil: null, openLinks: 0, passwordMail: null };
const recover: UserSecurity = { ...security, passwordMail: { kind: 'recover', email: 'ann@corp.example' } };

const propsOf = (changes: Partial<UserFacts> = {}, secured = security) => {
  return { user: { ...ann, ...changes }, admin, security: secured, factors, identities: [] };
};
const header = (...given: Parameters<typeof propsOf>) => {
  return renderToStaticMarkup(<UserHeader {...propsOf(...given)} />);
};

describe('the heading of a user', () => {
  const links = (html: string, what: string) => html.match(new RegExp(`ann-sub/${what}"`, 'g')) ?? [];

  it('has the name, the username, the address with its mark, the methods, the role and the state', () => {
    const claims = { name: 'Ann Jones', email: 'ann@corp.example', email_verified: true };
    const html = header({ claims, role: 'auditor' });
    expect(html).toMatch(/<h1[^>]*><bdi>Ann Jones<\/bdi>/);
    for (const text of [
      '<bdi>ann</bdi>',
      'ann@corp.example',
      '(verified)',
      'Password + passkey',
      'Auditor',
      'Enabled',
    ]) {
      expect(html).toContain(text);
    }
    expect(header()).not.toMatch(/Auditor|No role|verified/);
  });

  it('links to enabling a disabled user, and to disabling an enabled one', () => {
    const html = header({ enabled: false });
    expect([links(html, 'enable').length, links(html, 'disable').length]).toEqual([1, 0]);
    expect(html).not.toMatch(/enable"[^>]*text-destructive/);
    expect([links(header(), 'enable').length, links(header(), 'disable').length]).toEqual([0, 1]);
  });

  it.each<[string, string, Partial<UserFacts>, UserSecurity, string[]]>([
    [
      'everything that helps',
      'with a password and mail',
      {},
      recover,
      ['password-mail', 'password-link', 'require-password', 'unlock', 'sign-out'],
    ],
    ['no mail', 'without mail', {}, security, ['password-link', 'require-password', 'unlock', 'sign-out']],
    [
      'no new password',
      'without a password',
      { hasPassword: false },
      security,
      ['password-link', 'unlock', 'sign-out'],
    ],
    ['no unlocking', 'to themselves', { isSelf: true }, security, ['password-link', 'require-password', 'sign-out']],
    ['nothing', 'to those who may not', { mayChange: false, enabled: false }, recover, []],
  ])('offers %s %s', (_, __, changes, secured, expected) => {
    const html = header(changes, secured);
    const offered = [...html.matchAll(/ann-sub\/([\w-]+)" data-confirm/g)].map(([, what]) => what);
    expect(offered.filter((what) => !['disable', 'delete', 'role'].includes(what ?? ''))).toEqual(expected);
    expect(html.includes('href="#methods"')).toBe(expected.includes('unlock'));
  });
});

const status = (changes: Partial<SignInStatus>): SignInStatus => ({
  canSignIn: true,
  last: null,
  failed: null,
  ...changes,
});
const failed = (problem: string) => ({ problem, count: 4, isCut: false, since: at });

describe('the status line', () => {
  const line = (told: Partial<SignInStatus>, changes: Partial<UserFacts> = {}, secured = security) => {
    const view = <StatusLine {...propsOf(changes, secured)} status={status(told)} tenants={['Acme']} />;
    return renderToStaticMarkup(view).replace(/<svg.*?<\/svg>/g, '');
  };
  const words = (html: string) => html.replace(/<[^>]*>/g, '').replace(/Jan 1, (2026, )?12:00( UTC)?/g, 'TIME');

  it.each<[string, Partial<UserFacts>, UserFactors['factors'], string]>([
    ['nothing', { hasPassword: false }, [], 'No sign-in method yet.'],
    ['recovery codes alone', { hasPassword: false }, factors.factors.slice(1), 'No sign-in method yet.'],
    ['a passkey', { hasPassword: false }, factors.factors.slice(0, 1), 'Can sign in.'],
    ['a password', {}, [], 'Can sign in.'],
  ])('tells of an account with %s whether it can sign in', (_, changes, own, expected) => {
    const props = { ...propsOf(changes), factors: { ...factors, factors: own } };
    const html = renderToStaticMarkup(<StatusLine {...props} status={status({})} tenants={[]} />);
    expect(html).toContain(`>${expected}<`);
  });

  it('offers to mail an invitation again where one is open', () => {
    const secured: UserSecurity = { ...security, passwordMail: { kind: 'invite', email: 'ann@corp.example' } };
    const invited = (kinds: readonly string[]) => {
      const props = propsOf({ hasPassword: false }, secured);
      const mailedLinks = kinds.map((kind) => ({ kind, expiresAt: at }));
      const all = { ...props, factors: { ...factors, factors: [], mailedLinks } };
      return renderToStaticMarkup(<StatusLine {...all} status={status({})} tenants={[]} />);
    };
    expect(invited(['verify_email'])).toContain('>Email an invitation…<');
    expect(invited(['invite'])).toContain('>Email the invitation again…<');
  });

  it.each<[string, Partial<SignInStatus>, Partial<UserFacts>, string]>([
    ['a new account', {}, {}, 'Can sign in. Never signed in.'],
    [
      'a sign-in with its method and browser',
      { last: { at, factors: ['password', 'passkey'], provider: null, browser: 'Chrome (Linux)' } },
      {},
      'Can sign in. Last success TIME with a password and a passkey, Chrome (Linux).',
    ],
    [
      'a sign-in at a provider',
      { last: { at, factors: ['provider'], provider: 'The corp', browser: null } },
      {},
      'Can sign in. Last success TIME with The corp.',
    ],
    [
      'a sign-in without a session',
      { last: { at, factors: [], provider: null, browser: null } },
      {},
      'Can sign in. Last success TIME.',
    ],
    [
      'failures',
      { canSignIn: false, failed: failed('wrong_password') },
      { tenants: ['acme'] },
      'Can’t sign in: wrong password 4 times since TIME; enabled; Acme only.',
    ],
    ['a disabled account', { canSignIn: false }, { enabled: false }, 'Can’t sign in: disabled.'],
    [
      'attempts of a disabled account',
      { canSignIn: false, failed: failed('disabled') },
      { enabled: false },
      'Can’t sign in: tried 4 times since TIME; disabled.',
    ],
    [
      'attempts before the account was enabled',
      { canSignIn: false, failed: failed('disabled') },
      {},
      'Can’t sign in: tried 4 times since TIME while disabled; enabled.',
    ],
    [
      'attempts at another tenant',
      { canSignIn: false, failed: failed('wrong_tenant') },
      { tenants: ['acme'] },
      'Can’t sign in: not in the tenant, tried 4 times since TIME; enabled; Acme only.',
    ],
  ])('tells %s', (_, told, changes, expected) => {
    expect(words(line(told, changes))).toContain(expected);
  });

  it.each<[string, Partial<SignInStatus>, Partial<UserFacts>, UserSecurity, string | null]>([
    ['no button', { last: { at, factors: [], provider: null, browser: null } }, {}, recover, null],
    ['a reset link', { failed: failed('wrong_password') }, {}, recover, 'ann-sub/password-mail'],
    ['a one-time link without mail', { failed: failed('wrong_password') }, {}, security, 'ann-sub/password-link'],
    ['the methods', { failed: failed('wrong_second_factor') }, {}, recover, '#methods'],
    ['the profile', { failed: failed('wrong_tenant') }, {}, recover, 'ann-sub/profile#tenants'],
    ['another try', { failed: failed('password_stopped') }, {}, recover, 'ann-sub/unlock'],
    ['enabling', {}, { enabled: false }, recover, 'ann-sub/enable'],
    ['an invitation', {}, { hasPassword: false }, recover, 'ann-sub/password-mail'],
    ['nothing to those who may not', { failed: failed('wrong_password') }, { mayChange: false }, recover, null],
  ])('offers %s', (_, told, changes, secured, expected) => {
    const html = line(
      { canSignIn: (told.failed ?? null) === null && changes.enabled !== false, ...told },
      changes,
      secured,
    );
    const offered = [...html.matchAll(/href="(?:\/admin\/users\/)?([^"]*)"/g)].map(([, href]) => href);
    expect(offered).toEqual(expected === null ? [] : [expected]);
  });
});

describe('the timeline', () => {
  const event: AuditEntry = {
    ...{ id: 'e1', type: 'sign_in.failed', at, outcome: 'failure', actorKind: 'anonymous', actorId: null },
    ...{
      actorName: null,
      targetKind: 'user',
      targetId: 'ann-sub',
      targetName: 'ann',
      clientId: null,
      clientName: null,
    },
    ...{ address: null, requestId: null, details: { problem: 'wrong_password' } },
  };
  const told = (entry: AuditEntry) => {
    const timeline = { filter: 'all', events: [entry], earlier: null } as const;
    const view = <Timeline user={{ ...ann, claims: { name: 'Ann Jones' } }} timeline={timeline} />;
    return renderToStaticMarkup(view).replace(/<[^>]*>/g, '');
  };

  it('calls the person as the page does', () => {
    expect(told(event)).toContain('Wrong password for Ann Jones');
    const own = { ...event, type: 'sign_in.succeeded', outcome: 'success', details: {} } as const;
    expect(told({ ...own, actorKind: 'user', actorId: 'ann-sub', actorName: 'ann' })).toContain('Ann Jones signed in');
  });

  it('calls everyone else by the username', () => {
    const byRoot = { actorKind: 'user', actorId: 'root-sub', actorName: 'root', details: {} } as const;
    expect(told({ ...event, ...byRoot, type: 'user.signed_out' })).toContain('root ended every session for Ann Jones');
  });
});

describe('the cards of a user', () => {
  const methods = (changes: Partial<UserFacts> = {}) => renderToStaticMarkup(<MethodsCard {...propsOf(changes)} />);

  it('show each factor with a link to remove it', () => {
    const body = methods();
    for (const text of ['Phone', '1 left', '2 trusted devices don’t ask', 'Password reset link sent. Expires']) {
      expect(body).toContain(text);
    }
    expect(body.match(/factors\/[\w-]+\/remove/g)).toEqual(['factors/key-1/remove', 'factors/recovery/remove']);
  });

  it.each<[Date | null, RegExp]>([
    [at, />Password<.*?>Changed <time/],
    [null, />Password<.*?>No change on record</],
  ])('say when the password was changed: %s', (passwordChangedAt, expected) => {
    const props = { ...propsOf(), factors: { ...factors, passwordChangedAt } };
    expect(renderToStaticMarkup(<MethodsCard {...props} />)).toMatch(expected);
  });

  it.each([{ mayChange: false }, { isSelf: true }])('have no such link for %j', (changes) => {
    expect(methods(changes)).not.toContain('/remove');
  });

  it('name twenty clients of a session, and count the others', () => {
    const shownOf = (count: number) => {
      const clients = Array.from({ length: count }, (_, index) => ({ clientId: `c${index}`, name: `Client ${index}` }));
      const html = renderToStaticMarkup(
        <SessionsCard user={ann} admin={admin} rows={[{ ...session, clients }]} total={1} page={null} />,
      );
      return [html.split('href="/admin/clients/').length - 1, /and ([\d,]+) more/.exec(html)?.[1]];
    };
    expect(shownOf(20)).toEqual([20, undefined]);
    expect(shownOf(1020)).toEqual([20, '1,000']);
  });

  it('lead from sessions and apps to the clients', () => {
    const clients = [{ clientId: 'shop', name: 'Lantern Books' }];
    const link = /<a href="\/admin\/clients\/shop"[^>]*><bdi>Lantern Books<\/bdi>/;
    const { user } = propsOf();
    const sessions = <SessionsCard {...{ user, admin }} rows={[{ ...session, clients }]} total={1} page={null} />;
    expect(renderToStaticMarkup(sessions)).toMatch(link);
    const app = { ...clients[0], clientId: 'shop', name: 'Lantern Books', scope: ['openid'], since: at };
    const rows = [{ ...app, lastUsedAt: at, grants: 1234, remembered: false }];
    const apps = renderToStaticMarkup(<AppsCard {...{ user, admin, rows }} page={null} />);
    expect(apps).toMatch(link);
    expect(apps).toContain('Last used');
  });

  const linksIn = (body: string) =>
    [...body.matchAll(/href="\/admin\/users\/ann-sub(\?[^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'));

  it.each<[page: number | null, links: readonly string[]]>([
    [null, ['?all=1']],
    [1, ['?all=1&sessions=2#sessions']],
    [3, ['?all=1&sessions=2#sessions', '?all=1&sessions=4#sessions']],
    [5, ['?all=1&sessions=4#sessions']],
  ])('show fifty of 230 sessions on page %s, with links to those beside it', (page, links) => {
    const rows = [session];
    const body = renderToStaticMarkup(<SessionsCard {...{ user: ann, admin, rows, page }} total={230} />);
    expect(linksIn(body)).toEqual(links);
  });

  it.each<[page: number | null, shown: readonly [number, number], links: readonly string[]]>([
    [null, [0, 10], ['?all=1']],
    [1, [0, 50], ['?all=1&apps=2#apps']],
    [3, [100, 150], ['?all=1&apps=2#apps', '?all=1&apps=4#apps']],
    [5, [200, 230], ['?all=1&apps=4#apps']],
  ])('show fifty of 230 apps on page %s, with links to those beside it', (page, shown, links) => {
    const app = { scope: ['openid'], since: at, lastUsedAt: at, grants: 1, remembered: false };
    const rows = Array.from({ length: 230 }, (_, at) => ({ ...app, clientId: `app-${at}`, name: `App ${at}` }));
    const body = renderToStaticMarkup(<AppsCard {...{ user: ann, admin, rows, page }} />);
    expect([...body.matchAll(/<bdi>App (\d+)</g)].map(([, number]) => Number(number))).toEqual(
      rows.map((_, at) => at).slice(...shown),
    );
    expect(body).toContain('(230)');
    expect(linksIn(body)).toEqual(links);
  });

  it.each<[UserSession['factors'], string]>([
    [['passkey'], 'Passkey'],
    [['password', 'totp'], 'Password + Authenticator app'],
    [['provider'], 'corp'],
  ])('say how a session with %j began', (shown, told) => {
    const row = { ...session, idp: shown[0] === 'provider' ? 'corp' : 'local', factors: shown };
    const body = renderToStaticMarkup(<SessionsCard user={ann} admin={admin} rows={[row]} total={1} page={null} />);
    expect(body).toContain(`>${told} · signed in <time`);
  });

  it('show claims as rows, and tenants only if there are any', () => {
    const claims = { name: 'Ann', level: 7, staff: true, address: { locality: 'Oslo' }, role: ['buyer', 'clerk'] };
    const card = (changes: Partial<UserFacts>) =>
      renderToStaticMarkup(<ProfileCard user={{ ...ann, ...changes }} tenants={['Acme']} />);
    const body = card({ claims, tenants: ['acme'] });
    for (const text of ['Ann', '7', 'Yes', '{&quot;locality&quot;:&quot;Oslo&quot;}', 'buyer, clerk', 'Acme'])
      expect(body).toContain(text);
    expect(card({})).not.toContain('Tenants');
    expect(card({ mayChange: false })).not.toContain('/profile');
  });
});

const session: UserSession = {
  sid: 's1',
  authTime: at,
  lastSeenAt: at,
  endsAt: at,
  idp: 'local',
  factors: ['passkey'],
  amr: ['swk', 'user', 'mfa'],
  remember: false,
  browser: null,
  address: null,
  clients: [],
};

it('the tenants of a user are lines for a picker, and each error names its line', () => {
  const fields = [
    { field: 'tenants[1]', code: 'unknown_tenant', message: 'there is no tenant nowhere', facts: { name: 'nowhere' } },
  ];
  const values = { tenants: ['harbor\n\nnowhere'] };
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  keepFormState(response, { ...untouched, problem: 'invalid', fields, values, section: 'users' });
  const html = responseStorage().run(response, () =>
    renderToStaticMarkup(<ProfileFields username="ann" tenants={['harbor']} claims={{}} />),
  );
  const [area = ''] = /<textarea[^>]*name="tenants"[^>]*>[^<]*/.exec(html) ?? [];
  expect(area).toContain('data-pick="/admin/pick/tenant"');
  expect(area).toContain('data-wrong="3"');
  expect(area).toContain('harbor\n\nnowhere');
  expect(html).toContain('Line 3: no tenant is called “nowhere”.');
});
