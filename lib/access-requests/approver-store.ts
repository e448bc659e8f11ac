import type { Database } from '#lib/db/database';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { readUser } from '#lib/users/read-user';
import type { User } from '#lib/users/user';
import { userColumns } from '#lib/users/user-store';
import { groupKey } from '#lib/vocabulary/group-name';

type Wanted = {
  /** The names of groups. */
  readonly names: readonly string[];
  /** The canonical username of the last one of the page before. Empty at first. */
  readonly after: string;
  readonly limit: number;
};

/** Enabled people with a verified address and a membership in one of some groups, whether or not it counts, by username. */
export async function listMembersByName(
  db: Database,
  { names, after, limit }: Wanted,
  { snapshot, now }: { readonly snapshot: Pick<Snapshot, 'groups'>; readonly now: Date },
): Promise<User[]> {
  const keys = new Set(names.map(groupKey));
  const ids = [...snapshot.groups.values()].flatMap(({ id, key }) => (keys.has(key) ? [id] : []));
  const memberships = { some: { groupId: { in: ids }, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] } };
  const where = { enabled: true, emailVerified: true, canonicalUsername: { gt: after }, memberships };
  const rows = await db.user.findMany({
    where,
    orderBy: { canonicalUsername: 'asc' },
    take: limit,
    select: userColumns,
  });
  return rows.map(readUser);
}
