import type { Context } from '#lib/context';
import { noteScopeUses } from '#lib/tokens/scope-uses/note-scope-uses';
import type { LiveToken } from './access-token';

/** Records that a client used these scopes of the person of a token. It does not use the database. */
export function noteTokenUse(
  { clientId, user }: LiveToken,
  scope: readonly string[],
  { now: at }: Pick<Context, 'now'>,
): void {
  if (user !== null) noteScopeUses(user.sub, clientId, scope, at);
}
