import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { isUnderWay } from '#lib/vocabulary/time';

/** In seconds: the time that a person has at the provider. It is the same as for the interaction. */
const lifetimeSeconds = 900;

/** A person's way to an upstream provider and back. */
export type UpstreamSignIn = {
  /** The hash of the `state` parameter. */
  readonly hash: string;
  readonly provider: string;
  readonly browserHash: string;
  readonly interactionHash: string;
  /** The values that the answer is checked against. */
  readonly sealed: string;
  /** The sealed answer of the provider, if the person has to answer a question first. */
  readonly identity: string | null;
  /** Why it failed, and the reference of the refused request. */
  readonly problem: string | null;
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly finishedAt: Date | null;
};

const columns = {
  hash: true,
  provider: true,
  browserHash: true,
  interactionHash: true,
  sealed: true,
  identity: true,
  problem: true,
  reference: true,
  createdAt: true,
  expiresAt: true,
  finishedAt: true,
} as const;

type NewUpstreamSignIn = Pick<UpstreamSignIn, 'hash' | 'provider' | 'browserHash' | 'interactionHash' | 'sealed'> & {
  readonly problem?: string;
  readonly reference?: string;
};

export async function createUpstreamSignIn(db: Database, signIn: NewUpstreamSignIn, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  await db.upstreamSignIn.create({ data: { ...signIn, createdAt: now, expiresAt }, select: { hash: true } });
}

/**
 * Uses a state: one conditional update, so that only one of any number of callers succeeds. The callback of another
 * provider and another browser find no state, and use none up (RFC 9700 §4.4).
 */
export async function redeemUpstreamSignIn(
  db: Database,
  { hash, provider, browserHashes }: { hash: HandleHash; provider: string; browserHashes: readonly HandleHash[] },
  now: Date,
): Promise<UpstreamSignIn | null> {
  const rows = await db.upstreamSignIn.updateManyAndReturn({
    where: {
      hash,
      provider,
      browserHash: { in: [...browserHashes] },
      usedAt: null,
      problem: null,
      ...isUnderWay(now),
    },
    data: { usedAt: now },
    select: columns,
  });
  return rows[0] ?? null;
}

/** The browser of a state, in any status. Null for an unknown state. */
export async function findStateBrowser(db: Database, hash: HandleHash): Promise<string | null> {
  const row = await db.upstreamSignIn.findUnique({ where: { hash }, select: { browserHash: true } });
  return row?.browserHash ?? null;
}

/** The latest way to a provider in an interaction. */
export async function findLastUpstreamSignIn(
  db: Database | Transaction,
  interactionHash: string,
): Promise<UpstreamSignIn | null> {
  return db.upstreamSignIn.findFirst({
    where: { interactionHash },
    orderBy: [{ createdAt: 'desc' }, { hash: 'asc' }],
    select: columns,
  });
}

/** Stores the data for the next page: the failure, or the identity and a question. */
export async function noteUpstream(
  db: Database,
  hash: string,
  note: { readonly problem?: string | null; readonly reference?: string; readonly identity?: string },
): Promise<void> {
  await db.upstreamSignIn.updateMany({ where: { hash, finishedAt: null }, data: note });
}

/**
 * Finishes the way to a provider: one conditional update.
 * @param identity the sealed answer, which the session needs as soon as it exists: see findAnswer()
 * @returns true for exactly one of any number of callers
 */
export async function finishUpstreamSignIn(
  tx: Transaction,
  { hash, interactionHash, identity }: Pick<UpstreamSignIn, 'hash' | 'interactionHash'> & { readonly identity: string },
  now: Date,
): Promise<boolean> {
  const { count } = await tx.upstreamSignIn.updateMany({
    where: { hash, finishedAt: null, ...isUnderWay(now) },
    data: { finishedAt: now, identity },
  });
  if (count === 1) await forgetAnswers(tx, interactionHash, hash);
  return count === 1;
}

/** The answer with which a person signed in for an interaction, until it is stored in a session. */
export async function findAnswer(db: Database | Transaction, interactionHash: string): Promise<UpstreamSignIn | null> {
  return db.upstreamSignIn.findFirst({
    where: { interactionHash, finishedAt: { not: null }, identity: { not: null } },
    select: columns,
  });
}

/**
 * Erases the provider answers of an interaction.
 * @param except the state whose answer is still needed
 */
export async function forgetAnswers(tx: Transaction, interactionHash: string, except?: string): Promise<void> {
  const others = except === undefined ? {} : { hash: { not: except } };
  await tx.upstreamSignIn.updateMany({
    where: { interactionHash, finishedAt: { not: null }, ...others },
    data: { identity: null },
  });
}
