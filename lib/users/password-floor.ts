import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';
import { measureKind, ownKind, paceOf, recordCheck } from './password-hash';
import { listPasswordKinds } from './password-store';

/** In milliseconds, so that people do not wait longer. The time of a slower kind of hash can therefore be noticed. */
const maximumMs = 500;
/** How long the stored kinds are cached, in seconds. */
const freshSeconds = 60;

type Kinds = { readonly list: readonly string[]; readonly until: Date };

/**
 * The time that hardly any check of the slowest kind of stored hash exceeds in this process, in milliseconds, at most
 * 500. No password check is answered sooner, so an imported hash, one of ours, an unknown name and a disabled account
 * take the same time (security #86). A kind is measured once in a process. After that, every check of it counts,
 * because a busy machine takes longer.
 * @param measure see measureKind()
 * @returns 0 if all stored hashes are of the current kind, because then all checks do the same work
 */
export async function passwordFloor(db: Database, now: Date, measure = measureKind): Promise<number> {
  let ms = 0;
  for (const kind of await storedKinds(db, now)) {
    await measureOnce(kind, measure);
    ms = Math.max(ms, paceOf(kind));
  }
  return Math.min(ms, maximumMs);
}

/**
 * The kinds that may be the slowest, including the current one, which an unknown name uses. Empty if there is no other
 * kind.
 */
async function storedKinds(db: Database, now: Date): Promise<readonly string[]> {
  const cache = singleton('password-stored-kinds', () => new WeakMap<Database, Kinds>());
  const known = cache.get(db);
  if (known !== undefined && now < known.until) return known.list;
  const foreign = await listPasswordKinds(db);
  const list = foreign.length === 0 ? [] : slowestKinds([ownKind, ...foreign]);
  cache.set(db, { list, until: new Date(now.getTime() + freshSeconds * 1000) });
  return list;
}

/** Concurrent callers wait for the same measurement. A failed one is repeated. */
async function measureOnce(kind: string, measure: typeof measureKind): Promise<void> {
  const measurements = singleton('password-kinds', () => new Map<string, Promise<void>>());
  const measurement = measurements.get(kind) ?? measure(kind).then((ms) => recordCheck(kind, ms));
  measurements.set(kind, measurement);
  try {
    await measurement;
  } catch (error) {
    measurements.delete(kind);
    throw error;
  }
}

/**
 * The kinds of hashes (see StoredHash) that may be the slowest. A kind is left out if another one of the same algorithm
 * is at least as high in every number. So the first sign-in of a process does not wait for measuring all of them.
 */
export function slowestKinds(kinds: readonly string[]): string[] {
  return kinds.filter((kind) => !kinds.some((other) => other !== kind && isAtLeast(other, kind)));
}

function isAtLeast(other: string, kind: string): boolean {
  if (shapeOf(other) !== shapeOf(kind)) return false;
  const least = numbersOf(kind);
  return numbersOf(other).every((number, index) => number >= (least[index] ?? 0));
}

const cost = /(?<=\w=|^\$2b\$)\d+/g;

/** The parts that must be equal: the names and the lanes, which may make a hash slower or faster. */
function shapeOf(kind: string): string {
  return kind.replace(cost, (digits, offset: number) => (kind.slice(offset - 2, offset) === 'p=' ? digits : '#'));
}

function numbersOf(kind: string): number[] {
  return (kind.match(cost) ?? []).map(Number);
}
