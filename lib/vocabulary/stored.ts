import { z } from 'zod';

/** Reads a column that holds one of a few words; anything else there is a broken row. */
export function storedChoice<const Words extends readonly string[]>(words: Words, value: string): Words[number] {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new Error(`a stored value is none of ${words.join(', ')}`);
  return found;
}

const list = z.array(z.string());

/** Reads a column that holds a JSON list of texts. */
export function storedList(json: string): string[] {
  return list.parse(JSON.parse(json));
}
