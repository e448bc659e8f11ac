import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { findContradictions, type Lockable, lockClient } from './lock-client';

/** What keeps a client from the portal's profile: the place of the setting, and the requirement as a sentence. */
type Obstacle = { readonly path: readonly (string | number)[]; readonly requirement: string };

type Keyed = Lockable & {
  readonly jwks: unknown;
  readonly jwksUri: string | null;
  readonly tokenEndpointAuthMethod: string;
  readonly requireSignedRequestObject: boolean;
};

/** The obstacles of a client that is right by itself; one without public keys could not authenticate. */
export function findObstacles(client: Keyed, portal: SecurityProfile): Obstacle[] {
  const contradictions = findContradictions(client, portal);
  // A certificate of an authority needs no keys; signed requests do.
  const { tokenEndpointAuthMethod: method, requireSignedRequestObject: signs } = lockClient(client, portal);
  const needsKeys = portal !== 'none' && (signs || method !== 'tls_client_auth');
  const hasKeys = !needsKeys || client.jwks !== null || client.jwksUri !== null;
  return [
    ...contradictions.map(({ path, lock: { requirement } }) => ({ path, requirement })),
    ...(hasKeys ? [] : [{ path: ['jwks'], requirement: 'Clients have public keys: jwks or jwks_uri.' }]),
  ];
}
