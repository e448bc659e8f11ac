import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';

/** The parts of a client whose use is recorded. `client` is the client itself. */
export const useKinds = [
  'client',
  'secret',
  'redirect_uri',
  'grant_type',
  'scope',
  'response_type',
  'assertion_audience',
] as const;
export type UseKind = (typeof useKinds)[number];

export type ClientUse = {
  readonly clientId: string;
  readonly kind: UseKind;
  /**
   * By kind: a secret's ID, a registered redirect URI, a grant type, the name of a scope, a response type that includes
   * tokens, or the audience of an assertion (`issuer` or `endpoint`). Empty for `client`.
   */
  readonly value: string;
  readonly at: Date;
};

/** A use is written once in this time, so that the cost does not grow with the requests. */
const intervalMs = 3_600_000;

/** The maximum number of cached uses. Beyond it, some are written more often. */
const maximumKnown = 100_000;

type Uses = { waiting: Map<string, ClientUse>; readonly written: Map<string, number> };

function keyOf({ kind, clientId, value }: ClientUse): string {
  return `${kind} ${clientId} ${value}`;
}

/** The uses of each database, once in a process. */
function usesOf(db: Database): Uses {
  const all = singleton('client-uses', () => new WeakMap<Database, Uses>());
  const found = all.get(db) ?? { waiting: new Map(), written: new Map() };
  all.set(db, found);
  return found;
}

/**
 * Records the use of a part of a client. It does not use the database. writeUses() writes it later, outside the request
 * path.
 */
export function noteUse(db: Database, use: ClientUse): void {
  const { clientId, kind, value, at } = use;
  const { waiting, written } = usesOf(db);
  const key = keyOf(use);
  const last = written.get(key);
  if (last !== undefined && Math.abs(at.getTime() - last) < intervalMs) return;
  if (written.size >= maximumKnown) written.clear();
  written.set(key, at.getTime());
  waiting.set(key, { clientId, kind, value, at });
}

/** Records uses again that could not be written. A later use of the same part stays. */
export function putBackUses(db: Database, unwritten: readonly ClientUse[]): void {
  const uses = usesOf(db);
  const former = unwritten.map((use): [string, ClientUse] => [keyOf(use), use]);
  uses.waiting = new Map([...former, ...uses.waiting]);
}

/** Takes the unwritten uses. */
export function takeUses(db: Database): ClientUse[] {
  const uses = usesOf(db);
  const taken = [...uses.waiting.values()];
  uses.waiting = new Map();
  return taken;
}
