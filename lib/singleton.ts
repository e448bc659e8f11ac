/**
 * What must exist once in a process (database client, snapshot, key ring, queue, metrics) although Next and the
 * server bundle each carry their own copy of this code.
 * @param name the part's name; the value is kept on globalThis under Symbol.for('signet.<name>')
 * @param create makes it at the first use
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`signet.${name}`);
  const holder = globalThis as { [key: symbol]: unknown };
  if (!(key in holder)) holder[key] = create();
  return holder[key] as T;
}
