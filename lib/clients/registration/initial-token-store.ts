import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import type { RegisteredFlows } from '../flows';

/** An initial access token (RFC 7591 §1.2), without the token itself, which is not stored. */
export type InitialAccessToken = {
  /** Its ID for operators: the first 12 hex digits of its hash. */
  readonly id: string;
  readonly description: string | null;
  /** The number of clients that it can still register. Null for any number. */
  readonly remainingUses: number | null;
  /** The flows that its clients may register. */
  readonly flows: RegisteredFlows;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
};

type NewToken = Pick<InitialAccessToken, 'description' | 'remainingUses' | 'flows' | 'expiresAt'>;

/** @returns the token, which cannot be shown again */
export async function createInitialToken(db: Database | Transaction, token: NewToken, now: Date): Promise<Handle> {
  const handle = createHandle();
  const data = { ...token, hash: hashHandle(handle), createdAt: now };
  await db.initialAccessToken.create({ data, select: { hash: true } });
  return handle;
}

/** The tokens that have not expired, including used up ones, oldest first. */
export async function listInitialTokens(db: Database | Transaction, now: Date): Promise<InitialAccessToken[]> {
  const rows = await db.initialAccessToken.findMany({ where: unexpired(now), orderBy: { createdAt: 'asc' } });
  return rows.map(({ hash, flows, ...token }) => ({ ...token, flows: flowsOf(flows), id: idOf(hash) }));
}

/** @returns false if there is none with this ID */
export async function deleteInitialToken(db: Database | Transaction, id: string): Promise<boolean> {
  const rows = await db.initialAccessToken.findMany({ select: { hash: true } });
  const hash = rows.map((row) => row.hash).find((candidate) => idOf(candidate) === id);
  if (hash === undefined) return false;
  const { count } = await db.initialAccessToken.deleteMany({ where: { hash } });
  return count === 1;
}

/**
 * A token that could register a client now. The registration itself calls consumeInitialToken().
 * @returns null if there is none
 */
export async function findInitialToken(
  db: Database,
  token: string,
  now: Date,
): Promise<Pick<InitialAccessToken, 'flows'> | null> {
  const row = await db.initialAccessToken.findFirst({ where: usable(token, now), select: { flows: true } });
  return row && { flows: flowsOf(row.flows) };
}

/**
 * Takes one use by one conditional update.
 * @returns false if there is none left
 */
export async function consumeInitialToken(tx: Transaction, token: string, now: Date): Promise<boolean> {
  const { count } = await tx.initialAccessToken.updateMany({
    where: usable(token, now),
    // A token for any number of clients has null here, and null minus one is null.
    data: { remainingUses: { decrement: 1 } },
  });
  return count === 1;
}

function usable(token: string, now: Date) {
  const isLeft = { OR: [{ remainingUses: null }, { remainingUses: { gt: 0 } }] };
  return { hash: hashHandle(token), AND: [isLeft, unexpired(now)] };
}

/** A value that is not known opens the fewest flows. */
function flowsOf(stored: string): RegisteredFlows {
  return stored === 'all' ? 'all' : 'code';
}

function unexpired(now: Date) {
  return { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

/** The ID of a token. */
export function idOfToken(token: Handle): string {
  return idOf(hashHandle(token));
}

function idOf(hash: string): string {
  return Buffer.from(hash, 'base64url').toString('hex').slice(0, 12);
}
