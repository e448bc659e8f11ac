import { closest } from './closest';
import type { Problem } from './problem';
import { type After, sections } from './sections';

/**
 * The names in a file that lead nowhere, for example a client's scope or a tenant's provider. A misspelt one would
 * otherwise silently allow or forbid something else.
 * @param after the configuration once the file is applied
 */
export function checkReferences(after: After): Problem[] {
  const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
    Object.entries(after).map(([section, { names }]) => [section, new Set(names)] as const),
  );
  return Object.values(after)
    .flatMap(({ listed }) => listed)
    .filter(({ to, name }) => !known.get(to)?.has(name))
    .map(({ path, to, name }) => {
      const near = closest(name, after[to].names);
      const hint = near === null ? '' : `; did you mean ${near}?`;
      const message = `there is no ${sections[to].noun} ${name}, neither in this file nor in the database${hint}`;
      return {
        path,
        code: 'unknown_reference',
        message,
        facts: { noun: sections[to].shortNoun, name, near: near ?? '' },
      };
    });
}

/**
 * What is deleted while something that stays still names it. That would silently allow or forbid something else.
 * @param after the configuration once everything is written
 */
export function checkRemovals(after: After): Problem[] {
  const gone: ReadonlyMap<string, ReadonlySet<string>> = new Map(
    Object.entries(after).map(([section, plan]) => [section, new Set(plan.gone)] as const),
  );
  if ([...gone.values()].every(({ size }) => size === 0)) return [];
  const users = new Map<string, Set<string>>();
  for (const { to, name, by } of Object.values(after).flatMap(({ held }) => held())) {
    if (!gone.get(to)?.has(name)) continue;
    const target = `${sections[to].shortNoun} ${name}`;
    users.set(target, (users.get(target) ?? new Set()).add(by));
  }
  return [...users].map(([target, names]) => ({ path: [], code: 'in_use', message: describeUse(target, names) }));
}

const shown = 5;

function describeUse(target: string, names: ReadonlySet<string>): string {
  const more = names.size > shown ? ` and ${names.size - shown} more` : '';
  return `${target} is still used by ${[...names].slice(0, shown).join(', ')}${more}`;
}
