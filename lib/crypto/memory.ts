import { sha256 } from './hash';

/** What was worked out about texts that come again and again: signed or sealed ones. */
export type Memory<Value> = {
  recall(text: string): Value | undefined;
  keep(text: string, value: Value): void;
};

/**
 * A memory that holds so many texts and forgets the one that was not asked for the longest. It keeps the SHA-256 of a
 * text and never the text: what it remembers opens nothing.
 * @param limit how many texts; each takes about 200 bytes and what its value takes
 */
export function createMemory<Value>(limit: number): Memory<Value> {
  // A Map goes through its entries in the order they were set.
  const entries = new Map<string, Value>();
  return {
    recall(text) {
      const key = sha256(text);
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    keep(text, value) {
      entries.set(sha256(text), value);
      if (entries.size <= limit) return;
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    },
  };
}
