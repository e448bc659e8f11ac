import type { Client } from '#lib/clients/client';
import { idsByKey } from '#lib/groups/decide-access';
import { readTrial, type SignInReport } from '#lib/login/trial/report';
import { groupKey } from '#lib/vocabulary/group-name';
import type { AdminContext } from '../admin-context';
import { type ApplicationKind, applicationKind } from '../clients/application-kind';
import { listFewPicks, type PickAnswer, type Picked, readTyped, resolvePick } from '../pick/read';
import { type Query, textOf } from '../query';
import { exampleRequest } from './example-request';
import { explainRefused, type SimulatedRefusal } from './explain-refused';
import { type PreviewedTokens, previewTokens, type TokenProblem } from './preview-tokens';
import { maximumMemberOf, type SimulatedNoAccess, type Simulation, simulate } from './simulate';

/** The query of the simulator. */
type SimulateQuery = {
  /** A whole authorization URL, or only its query. */
  readonly address: string | null;
  /**
   * The client for a request without an address. It uses the first redirect URI and every scope that the client may ask
   * for, unless the query names others.
   */
  readonly client: string | null;
  readonly redirectUri: string | null;
  readonly scope: string | null;
  readonly user: string | null;
  /** Groups in which the user counts as a member, as typed: separated by commas. */
  readonly memberOf: string | null;
  /** The handle of a trial sign-in, whose result is shown instead of a simulation. */
  readonly trial: string | null;
};

export type AskedSimulation = {
  readonly asked: SimulateQuery;
  readonly client: PickAnswer | null;
  readonly user: PickAnswer | null;
  readonly fewClients: readonly Picked[];
  /** The names of the groups in which the user counts as a member. */
  readonly hypothetical: readonly string[];
  /** What is wrong with the groups. */
  readonly groupProblem: GroupProblem | null;
  /** Null if nothing was asked, or if a name is ambiguous. */
  readonly simulation: Simulation | null;
  /** What a client gets without an authorization request: a machine, or a device. */
  readonly tokens:
    | PreviewedTokens
    | SimulatedNoAccess
    | { readonly outcome: 'problem'; readonly problem: TokenProblem }
    | null;
  /** The client whose sign-in the administrator can go through. */
  readonly tried: string | null;
  /** `none` if the named trial belongs to another session or is no longer kept. Null if the query names none. */
  readonly result: null | 'none' | TrialResult;
};

export function readSimulateQuery(query: Query): SimulateQuery {
  return {
    address: textOf(query, 'address', 8000),
    client: readTyped(query, 'client'),
    redirectUri: textOf(query, 'redirect_uri', 2000),
    scope: textOf(query, 'scope', 2000),
    user: readTyped(query, 'user'),
    memberOf: textOf(query, 'member_of', 600),
    trial: textOf(query, 'trial'),
  };
}

/** The outcome of a request. The address contains the whole question, so it can be shared. */
export async function readSimulation(admin: AdminContext, asked: SimulateQuery): Promise<AskedSimulation> {
  const answer = await resolvePick(admin, 'client', asked.client);
  const user = await resolvePick(admin, 'user', asked.user);
  const fewClients = await listFewPicks(admin, 'client');
  const client = answer !== null && 'picked' in answer ? admin.snapshot.clients.get(answer.picked.id) : undefined;
  const canTry = client !== undefined && canTrySignIn(applicationKind(client), client.redirectUris);
  const members = findMemberOf(asked.memberOf?.split(',') ?? [], admin);
  const groupProblem = 'problem' in members ? members : null;
  const memberOf = 'ids' in members ? members.ids : [];
  const hypothetical = memberOf.map((id) => admin.snapshot.groups.get(id)?.name ?? id);
  const tried = canTry ? client.clientId : null;
  const shown = { asked, client: answer, user, fewClients, hypothetical, groupProblem, tried };
  if (asked.trial !== null && canTry) {
    const result = (await readTrialResult(admin, client, asked.trial)) ?? 'none';
    return { ...shown, simulation: null, tokens: null, result };
  }
  const address = asked.address ?? (canTry ? exampleRequest(client, asked) : null);
  const isKnown = user === null || 'picked' in user || user.problem === 'unknown';
  const isClear = isKnown && groupProblem === null;
  // An unknown person is simulated too, because the domain of an email address can choose the provider.
  const username = user !== null && 'picked' in user ? user.picked.value : asked.user;
  const simulation =
    address === null || !isClear
      ? null
      : await simulate(address, username, admin, { isExample: asked.address === null, memberOf });
  const needsNoRequest = client !== undefined && asked.address === null && isClear && actsWithoutRequest(client, user);
  const query = { client: client?.clientId ?? '', user: username, scope: asked.scope, memberOf };
  return { ...shown, simulation, tokens: needsNoRequest ? await previewTokens(admin, query) : null, result: null };
}

export type GroupProblem =
  | { readonly problem: 'group_unknown'; readonly name: string }
  | { readonly problem: 'too_many' };

/** The IDs of the groups that a person counts as a member of. */
export function findMemberOf(
  names: readonly string[],
  { snapshot }: Pick<AdminContext, 'snapshot'>,
): GroupProblem | { readonly ids: readonly string[] } {
  const given = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
  if (given.length > maximumMemberOf) return { problem: 'too_many' };
  const ids = idsByKey(snapshot.groups);
  const unknown = given.find((name) => !ids.has(groupKey(name)));
  if (unknown !== undefined) return { problem: 'group_unknown', name: unknown };
  return { ids: given.flatMap((name) => ids.get(groupKey(name)) ?? []) };
}

/** A device has no redirect URI. A machine gets tokens for itself, and a web application may do both. */
function actsWithoutRequest(client: Client, user: PickAnswer | null): boolean {
  return client.redirectUris.length === 0 || (user === null && client.grantTypes.has('client_credentials'));
}

export type TrialResult = { readonly at: Date } & (Extract<SignInReport, { outcome: 'answered' }> | SimulatedRefusal);

/**
 * Whether people sign in to a client through their browser and are redirected back. Devices and machines work
 * differently.
 */
export function canTrySignIn(kind: ApplicationKind, redirectUris: unknown): boolean {
  return kind !== 'machine' && kind !== 'device' && Array.isArray(redirectUris) && redirectUris.length > 0;
}

/**
 * The result of a trial sign-in.
 * @returns null if the trial belongs to another session or client, or is no longer kept
 */
async function readTrialResult(
  admin: AdminContext,
  { clientId, redirectUris }: Pick<Client, 'clientId' | 'redirectUris'>,
  handle: string,
): Promise<TrialResult | null> {
  const { sid } = admin.principal;
  const found = sid === null ? null : await readTrial(handle, { clientId, sid }, admin);
  if (found === null) return null;
  const { report, at } = found;
  if (report.outcome === 'answered') return { ...report, at };
  const { error: code, description, rule } = report;
  const goesTo = redirectUris[0] ?? null;
  return { ...explainRefused({ code, description, rule, facts: {} }, { clientId, goesTo }, admin), at };
}
