import type { Client } from '#lib/clients/client';
import type { Issuing, Subject } from './access-token';
import { claimsFor, namedSources, scopesOfType, type ToldClaims } from './claims';

type Asking = Pick<Subject, 'person' | 'releasedByName'> & {
  readonly client: Client;
  readonly scope: readonly string[];
};

/** The person's claims at UserInfo (OpenID Connect Core §5.3.2): those of the scopes, and the requested claims. */
export function userinfoClaims(
  { client, person, scope, releasedByName }: Asking,
  { snapshot, now }: Pick<Issuing, 'snapshot' | 'now'>,
): ToldClaims {
  const { idToken, userinfo, under } = releasedByName;
  const { scopes } = snapshot;
  const sources = [...scopesOfType(scopes, scope, 'identity'), ...namedSources(userinfo, under, scopes)];
  const released = [...sources, ...namedSources(idToken, under, scopes)];
  return claimsFor({ person, owner: client, sources, released, maximumBytes: null }, { snapshot, now });
}
