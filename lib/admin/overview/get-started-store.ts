import type { Database } from '#lib/db/database';

/** Whether anyone signed in to a client other than these. */
export async function hasSignIn(db: Database, except: readonly string[]): Promise<boolean> {
  const event = await db.auditEvent.findFirst({
    where: {
      type: 'sign_in.succeeded',
      outcome: 'success',
      AND: [{ clientId: { not: null } }, { clientId: { notIn: [...except] } }],
    },
    orderBy: { id: 'desc' },
    select: { id: true },
  });
  return event !== null;
}

/** The number of enabled users with a role, and how many of them are not in a given list. */
export async function countAdministrators(
  db: Database,
  except: readonly string[],
): Promise<{ readonly all: number; readonly own: number }> {
  // With `enabled` in the condition, SQLite chooses the index on it and reads nearly every user.
  const found = await db.user.findMany({
    where: { admin: { in: ['owner', 'editor', 'auditor'] } },
    select: { sub: true, enabled: true },
    take: 1000,
  });
  const users = found.filter(({ enabled }) => enabled);
  const own = users.filter(({ sub }) => !except.includes(sub));
  return { all: users.length, own: own.length };
}
