import { singleton } from '#lib/singleton';

/** The time at which a client used a scope of a person. */
export type ScopeUse = {
  readonly sub: string;
  readonly clientId: string;
  readonly scope: string;
  readonly at: Date;
};

/** A use of one scope is written once in this time, so that the cost does not grow with the requests. */
const intervalMs = 3_600_000;

/** The maximum number of uses in memory. Beyond it, some are written more often. */
const maximumKnown = 100_000;

/** The uses that a process has not written yet. */
export type ScopeUseTally = {
  /** Records the scopes of a token that was issued or used. It does not use the database. */
  readonly note: (use: Omit<ScopeUse, 'scope'> & { readonly scope: readonly string[] }) => void;
  /** Returns the uses to write since the last call. */
  readonly take: () => ScopeUse[];
  /** Records uses again that could not be written. */
  readonly putBack: (uses: readonly ScopeUse[]) => void;
};

/** The tally of this process. */
export function scopeUses(): ScopeUseTally {
  return singleton('scope-uses', createScopeUseTally);
}

/** Records uses in memory. It does as little as possible, because every token goes through it. */
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
