import { type SecurityProfile, stricter } from '#lib/vocabulary/security-profile';
import { findContradictions, type Lockable, lockClient } from './lock-client';

/** A setting that violates the portal's profile: its place, and the requirement as a sentence. */
type Obstacle = { readonly path: readonly (string | number)[]; readonly requirement: string };

type Keyed = Lockable & {
  readonly jwks: unknown;
  readonly jwksUri: string | null;
  readonly tokenEndpointAuthMethod: string;
  readonly requireSignedRequestObject: boolean;
};

/** The obstacles of a client that is otherwise valid. A client without public keys could not authenticate. */
export function findObstacles(client: Keyed, portal: SecurityProfile): Obstacle[] {
  const contradictions = findContradictions(client, portal);
  // With a certificate of an authority a client needs no keys, unless it must sign its requests.
  const { tokenEndpointAuthMethod: method, requireSignedRequestObject: signs } = lockClient(client, portal);
  const needsKeys = stricter(client.securityProfile, portal) !== 'none' && (signs || method !== 'tls_client_auth');
  const hasKeys = !needsKeys || client.jwks !== null || client.jwksUri !== null;
  return [
    ...contradictions.map(({ path, lock: { requirement } }) => ({ path, requirement })),
    ...(hasKeys ? [] : [{ path: ['jwks'], requirement: 'Clients need public keys in jwks or jwks_uri.' }]),
  ];
}
