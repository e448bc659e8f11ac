import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';
import { measureKind, ownKind } from './password-hash';
import { slowestKinds } from './slowest-kinds';
import { listPasswordKinds } from './user-store';

/** In milliseconds, so that people do not wait longer. The time of a slower kind of hash can therefore be noticed. */
const maximumMs = 500;
/** How long the stored kinds are cached, in seconds. */
const freshSeconds = 60;

type Floor = { readonly ms: number; readonly until: Date };

/**
 * The time that this process needs for the slowest kind of stored hash, in milliseconds, at most 500. No password check
 * is answered sooner, so an imported hash, one of ours, an unknown name and a disabled account take the same time
 * (security #86). Each kind is measured once in a process.
 * @param measure see measureKind()
 * @returns 0 if all stored hashes are of the current kind: then all checks do the same work
 */
export async function passwordFloor(db: Database, now: Date, measure = measureKind): Promise<number> {
  const floors = singleton('password-floors', () => new WeakMap<Database, Floor>());
  const known = floors.get(db);
  if (known !== undefined && now < known.until) return known.ms;
  const foreign = await listPasswordKinds(db);
  let ms = 0;
  // Ours may be the slowest: it is what an unknown name takes.
  for (const kind of foreign.length === 0 ? [] : slowestKinds([ownKind, ...foreign]))
    ms = Math.max(ms, Math.min(await measureOnce(kind, measure), maximumMs));
  floors.set(db, { ms, until: new Date(now.getTime() + freshSeconds * 1000) });
  return ms;
}

/** Concurrent callers wait for one measurement; a failed one is repeated. */
async function measureOnce(kind: string, measure: typeof measureKind): Promise<number> {
  const times = singleton('password-kinds', () => new Map<string, Promise<number>>());
  const measured = times.get(kind) ?? measure(kind);
  times.set(kind, measured);
  try {
    return await measured;
  } catch (error) {
    times.delete(kind);
    throw error;
  }
}
