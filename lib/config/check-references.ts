import { closest } from '#lib/vocabulary/closest';
import type { Problem } from './problem';
import { type Planned, sections } from './sections';

/**
 * Finds references to names that do not exist, for example a scope of a client. A misspelled name would silently allow
 * or forbid something else. A stored reference to a client may stay, because clients can delete themselves (RFC 7592
 * §2.3).
 */
export async function checkReferences({ plans, isEdit }: Planned): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { path, to, name, isNew } of Object.values(plans).flatMap(({ listed }) => listed)) {
    const mayStay = isEdit || to === 'clients';
    if (mayStay && !isNew && !plans[to].gone.has(name)) continue;
    const names = await plans[to].names();
    if (names.has(name)) continue;
    const near = closest(name, [...names]);
    const hint = near === null ? '' : `; did you mean ${near}?`;
    const message = `there is no ${sections[to].noun} ${name}, neither in this file nor in the database${hint}`;
    const facts = { noun: sections[to].shortNoun, name, near: near ?? '' };
    problems.push({ path, code: 'unknown_reference', message, facts });
  }
  return problems;
}

/** Finds deleted entries that other entries still refer to. */
export async function checkRemovals({ plans }: Planned): Promise<Problem[]> {
  const all = Object.values(plans);
  if (all.every(({ gone }) => gone.size === 0)) return [];
  const users = new Map<string, Set<string>>();
  for (const { held } of all) {
    for (const { to, name, by } of await held()) {
      if (!plans[to].gone.has(name)) continue;
      const target = `${sections[to].shortNoun} ${name}`;
      users.set(target, (users.get(target) ?? new Set()).add(by));
    }
  }
  return [...users].map(([target, names]) => ({ path: [], code: 'in_use', message: describeUse(target, names) }));
}

const shown = 5;

function describeUse(target: string, names: ReadonlySet<string>): string {
  const more = names.size > shown ? ` and ${names.size - shown} more` : '';
  return `${target} is still used by ${[...names].slice(0, shown).join(', ')}${more}`;
}
