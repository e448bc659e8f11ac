import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';

/** What of a client is known to be in use. `client` is the client itself. */
export const useKinds = ['client', 'secret', 'redirect_uri', 'grant_type', 'scope'] as const;
export type UseKind = (typeof useKinds)[number];

export type ClientUse = {
  readonly clientId: string;
  readonly kind: UseKind;
  /** A secret's id, a registered redirect URI, a grant type or the name of a scope; empty for the client. */
  readonly value: string;
  readonly at: Date;
};

/** A use is written down once in so long: what it costs does not grow with the requests. */
const intervalMs = 3_600_000;

/** So many uses are known at a time; past it some are written more often. */
const maximumKnown = 100_000;

type Uses = { waiting: Map<string, ClientUse>; readonly written: Map<string, number> };

/** Of each database, once a process. */
function usesOf(db: Database): Uses {
  const all = singleton('client-uses', () => new WeakMap<Database, Uses>());
  const found = all.get(db) ?? { waiting: new Map(), written: new Map() };
  all.set(db, found);
  return found;
}

/** Notes that something of a client was used. Touches no database: startUseWriter() writes it down, off the request path. */
export function noteUse(db: Database, { clientId, kind, value, at }: ClientUse): void {
  const { waiting, written } = usesOf(db);
  const key = `${kind} ${clientId} ${value}`;
  const last = written.get(key);
  if (last !== undefined && Math.abs(at.getTime() - last) < intervalMs) return;
  if (written.size >= maximumKnown) written.clear();
  written.set(key, at.getTime());
  waiting.set(key, { clientId, kind, value, at });
}

/** Takes what waits to be written. */
export function takeUses(db: Database): ClientUse[] {
  const uses = usesOf(db);
  const taken = [...uses.waiting.values()];
  uses.waiting = new Map();
  return taken;
}
