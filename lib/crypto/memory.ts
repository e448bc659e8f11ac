import { LRUCache } from 'lru-cache';
import { sha256 } from './hash';

/** A cache of results for texts that occur repeatedly, such as signed or sealed ones. */
export type Memory<Value extends NonNullable<unknown>> = {
  recall(text: string): Value | undefined;
  keep(text: string, value: Value): void;
};

/**
 * A cache with a maximum size. It stores the SHA-256 of a text and never the text, so its content gives no access.
 * @param max the number of entries; each takes about 200 bytes and the size of its value
 */
export function createMemory<Value extends NonNullable<unknown>>(max: number): Memory<Value> {
  const entries = new LRUCache<string, Value>({ max });
  return {
    // Most of them are empty most of the time, and then no digest is needed.
    recall: (text) => (entries.size === 0 ? undefined : entries.get(sha256(text))),
    keep: (text, value) => void entries.set(sha256(text), value),
  };
}
