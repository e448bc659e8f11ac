import { expect, it } from 'vitest';
import { sha256 } from '#lib/crypto/hash';
import { sessionState } from './session-state';

const asked = { clientId: 'web', redirectUri: 'https://rp.test:8443/cb?x=1', isOpenid: true };

it.each<[string, string | null]>([
  ['somebody', 'sid'],
  ['nobody', null],
])(
  'session_state is a salted hash of client, origin and session: %s (OpenID Connect Session Management §2)',
  (_, sid) => {
    const [hash, salt] = (sessionState(asked, sid).session_state ?? '').split('.');
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    expect(hash).toBe(sha256(`webhttps://rp.test:8443${sid ?? ''}${salt}`));
  },
);

it.each<[string, Partial<typeof asked>]>([
  ['a request without openid', { isOpenid: false }],
  ['an application without an origin', { redirectUri: 'com.example.app:/cb' }],
])('there is none for %s', (_, change) => {
  expect(sessionState({ ...asked, ...change }, 'sid')).toEqual({});
});
