/** Every request asks several times, and a look-up in the registry of symbols costs a new string each time. */
const keys = new Map<string, symbol>();

/**
 * What must exist once in a process (database client, snapshot, key ring, queue, metrics) although Next and the
 * server bundle each carry their own copy of this code.
 * @param name the part's name; the value is kept on globalThis under Symbol.for('signet.<name>')
 * @param create makes it at the first use
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = keys.get(name) ?? rememberKey(name);
  const holder = globalThis as { [key: symbol]: unknown };
  if (!(key in holder)) holder[key] = create();
  return holder[key] as T;
}

function rememberKey(name: string): symbol {
  const key = Symbol.for(`signet.${name}`);
  keys.set(name, key);
  return key;
}
