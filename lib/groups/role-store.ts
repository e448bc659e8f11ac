import { deleteRows, inOrder, insertRows, type PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/statement';
import { batchesOf } from '#lib/vocabulary/batches';
import type { Role } from '#lib/vocabulary/role';
import { isForgotten, isRemembered, lastFormer } from './group-store';

type RoleChange = { readonly former: readonly Role[]; readonly roles: readonly Role[] };

/**
 * Remembers the roles that leave the configuration. Their assignments stay for 30 days, without effect, and whoever takes
 * the change back gives a role its ID again, and so its people.
 */
export function rememberRoles(dialect: Dialect, changes: readonly RoleChange[], now: Date): PreparedWrite {
  const [gone, added]: [Role[], Role[]] = [[], []];
  for (const { former, roles } of changes) {
    const ids = new Set(roles.map(({ id }) => id));
    const known = new Set(former.map(({ id }) => id));
    gone.push(...former.filter(({ id }) => !ids.has(id)));
    added.push(...roles.filter(({ id }) => !known.has(id)));
  }
  return inOrder(
    deleteRows(
      dialect,
      'FormerRole',
      'id',
      added.map(({ id }) => id),
    ),
    insertRows(
      dialect,
      'FormerRole',
      gone.map(({ id, name }) => ({ id, name, removedAt: now })),
    ),
  );
}

/** Of these roles, those that left the configuration and still have their assignments, by ID. */
export async function findFormerRoles(
  db: Database | Transaction,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const batch of batchesOf(ids)) {
    const where = { id: { in: batch }, removedAt: isRemembered(now) };
    for (const { id, name } of await db.formerRole.findMany({ where, select: { id: true, name: true } })) {
      found.set(id, name);
    }
  }
  return found;
}

/** The roles that left the configuration last. */
export function listFormerRoleNames(db: Database, now: Date) {
  return db.formerRole.findMany(lastFormer(now));
}

/** The roles that left the configuration so long ago that nobody gets their assignments back, a few of them. */
export async function listForgottenRoles(db: Database, now: Date): Promise<string[]> {
  const where = { removedAt: isForgotten(now) };
  const rows = await db.formerRole.findMany({ where, orderBy: { removedAt: 'asc' }, take: 100, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Forgets a role whose assignments are removed. */
export async function forgetRole(tx: Transaction, id: string): Promise<void> {
  await tx.formerRole.deleteMany({ where: { id } });
}
