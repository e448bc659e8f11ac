import type { SigningAlg } from '#lib/keys/algorithms';
import type { ClientRecord } from './client-record';

type Served = Pick<
  ClientRecord,
  'idTokenSignedResponseAlg' | 'accessTokenSigningAlg' | 'authorizationSignedResponseAlg' | 'userinfoSignedResponseAlg'
>;

/** The algorithms that sign what a client gets: each needs a key of ours. */
export function servedAlgs(client: Served): SigningAlg[] {
  return [
    client.idTokenSignedResponseAlg,
    client.accessTokenSigningAlg,
    client.authorizationSignedResponseAlg,
    client.userinfoSignedResponseAlg,
  ].filter((alg) => alg !== null);
}
