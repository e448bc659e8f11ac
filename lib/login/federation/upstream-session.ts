import type { Context } from '#lib/context';
import { rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Transaction } from '#lib/db/database';
import { findAnswer, forgetAnswers } from '#lib/interactions/upstream-sign-in-store';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { saveUpstreamSession } from '#lib/sessions/upstream/upstream-session-store';
import { openUpstreamResult } from './sealed';

/**
 * Stores with a session the parts of the provider's answer that a sign-out needs, at the provider and from there.
 * Nothing else of the provider's tokens is stored (security #121).
 */
export async function keepUpstreamSession(
  tx: Transaction,
  { session: { sid, idp }, interactionHash }: { readonly session: SessionWithUser; readonly interactionHash: string },
  context: Context,
): Promise<void> {
  if (idp === 'local') return;
  const { settings, now } = context;
  const answer = await findAnswer(tx, interactionHash);
  if (answer === null || answer.identity === null || answer.provider !== idp) {
    throw new Error('a session of a provider without its answer');
  }
  const { newcomer, sid: upstreamSid, signOut } = openUpstreamResult(answer.identity, answer.hash, context);
  const aad = rowAad('UpstreamSession', 'sealed', sid);
  const sealed = signOut && seal(sealingKey(settings.secret), JSON.stringify(signOut), aad);
  await saveUpstreamSession(tx, { sid, ...newcomer.key, upstreamSid, sealed }, now);
  await forgetAnswers(tx, interactionHash);
}
