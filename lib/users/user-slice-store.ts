import type { Database } from '#lib/db/database';

/** Accounts between two subs. */
export type UserSlice = { readonly gt: string; readonly lte?: string };

/** The number of accounts that a statement reads. The driver of SQLite lets requests in only between statements. */
export const sliceSize = 500;

/** All accounts in slices, for what has to look at each of them. */
export async function* userSlices(db: Database): AsyncGenerator<UserSlice> {
  for (let gt = ''; ; ) {
    const [last] = await db.user.findMany({
      where: { sub: { gt } },
      orderBy: { sub: 'asc' },
      skip: sliceSize - 1,
      take: 1,
      select: { sub: true },
    });
    if (last === undefined) {
      yield { gt };
      return;
    }
    yield { gt, lte: last.sub };
    gt = last.sub;
  }
}
