import type { Client } from '#lib/clients/client';
import type { Scope } from '#lib/scopes/scope';
import type { AccessTokenTyp } from '#lib/vocabulary/jwt';

/**
 * The header `typ` of an access token: the value of its APIs, otherwise the client's. If its APIs disagree, it is the
 * type of RFC 9068 §2.1, which no other kind of token has.
 * @param resources the resource scopes of the token
 */
export function accessTokenTyp(
  { accessTokenTyp: ofClient }: Pick<Client, 'accessTokenTyp'>,
  resources: readonly Pick<Scope, 'accessTokenTyp'>[],
): AccessTokenTyp {
  const [said, ...others] = new Set(resources.flatMap((scope) => scope.accessTokenTyp ?? []));
  return others.length > 0 ? 'at+jwt' : (said ?? ofClient);
}
