import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { findContradictions, type Lockable } from './lock-client';

/** What keeps a client from the portal's profile: the place of the setting, and the requirement as a sentence. */
export type Obstacle = { readonly path: readonly (string | number)[]; readonly requirement: string };

type Keyed = Lockable & { readonly jwks: unknown; readonly jwksUri: string | null };

/** The obstacles of a client that is right by itself; one without public keys could not authenticate. */
export function findObstacles(client: Keyed, portal: SecurityProfile): Obstacle[] {
  const contradictions = findContradictions(client, portal);
  const hasKeys = portal === 'none' || client.jwks !== null || client.jwksUri !== null;
  return [
    ...contradictions.map(({ path, lock: { requirement } }) => ({ path, requirement })),
    ...(hasKeys ? [] : [{ path: ['jwks'], requirement: 'Clients have public keys: jwks or jwks_uri.' }]),
  ];
}
