import { masterSecret } from '#lib/crypto/master-secret';
import type { PasswordAttempt } from '#lib/users/authenticate-user';

/** The other values of a password attempt: on a page for a client, in an unknown browser. */
export const attemptDefaults = {
  clientAddress: '203.0.113.7',
  browserHandles: [],
  identifiers: ['username', 'email'],
  ways: { passkeys: true, emailCode: false, recovery: false, providers: new Map() },
  secret: masterSecret('a secret of the tests of passwords'),
  via: 'sign_in',
  client: { clientId: 'web', clientName: 'Web shop' },
  requestId: 'test-request',
  accept: () => null,
} as const satisfies Partial<PasswordAttempt>;
