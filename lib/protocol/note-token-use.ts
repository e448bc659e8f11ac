import type { Context } from '#lib/context';
import { scopeUses } from '#lib/tokens/scope-uses/scope-use-tally';
import type { LiveToken } from './access-token';

/** Records that a client used these scopes of the person of a token. It does not use the database. */
export function noteTokenUse(
  { clientId, user }: LiveToken,
  scope: readonly string[],
  { now: at }: Pick<Context, 'now'>,
): void {
  if (user !== null) scopeUses().note({ sub: user.sub, clientId, scope, at });
}
