import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { keepFormState } from '#lib/http/form-state';
import { responseStorage } from '#lib/http/response-storage';
import type { Principal } from '../access/principal';
import { untouched } from '../action-state';
import type { UserFactors, UserFacts, UserSecurity, UserSession } from './read';
import { UserFrame } from './view';
import { ProfileFields } from './views/profile';
import { AppsTab, SecurityTab, SessionsTab } from './views/tabs';

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

const renderFrame = (changes: Partial<UserFacts>) =>
  renderToStaticMarkup(
    <UserFrame user={{ ...ann, ...changes }} tab="profile" admin={{ principal }}>
      {null}
    </UserFrame>,
  );

describe('the heading of a user', () => {
  const links = (html: string, what: string) => html.match(new RegExp(`ann-sub/${what}"`, 'g')) ?? [];

  it('links to enabling a disabled user, in the menu and beside the state', () => {
    const html = renderFrame({ enabled: false });
    expect(links(html, 'enable')).toHaveLength(2);
    expect(links(html, 'disable')).toEqual([]);
    expect(html).not.toMatch(/enable"[^>]*text-destructive/);
  });

  it('links to disabling an enabled user', () => {
    const html = renderFrame({});
    expect([links(html, 'enable'), links(html, 'disable').length]).toEqual([[], 1]);
  });

  it('links to neither for a person who may not change the user', () => {
    expect(renderFrame({ enabled: false, mayChange: false })).not.toContain('data-confirm');
  });
});

const factors: UserFactors = {
  factors: [
    { id: 'key-1', kind: 'passkey', name: 'Phone', createdAt: at, lastUsedAt: null, left: null },
    { id: 'recovery', kind: 'recovery', name: null, createdAt: at, lastUsedAt: at, left: 1 },
  ],
  twoStep: ['switch'],
  trustedDevices: 2,
  mustSetPassword: false,
  mailedLinks: [{ kind: 'recover', expiresAt: at }],
};

function render(changes: Partial<UserFacts> = {}, security: Partial<UserSecurity> = {}): string {
  return renderToStaticMarkup(
    <SecurityTab
      user={{ ...ann, ...changes }}
      security={{ lockedUntil: null, openLinks: 0, passwordMail: null, ...security }}
      factors={factors}
      identities={[]}
    />,
  );
}

describe('the security tab of a user', () => {
  it('shows each factor with a link to remove it', () => {
    const body = render();
    expect(body).toContain('Phone');
    expect(body).toContain('1 left');
    expect(body).toContain('2 trusted devices don’t ask');
    expect(body).toContain('Password reset link sent. Expires');
    expect(body.match(/factors\/[\w-]+\/remove/g)).toEqual(['factors/key-1/remove', 'factors/recovery/remove']);
  });

  it.each([{ mayChange: false }, { isSelf: true }])('has no such link for %j', (changes) => {
    expect(render(changes)).not.toContain('/remove');
  });

  it('lets a person try again whatever limits them, unless the role does not allow it', () => {
    expect(render()).toContain('Let this user try again');
    expect(render({}, { lockedUntil: at })).toContain('Let this user try again');
    expect(render({ mayChange: false })).not.toContain('Let this user try again');
  });

  it('does not list enabling a user among the dangerous actions', () => {
    expect(render()).toContain('ann-sub/disable');
    const disabled = render({ enabled: false });
    expect(disabled).toContain('ann-sub/delete');
    expect(disabled).not.toMatch(/ann-sub\/disable|[Ee]nable/);
  });

  it('offers the mail that can be sent, and a password link', () => {
    expect(render()).not.toContain('Send email');
    const invited = render({ hasPassword: false }, { passwordMail: { kind: 'invite', email: 'ann@corp.example' } });
    expect(invited).toContain('Emails an invite link to ann@corp.example');
    expect(invited).toContain('Create password link');
    expect(invited).not.toContain('Require a new password');
  });
});

const session: UserSession = {
  sid: 's1',
  authTime: at,
  lastSeenAt: at,
  endsAt: at,
  idp: 'local',
  factors: ['passkey'],
  remember: false,
  browser: null,
  address: null,
  clients: [],
};

it('the sessions of a user lead to the clients that they were used at', () => {
  const sessions = [{ ...session, clients: [{ clientId: 'shop', name: 'Lantern Books' }] }];
  const body = renderToStaticMarkup(<SessionsTab user={ann} sessions={only(sessions)} />);
  expect(body).toMatch(/<a href="\/admin\/clients\/shop"[^>]*><bdi>Lantern Books<\/bdi>/);
});

it.each<[UserSession['factors'], string]>([
  [['passkey'], 'Passkey'],
  [['password', 'totp'], 'Password + Authenticator app'],
  [['provider'], 'corp'],
])('a session that began with %j says so', (factors, shown) => {
  const sessions = only([{ ...session, idp: factors[0] === 'provider' ? 'corp' : 'local', factors }]);
  expect(renderToStaticMarkup(<SessionsTab user={ann} sessions={sessions} />)).toContain(`>${shown}</td>`);
});

it('the apps of a user lead to their clients', () => {
  const app = {
    clientId: 'shop',
    name: 'Lantern Books',
    scope: ['openid'],
    since: at,
    grants: 1234,
    remembered: false,
  };
  const body = renderToStaticMarkup(<AppsTab user={ann} apps={only([app])} />);
  expect(body).toMatch(/<a href="\/admin\/clients\/shop"[^>]*><bdi>Lantern Books<\/bdi>/);
  expect(body).toContain('1,234');
});

it('the lists of a user have pages, with links to those beside', () => {
  const sessions = { rows: [session], page: 2, hasNext: true };
  const body = renderToStaticMarkup(<SessionsTab user={ann} sessions={sessions} />);
  const path = `/admin/users/${ann.sub}/sessions`;
  expect([...body.matchAll(/<a [^>]*href="([^"]*sessions(?:\?[^"]*)?)"/g)].map(([, href]) => href)).toEqual([
    path,
    `${path}?page=3`,
  ]);
});

function only<Row>(rows: readonly Row[]) {
  return { rows, page: 1, hasNext: false };
}

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
