import type { SigningAlg } from '#lib/keys/algorithms';
import type { ClientRecord } from './client-record';
import { type Lockable, lockClient } from './security-profile/lock-client';

type Served = Lockable &
  Pick<
    ClientRecord,
    | 'idTokenSignedResponseAlg'
    | 'accessTokenSigningAlg'
    | 'authorizationSignedResponseAlg'
    | 'userinfoSignedResponseAlg'
  >;

/** The algorithms that sign what a client gets: each needs a key of ours. */
export function servedAlgs(stored: Served): SigningAlg[] {
  const client = lockClient(stored, 'none');
  return [
    client.idTokenSignedResponseAlg,
    client.accessTokenSigningAlg,
    client.authorizationSignedResponseAlg,
    client.userinfoSignedResponseAlg,
  ].filter((alg) => alg !== null);
}
