import type { Client } from '#lib/clients/client';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { completeInteraction } from '#lib/interactions/store';
import { leftHalfHash } from '#lib/tokens/id-token';
import { type Authentication, createCode, createGrant, lockSession } from '#lib/tokens/store';
import type { Context } from '../context';
import { OAuthError } from '../oauth-error';
import { respond } from './respond';

/** A request that needs nothing more from the person. */
export type Completion = {
  readonly request: AuthorizationRequest;
  readonly client: Client;
  readonly session: Authentication & { readonly sid: string };
  /** What was granted: the requested scope, or what is left of it after consent. */
  readonly scope: readonly string[];
  /** The interaction this ends; null when none was needed. */
  readonly interactionHash: string | null;
  /** Written together with the grant, for example the remembered consent. */
  readonly alongside?: (tx: Transaction) => Promise<void>;
};

/**
 * Issues the authorization code and answers with the client's redirect (OpenID Connect Core §3.1.2.5).
 * @returns null when the interaction was completed before: nothing is issued twice
 * @throws login_required when the session ended meanwhile
 */
export async function completeAuthorization(completion: Completion, context: Context): Promise<HttpResponse | null> {
  const code = createHandle();
  const isIssued = await transaction(context.db, async (tx) => {
    const { interactionHash, session, alongside } = completion;
    if (interactionHash !== null && !(await completeInteraction(tx, interactionHash, context.now))) return false;
    if (!(await lockSession(tx, session.sid, context.now))) {
      throw new OAuthError('login_required', 'The session has ended');
    }
    await issueCode(tx, code, completion, context.now);
    await alongside?.(tx);
    return true;
  });
  if (!isIssued) return null;
  const { request, scope } = completion;
  const isReduced = scope.length !== request.scope.length;
  return respond(request, { code, ...(isReduced ? { scope: scope.join(' ') } : {}) }, context);
}

async function issueCode(tx: Transaction, code: string, completion: Completion, now: Date): Promise<void> {
  const { request, client, session, scope } = completion;
  const grantId = createId();
  const expiresAt = new Date(now.getTime() + client.authorizationCodeLifetimeSeconds * 1000);
  const { clientId } = client;
  await createGrant(tx, { id: grantId, clientId, scope, authentication: session }, { now, expiresAt });
  await createCode(tx, {
    hash: hashHandle(code),
    grantId,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    codeChallengeMethod: request.codeChallengeMethod,
    nonce: request.nonce,
    stateHash: request.state === null ? null : leftHalfHash(client.idTokenSignedResponseAlg, request.state),
    createdAt: now,
    expiresAt,
  });
}
