const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

type DurationUnit = `${(typeof units)[number][0]}s`;

/** The units that a form offers. */
export const durationUnits: readonly DurationUnit[] = ['seconds', 'minutes', 'hours', 'days'];

export function isUnit(text: string): text is DurationUnit {
  return durationUnits.some((unit) => unit === text);
}

/** `5400` → 90 minutes: a whole number of the largest possible unit. Zero is 0 seconds. */
export function splitDuration(seconds: number | null): { readonly count: string; readonly unit: DurationUnit } {
  if (seconds === null) return { count: '', unit: 'minutes' };
  if (seconds === 0) return { count: '0', unit: 'seconds' };
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  return { count: String(seconds / length), unit: `${unit}s` };
}

/** `5400` → `1 hour 30 minutes`. Empty for null. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds === 0) return '0 seconds';
  let rest = seconds;
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ');
}

/** The message for any other text in the field. */
export const expectedDuration = 'expected a duration such as 15 minutes, 1 h 30 min or 3600';

const lengths: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };
const part = /(\d{1,10})\s*(days?|d|hours?|h|minutes?|min|m|seconds?|sec|s)?(?=[\s\d,]|$)/giy;

/**
 * Reads a duration as people write it: `15 minutes`, `1 h 30 min`, or a plain number of seconds.
 * @returns whole seconds; null for an empty text; undefined for an invalid duration
 */
export function readDuration(text: string): number | null | undefined {
  const rest = text.trim();
  if (rest === '') return null;
  if (/^\d{1,10}$/.test(rest)) return Number(rest);
  let [total, place] = [0, 0];
  while (place < rest.length) {
    part.lastIndex = place;
    const found = part.exec(rest);
    const unit = found?.[2];
    if (!found || unit === undefined) return undefined;
    total += Number(found[1]) * (lengths[unit.charAt(0).toLowerCase()] ?? 0);
    place = part.lastIndex;
    while (rest[place] === ' ' || rest[place] === ',') place += 1;
  }
  return total;
}
