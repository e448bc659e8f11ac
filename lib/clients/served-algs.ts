import type { KeyAlg } from '#lib/keys/algorithms';
import type { ClientRecord } from './client-record';
import { type Lockable, lockClient } from './security-profile/lock-client';

type Served = Lockable &
  Pick<
    ClientRecord,
    | 'idTokenSignedResponseAlg'
    | 'accessTokenSigningAlg'
    | 'authorizationSignedResponseAlg'
    | 'userinfoSignedResponseAlg'
    | 'requestObjectEncryptionAlg'
  >;

/** The algorithms that sign what a client gets, and those with which it encrypts to us. Each needs a key of ours. */
export function servedAlgs(stored: Served): KeyAlg[] {
  const client = lockClient(stored, 'none');
  return [
    client.idTokenSignedResponseAlg,
    client.accessTokenSigningAlg,
    client.authorizationSignedResponseAlg,
    client.userinfoSignedResponseAlg,
    client.requestObjectEncryptionAlg,
  ].filter((alg) => alg !== null);
}
