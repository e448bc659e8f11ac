import type { Database } from '#lib/db/database';
import { readPerson } from './read-user';

/** An account in a list. `name` is the claim, and null without one. */
export type WalkedUser = {
  readonly sub: string;
  readonly username: string;
  readonly name: string | null;
  readonly isReadable: boolean;
};

const walkedRows = 1000;

/** Iterates over all accounts, as they are stored. */
export async function* walkUsers(db: Database): AsyncGenerator<WalkedUser> {
  for (let last = ''; ; ) {
    const rows = await db.user.findMany({
      where: { sub: { gt: last } },
      orderBy: { sub: 'asc' },
      take: walkedRows,
      select: { sub: true, username: true, enabled: true, tenants: true, claims: true },
    });
    for (const row of rows) {
      const { claims, unreadable } = readPerson(row);
      const name = typeof claims.name === 'string' ? claims.name : null;
      yield { sub: row.sub, username: row.username, name, isReadable: unreadable !== true };
    }
    last = rows.at(-1)?.sub ?? '';
    if (rows.length < walkedRows) return;
  }
}
