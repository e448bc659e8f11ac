import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AppScope } from '#lib/account/apps/app-scopes';
import { scopeView } from '#lib/login/consent/read';
import { withBuiltIn } from '#lib/scopes/built-in';
import type { AppPage } from './read';
import { AppView } from './view';

const nobody = { username: 'alice', access: '', claims: {} };
const scope = (name: string, claims: readonly string[]): AppScope => {
  const snapshot = { scopes: withBuiltIn([]), groups: new Map(), providers: new Map() };
  const view = { client: null, snapshot, now: new Date(0) };
  return { scope: scopeView(name, nobody, view), claims, lastUsedAt: null, canRemove: true };
};

const app: AppPage = {
  clientId: 'web',
  client: { name: 'Web shop', logo: null, clientUri: null, policyUri: null, tosUri: null, isVouched: true },
  asksConsent: true,
  host: null,
  href: '/account/apps/web',
  allowedAt: new Date(0),
  lastUsedAt: null,
  endsAt: null,
  keepsAccess: false,
  isBound: false,
  devices: 0,
  isUnused: false,
  access: { may: true, roles: [], endsAt: null },
  scopes: [scope('profile', []), scope('phone', ['phone_number', '"><svg/onload=1>'])],
};

const form = { action: '/account/apps/web/submit', csrf: 'csrf-1', typed: {}, problem: null };

it('an app with single claims shows their names under the scope, without a last use (decision 016)', () => {
  const body = renderToStaticMarkup(
    <AppView locale="en" form={form} app={app} timeZone={{ name: 'UTC', isNamed: false }} />,
  );
  const [, whole = '', part = ''] = body.split('data-scope=');
  expect(whole).toContain('Last used');
  expect(part).toContain('phone number');
  expect(part).not.toContain('Last used');
  expect(part).toContain('value="remove_scope"');
  expect(body).not.toContain('<svg/');
});
