import { describe, expect, it } from 'vitest';
import { createMemory } from './memory';

describe('createMemory', () => {
  it('returns the value of a text, and not of another', () => {
    const memory = createMemory<string>(2);
    memory.keep('a', 'first');
    memory.keep('a', 'second');
    expect(memory.recall('a')).toBe('second');
    expect(memory.recall('A')).toBeUndefined();
  });

  it('drops the least recently used text', () => {
    const memory = createMemory<number>(2);
    memory.keep('a', 1);
    memory.keep('b', 2);
    memory.recall('a');
    memory.keep('c', 3);
    expect(['a', 'b', 'c'].map((text) => memory.recall(text))).toEqual([1, undefined, 3]);
  });
});
