/** Shared by all bundles of the process. Each keeps a reference, because every request needs it several times. */
const parts = findParts();

/**
 * A part that must exist only once in a process (database client, snapshot, key ring, queue, metrics), although Next
 * and the server bundle have their own copies of this code.
 * @param name the part's name
 * @param create creates it at the first use
 */
export function singleton<T>(name: string, create: () => T): T {
  const known = parts.get(name);
  if (known !== undefined) return known as T;
  const made = create();
  parts.set(name, made);
  return made;
}

/**
 * A part that exists once for each object, for example for each database.
 * @param create creates it at the first use
 */
export function singletonOf<Owner extends object, T>(name: string, create: () => T): (owner: Owner) => T {
  const all = singleton(name, () => new WeakMap<Owner, T>());
  return (owner) => {
    const found = all.get(owner) ?? create();
    all.set(owner, found);
    return found;
  };
}

/** Forgets all parts, for tests. */
export function forgetSingletons(): void {
  parts.clear();
}

function findParts(): Map<string, unknown> {
  const holder = globalThis as { [key: symbol]: Map<string, unknown> | undefined };
  const key = Symbol.for('signet.parts');
  const found = holder[key] ?? new Map<string, unknown>();
  holder[key] = found;
  return found;
}
