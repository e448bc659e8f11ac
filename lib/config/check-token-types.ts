import type { ClientRecord } from '#lib/clients/client-record';
import { listClientIds } from '#lib/clients/client-store';
import { audienceOf } from '#lib/scopes/audience';
import { withBuiltIn } from '#lib/scopes/built-in';
import type { Scope } from '#lib/scopes/scope';
import type { Path, Problem } from './problem';
import type { Planned, Sections } from './sections';

/**
 * Finds the APIs that would accept an ID token as an access token. That happens if the scope can be in a token of type
 * `JWT` whose audience is a client ID, because ID tokens of that client have the same audience.
 */
export async function checkTokenTypes({ db, listed, plans }: Planned): Promise<Problem[]> {
  const scopes = withBuiltIn(await plans.scopes.after());
  const apis = [...scopes.values()].filter(({ type }) => type === 'resource');
  const clientIds = new Set(plans.clients.desired.map(({ clientId }) => clientId));
  for (const id of await listClientIds(db, apis.map(audienceOf))) if (!plans.clients.gone.has(id)) clientIds.add(id);
  const shared = apis.filter((scope) => clientIds.has(audienceOf(scope)));
  if (shared.length === 0) return [];
  const clients = await plans.clients.after();
  return shared
    .filter((scope) => canBeJwt(scope, clients, scopes))
    .map(({ name }) => ({
      path: placeOf(name, listed),
      code: 'access_token_typ_ambiguous',
      facts: { name },
      message: `${name} is a client too, and its ID tokens would pass for access tokens of the type JWT; expected access_token_typ: at+jwt for the scope ${name}`,
    }));
}

/** Whether accessTokenTyp() can choose `JWT` for a token with this scope. */
function canBeJwt(
  { name, accessTokenTyp }: Scope,
  clients: readonly ClientRecord[],
  scopes: ReadonlyMap<string, Scope>,
): boolean {
  if (accessTokenTyp !== null) return accessTokenTyp === 'JWT';
  return clients.some(
    (client) =>
      client.scope.includes(name) &&
      (client.accessTokenTyp === 'JWT' || client.scope.some((other) => scopes.get(other)?.accessTokenTyp === 'JWT')),
  );
}

/**
 * The place of the problem in the file: the scope, otherwise the client of the same name, otherwise a client that may
 * use the scope.
 */
function placeOf(name: string, { scopes = [], clients = [] }: Sections): Path {
  const scope = scopes.findIndex((entry) => entry.name === name);
  if (scope !== -1) return ['scopes', scope, 'access_token_typ'];
  const same = clients.findIndex(({ clientId }) => clientId === name);
  if (same !== -1) return ['clients', same, 'client_id'];
  const asking = clients.findIndex((client) => client.scope.includes(name));
  return asking === -1 ? ['scopes'] : ['clients', asking, 'access_token_typ'];
}
