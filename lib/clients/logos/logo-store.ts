import type { Database, Transaction } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';

/** A logo without its pixels. */
export type ClientLogo = {
  readonly clientId: string;
  /** The address it was fetched from. The logo is valid as long as this is the client's `logo_uri`. */
  readonly uri: string;
  /** Part of its address. Null if there is no picture. */
  readonly hash: string | null;
  readonly problem: string | null;
  readonly attempts: number;
  /** Null if no attempt is due. */
  readonly nextAttemptAt: Date | null;
};

const columns = { clientId: true, uri: true, hash: true, problem: true, attempts: true, nextAttemptAt: true } as const;

/** @param only these client_ids */
export async function listClientLogos(db: Database, only: readonly string[] | null = null): Promise<ClientLogo[]> {
  const where = only === null ? {} : { clientId: { in: [...only] } };
  return db.clientLogo.findMany({ where, select: columns });
}

/** The PNG with this hash. Null if it does not belong to a vouched client. */
export async function findLogoPicture(db: Database, hash: string): Promise<Buffer | null> {
  const row = await db.clientLogo.findFirst({
    where: { hash, client: { selfRegistered: false, enabled: true } },
    select: { picture: true },
  });
  return row?.picture ? Buffer.from(row.picture, 'base64') : null;
}

type LogoClaim = { readonly clientId: string; readonly uri: string; readonly until: Date };

/**
 * Claims a logo to fetch, so that only one of several processes fetches it. The previous picture stays until there is
 * another.
 * @param former the row as it was read; null if there was none
 * @returns the number of the attempt; null if another process was faster
 */
export async function claimLogo(db: Database, former: ClientLogo | null, claim: LogoClaim): Promise<number | null> {
  const { clientId, uri, until } = claim;
  if (former === null) return insertClaim(db, claim);
  const attempts = former.uri === uri ? former.attempts + 1 : 1;
  const { count } = await db.clientLogo.updateMany({
    where: { clientId, uri: former.uri, attempts: former.attempts, nextAttemptAt: former.nextAttemptAt },
    data: {
      uri,
      attempts,
      nextAttemptAt: until,
      ...(former.uri !== uri && { hash: null, picture: null, problem: null }),
    },
  });
  return count === 1 ? attempts : null;
}

async function insertClaim(db: Database, { clientId, uri, until }: LogoClaim): Promise<number | null> {
  try {
    await db.clientLogo.create({ data: { clientId, uri, attempts: 1, nextAttemptAt: until }, select: { uri: true } });
    return 1;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

type FetchedLogo = Pick<ClientLogo, 'clientId' | 'uri' | 'hash' | 'problem' | 'nextAttemptAt'> & {
  /** The PNG in base64. */
  readonly picture: string | null;
};

/** Stores the result, unless the client has another address in the meantime. */
export async function saveLogo(tx: Transaction, { clientId, uri, ...result }: FetchedLogo): Promise<boolean> {
  const { count } = await tx.clientLogo.updateMany({ where: { clientId, uri }, data: result });
  return count === 1;
}
