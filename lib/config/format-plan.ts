import { secretKeys } from '#lib/vocabulary/without-secrets';
import type { Change, ValueChange } from './diff';
import { describeMark } from './impact/describe-mark';
import type { Impact } from './impact/read-impact';
import { sections } from './sections';

const signs = { create: '+', update: '~', delete: '-' } as const;
const maximumWidth = 60;

/**
 * Describes changes with one line for each entry: `+ client web`, `- user bob`, `~ client web: enabled: true → false`.
 * The lines below an entry say what its change breaks: `  ! 212 users have active grants`.
 * @returns `no changes` if there are none
 */
export function formatChanges(changes: readonly Change[], impact: Impact = new Map()): string {
  if (changes.length === 0) return 'no changes';
  const marksOf = (change: Change) => (impact.get(change) ?? []).map((mark) => `    ! ${describeMark(mark)}`);
  return changes.flatMap((change) => [formatChange(change), ...resetsOf(change), ...marksOf(change)]).join('\n');
}

/** What a file leaves out is not what its author looks at, so it has lines of its own. */
function resetsOf({ values, resets = [] }: Change): readonly string[] {
  if (resets.length === 0) return [];
  const shown = values.filter(({ key }) => resets.includes(key)).map((value) => `      ${formatValue(value)}`);
  return [`    ! ${describeResets(resets.length)}:`, ...shown];
}

/** How many settings of the portal a file leaves out, although they have other values than their defaults. */
export function describeResets(count: number): string {
  return count === 1
    ? '1 setting that your file leaves out returns to its default'
    : `${count} settings that your file leaves out return to their defaults`;
}

function formatChange({ kind, section, key, values: all, resets = [] }: Change): string {
  const values = all.filter((value) => !resets.includes(value.key));
  const head = section === 'portal' ? `${signs[kind]} portal` : `${signs[kind]} ${sections[section].noun} ${key}`;
  return values.length === 0 ? head : `${head}: ${values.map(formatValue).join(', ')}`;
}

function formatValue({ key, from, to }: ValueChange): string {
  const name = key === 'password_hash' ? 'password' : key;
  const change = `${JSON.stringify(from)} → ${JSON.stringify(to)}`;
  return secretKeys.has(key) || change.length > maximumWidth ? name : `${name} ${change}`;
}
