import type { AdminContext } from '../admin-context';
import { listFewPicks, type PickAnswer, type Picked, readTyped, resolvePick } from '../pick/find-picks';
import { type Query, textOf } from '../query';
import { type Simulation, simulate } from './simulate';

/** The query of the simulator. */
type SimulateQuery = {
  /** A whole authorization URL, or only its query. */
  readonly address: string | null;
  /**
   * The client for a request without an address. It uses the first redirect URI and `openid`, unless the query names
   * others.
   */
  readonly client: string | null;
  readonly redirectUri: string | null;
  readonly scope: string | null;
  readonly user: string | null;
};

export type AskedSimulation = {
  readonly asked: SimulateQuery;
  readonly client: PickAnswer | null;
  readonly user: PickAnswer | null;
  readonly fewClients: readonly Picked[];
  /** Null if nothing was asked, or if a name is ambiguous. */
  readonly simulation: Simulation | null;
};

export function readSimulateQuery(query: Query): SimulateQuery {
  return {
    address: textOf(query, 'address', 8000),
    client: readTyped(query, 'client'),
    redirectUri: textOf(query, 'redirect_uri', 2000),
    scope: textOf(query, 'scope', 2000),
    user: readTyped(query, 'user'),
  };
}

/** The outcome of a request. The address contains the whole question, so it can be shared. */
export async function readSimulation(admin: AdminContext, asked: SimulateQuery): Promise<AskedSimulation> {
  const client = await resolvePick(admin, 'client', asked.client);
  const user = await resolvePick(admin, 'user', asked.user);
  const fewClients = await listFewPicks(admin, 'client');
  const address = asked.address ?? addressOf(asked, client, admin);
  const isClear = user === null || 'picked' in user || user.problem === 'unknown';
  // An unknown person is simulated too, because the domain of an email address can choose the provider.
  const username = user !== null && 'picked' in user ? user.picked.value : asked.user;
  const simulation = address === null || !isClear ? null : await simulate(address, username, admin);
  return { asked, client, user, fewClients, simulation };
}

/** A request as the library of the client would send it, with PKCE. */
function addressOf(
  { redirectUri, scope }: SimulateQuery,
  answer: PickAnswer | null,
  { snapshot, settings }: AdminContext,
): string | null {
  if (answer === null || !('picked' in answer)) return null;
  const client = snapshot.clients.get(answer.picked.id);
  if (client === undefined) return null;
  const [first = ''] = client.redirectUris;
  const parameters = {
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: redirectUri ?? first,
    scope: scope ?? client.scope.join(' '),
    // The example of RFC 7636 Appendix B. Nothing is redeemed.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  return `${settings.issuer}/connect/authorize?${new URLSearchParams(parameters)}`;
}
