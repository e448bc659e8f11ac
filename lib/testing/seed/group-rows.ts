import { summarize } from '#lib/groups/summary';
import type { Row } from './bulk-insert';
import { dayMs, type SeedSizes } from './sizes';
import { seedSub } from './user-rows';

type GroupSizes = Pick<SeedSizes, 'users' | 'groups' | 'groupsOfPerson'>;

/** The name of a seeded group, which is its ID too. Everybody is in the first. */
export function seedGroup(index: number): string {
  return `group-${String(index).padStart(5, '0')}`;
}

export function* groupRows({ groups }: GroupSizes, now: Date): Generator<Row> {
  for (let index = 0; index < groups; index += 1) {
    const name = seedGroup(index);
    const settings = JSON.stringify({ displayName: `Group ${index}`, description: null });
    yield { key: name, id: name, name, settings, createdAt: now, updatedAt: now };
  }
}

/** The memberships of a person. Some end, and sources take turns. */
function membershipsOf(person: number, { groups, groupsOfPerson }: GroupSizes, now: Date) {
  return Array.from({ length: groupsOfPerson }, (_, index) => ({
    sub: seedSub(person),
    groupId: seedGroup(index === 0 ? 0 : 1 + ((person * 31 + index * 97) % (groups - 1))),
    source: index % 2 === 0 ? 'file' : 'administrator',
    expiresAt: index === 1 && person % 3 === 0 ? new Date(now.getTime() + 20 * dayMs) : null,
    since: now,
  }));
}

export function* membershipRows(sizes: GroupSizes, now: Date): Generator<Row> {
  for (let person = 0; person < sizes.users; person += 1) yield* membershipsOf(person, sizes, now);
}

/** What the row of a person says of them. */
export function seedAccess(person: number, sizes: GroupSizes, now: Date): string {
  return summarize(membershipsOf(person, sizes, now));
}
