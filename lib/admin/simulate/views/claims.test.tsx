import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ToldClaims } from '#lib/tokens/claims';
import { ClaimsView } from './claims';

const told: ToldClaims = { claims: {}, origins: {}, leftOut: [], bytes: 0 };
const withheld: ToldClaims = { ...told, leftOut: [{ claim: 'roles', why: 'several_audiences' }] };
const roles = { sub: '1', roles: ['approver'] };
const none = { sub: '1' };

type Preview = Required<Parameters<typeof ClaimsView>[0]>;
const all = (accessToken: ToldClaims) => ({ idToken: told, accessToken, userinfo: told });

it.each<[string, Partial<Preview>, number]>([
  ['UserInfo has roles', { userinfo: roles }, 1],
  ['only the ID token has roles', { idToken: roles, userinfo: null }, 1],
  ['the access token has roles of its own', { userinfo: roles, accessToken: roles }, 0],
  ['no place has roles', { userinfo: none }, 0],
  ['there is no access token', { userinfo: roles, accessToken: null }, 0],
  ['another note says so', { userinfo: roles, told: all(withheld) }, 0],
])('a preview says why the access token has no roles: %s', (_, changed, count) => {
  const preview: Preview = { idToken: none, accessToken: none, userinfo: none, told: all(told), ...changed };
  expect(renderToStaticMarkup(<ClaimsView {...preview} />).split('roles: not included').length - 1).toBe(count);
});
