import { expect, it } from 'vitest';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { byPassword, passwordAlone } from '#lib/testing/authentication';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { pickSession } from './pick-session';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

function session(name: string, seconds = 0): SessionWithUser {
  const user = {
    sub: name,
    origin: 'administrator' as const,
    username: name,
    canonicalUsername: storedCanonicalUsername(name),
    passwordHash: null,
    passwordCarries: null,
    enabled: true,
    admin: null,
    tenants: 'all' as const,
    claims: { email: `${name}@Example.com` },
    access: '',
  };
  const authentication = { ...byPassword, factors: passwordAlone, remember: false };
  return {
    sid: `sid-${name}`,
    sub: name,
    authTime: at(seconds),
    lastSeenAt: at(0),
    expiresAt: at(99),
    ...authentication,
    user,
  };
}

const [alice, bob] = [session('alice'), session('bob')];
const none = { hintSub: null, loginHint: null, chosenSid: null, startedAt: at(10) };
const browser = { browserId: 'b', sessions: [alice, bob], current: alice };

it.each([
  ['nothing is said', {}, browser, 'alice'],
  ['id_token_hint names somebody', { hintSub: 'bob' }, browser, 'bob'],
  ['id_token_hint names somebody who is not here', { hintSub: 'eve' }, browser, 'alice'],
  ['login_hint is a username', { loginHint: ' BOB ' }, browser, 'bob'],
  ['login_hint is an email address', { loginHint: 'bob@example.COM' }, browser, 'bob'],
  ['login_hint names nobody here', { loginHint: 'eve' }, browser, 'alice'],
  ['login_hint is not readable', { loginHint: '\u0000' }, browser, 'alice'],
  ['the person chose the current one against the hint', { loginHint: 'bob', chosenSid: 'sid-alice' }, browser, 'alice'],
  [
    'the person signed in against the hint',
    { loginHint: 'bob' },
    { ...browser, sessions: [session('alice', 20), bob], current: session('alice', 20) },
    'alice',
  ],
  [
    'the person signed in at the moment of the request',
    { loginHint: 'bob' },
    { ...browser, sessions: [session('alice', 10), bob], current: session('alice', 10) },
    'alice',
  ],
  ['the request arrives now and has a hint', { loginHint: 'bob', startedAt: null }, browser, 'bob'],
  [
    'nothing is said and an address is not readable',
    {},
    { ...browser, sessions: [alice, { ...bob, user: { ...bob.user, claims: { email: '\u0000' } } }] },
    'alice',
  ],
  [
    'an address is no text',
    { loginHint: 'eve' },
    { ...browser, sessions: [alice, { ...bob, user: { ...bob.user, claims: { email: 7 } } }] },
    'alice',
  ],
  ['id_token_hint is stronger than a choice', { hintSub: 'bob', chosenSid: 'sid-alice' }, browser, 'bob'],
  ['nobody is current', {}, { ...browser, current: null }, undefined],
  ['nobody is current, and a hint names one', { loginHint: 'bob' }, { ...browser, current: null }, 'bob'],
])('when %s, the session is right (OpenID Connect Core §3.1.2.1)', (_, wish, state, expected) => {
  expect(pickSession({ ...none, ...wish }, state)?.sub).toBe(expected);
});
