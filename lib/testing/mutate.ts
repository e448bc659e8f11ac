/** Random numbers from 0 up to but not including 1, the same for the same seed (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** Texts that often confuse parsers. */
const odd = [
  '',
  '%',
  '%00',
  '%zz',
  '%E0%A4%A',
  '%F0%9F%98%80',
  '%C0%80',
  '%ED%A0%80',
  '%0d%0a',
  '\0',
  '\xff\xfe',
  '\t',
  '+',
  '&',
  '=',
  ';',
  '&&==',
  '[]',
  '[not]=',
  '{"not":""}',
  '__proto__',
  'constructor',
  'undefined',
  'null',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(40),
  "' OR 1=1--",
  '$where',
  '../../../../etc/passwd',
  '<svg/onload=1>',
  '\u00ad'.repeat(3),
  'A'.repeat(101),
  'A'.repeat(5000),
  'eyJhbGciOiJub25lIn0.e30.',
  '.',
  '..',
  '*',
];

/**
 * Changes a text in one to four places: removes, doubles or swaps characters, flips bits, or inserts something unusual.
 */
export function mutate(random: Random, text: string): string {
  let result = text;
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) result = mutateOnce(random, result);
  return result;
}

function mutateOnce(random: Random, text: string): string {
  const start = Math.floor(random() * (text.length + 1));
  const end = Math.min(text.length, start + Math.floor(random() * 12));
  const part = text.slice(start, end);
  const change = pick(random, [
    () => '',
    () => part + part,
    () => pick(random, odd),
    () => part + pick(random, odd),
    () => [...part].reverse().join(''),
    () =>
      [...part].map((letter) => String.fromCharCode(letter.charCodeAt(0) ^ (1 << Math.floor(random() * 8)))).join(''),
    () => encodeURIComponent(part),
    () => part.toUpperCase(),
  ]);
  return text.slice(0, start) + change() + text.slice(end);
}
