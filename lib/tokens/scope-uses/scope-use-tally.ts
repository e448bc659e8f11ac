import { singleton } from '#lib/singleton';

/** When a client used a scope of a person. */
export type ScopeUse = {
  readonly sub: string;
  readonly clientId: string;
  readonly scope: string;
  readonly at: Date;
};

/** How often a use of one scope is written, so that the cost does not grow with the requests. */
const intervalMs = 3_600_000;

/** So many uses are known in memory; beyond it, some are written more often. */
const maximumKnown = 100_000;

/** The uses that a process saw and did not write yet. */
export type ScopeUseTally = {
  /** Notes the scopes of a token that was issued or used. Touches no database. */
  readonly note: (use: Omit<ScopeUse, 'scope'> & { readonly scope: readonly string[] }) => void;
  /** The uses to write since the last time. */
  readonly take: () => ScopeUse[];
  /** Notes again what could not be written. */
  readonly putBack: (uses: readonly ScopeUse[]) => void;
};

/** The tally of this process. */
export function scopeUses(): ScopeUseTally {
  return singleton('scope-uses', createScopeUseTally);
}

/** Notes in memory: on the path of every token, so it does the least. */
export function createScopeUseTally(): ScopeUseTally {
  const written = new Map<string, number>();
  let waiting: ScopeUse[] = [];
  const keyOf = ({ sub, clientId, scope }: Omit<ScopeUse, 'at'>) => `${sub} ${clientId} ${scope}`;
  return {
    note: ({ sub, clientId, scope: names, at }) => {
      for (const scope of names) {
        const key = keyOf({ sub, clientId, scope });
        const last = written.get(key);
        if (last !== undefined && Math.abs(at.getTime() - last) < intervalMs) continue;
        if (written.size >= maximumKnown) written.clear();
        written.set(key, at.getTime());
        waiting.push({ sub, clientId, scope, at });
      }
    },
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    putBack: (uses) => {
      waiting = [...uses, ...waiting];
    },
  };
}
