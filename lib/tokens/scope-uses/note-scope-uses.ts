import { singleton } from '#lib/singleton';
import { createUseTally, type UseTally } from '#lib/usage/use-tally';

/** The time at which a client used a scope of a person. */
export type ScopeUse = {
  readonly sub: string;
  readonly clientId: string;
  readonly scope: string;
  readonly at: Date;
};

/** The uses that this process has not written yet. */
export function scopeUses(): UseTally<ScopeUse> {
  return singleton('scope-uses', () =>
    createUseTally(({ sub, clientId, scope }: ScopeUse) => `${sub} ${clientId} ${scope}`),
  );
}

/** Records the scopes of a token that was issued or used. It does not use the database. */
export function noteScopeUses(sub: string, clientId: string, scopes: readonly string[], at: Date): void {
  const tally = scopeUses();
  for (const scope of scopes) tally.note({ sub, clientId, scope, at });
}
