import type { Client } from '#lib/clients/client';
import { withGroups } from '#lib/groups/summary';
import { whatOpens } from '#lib/groups/what-opens';
import { type PreviewedClaims, previewClaims } from '#lib/protocol/preview-claims';
import { mayUseClient } from '#lib/protocol/release';
import { getResponseType } from '#lib/protocol/response-types';
import { stillAllowed } from '#lib/protocol/scope';
import type { Subject } from '#lib/tokens/access-token';
import type { User } from '#lib/users/user';
import { acrOfLevel } from '#lib/vocabulary/acr-levels';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import type { AdminContext } from '../admin-context';
import { findNamed, type SimulatedNoAccess } from './simulate';

/** The tokens of a client without an authorization request: of a machine, of a device, or of any person. */
type TokenQuery = {
  readonly client: string;
  /** A username or a verified address. Null for a client that acts for itself. */
  readonly user: string | null;
  /** Scope names, separated by spaces. Null for every scope that the client may ask for. */
  readonly scope: string | null;
  /** IDs of groups in which the person counts as a member. */
  readonly memberOf?: readonly string[];
};

export type PreviewedTokens = {
  readonly outcome: 'tokens';
  readonly granted: readonly string[];
  /** Requested but not granted: not allowed for the client, disabled, or unknown. */
  readonly dropped: readonly string[];
  readonly tokens: PreviewedClaims;
};

export type TokenProblem = 'unknown_client' | 'unknown_user' | 'no_user' | 'no_scope';

/** The claims in the tokens for this client, person and scopes. Nothing is signed or stored. */
export async function previewTokens(
  admin: AdminContext,
  asked: TokenQuery,
): Promise<PreviewedTokens | SimulatedNoAccess | { readonly outcome: 'problem'; readonly problem: TokenProblem }> {
  const client = admin.snapshot.clients.get(asked.client);
  if (client === undefined) return problem('unknown_client');
  const stored = asked.user === null ? null : await findNamed(asked.user, admin);
  if (stored === null && asked.user !== null) return problem('unknown_user');
  const user = stored && { ...stored, access: withGroups(stored.access, asked.memberOf ?? []) };
  if (user !== null && !mayUseClient(user, client, admin)) {
    const { clientId: id, clientName: name } = client;
    return { outcome: 'no_access', client: { id, name }, person: user, opens: whatOpens(client), silent: null };
  }
  const wanted = asked.scope === null ? client.scope : [...new Set(asked.scope.split(/\s+/))];
  const allowed = stillAllowed(admin.snapshot, client, wanted);
  const granted = allowed.filter((name) => user !== null || isForClient(admin, name));
  if (granted.length === 0) return problem(user === null && allowed.length > 0 ? 'no_user' : 'no_scope');
  const subject = user === null ? null : subjectOf(user, client, admin.now);
  const previewed = { client, subject, scope: granted, nonce: null, type: getResponseType('code') };
  const dropped = wanted.filter((name) => !granted.includes(name));
  return { outcome: 'tokens', granted, dropped, tokens: previewClaims(previewed, admin) };
}

function problem(code: TokenProblem): { readonly outcome: 'problem'; readonly problem: TokenProblem } {
  return { outcome: 'problem', problem: code };
}

/** A client that acts for itself gets resource scopes only (RFC 6749 §4.4). */
function isForClient({ snapshot }: AdminContext, name: string): boolean {
  return snapshot.scopes.get(name)?.type === 'resource';
}

function subjectOf(person: User, { tenant }: Client, now: Date): Subject {
  const { sub } = person;
  const authentication = { sub, sid: null, authTime: now, amr: ['pwd'], idp: 'local', acr: acrOfLevel[1] };
  return { grantId: '', authentication, person, releasedByName: noNamedClaims, tenant };
}
