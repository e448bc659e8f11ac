import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';

/** A person has this long at the provider, in seconds: as long as the interaction itself. */
const lifetimeSeconds = 900;

/** A person on the way to an upstream provider and back. */
export type UpstreamSignIn = {
  /** Of the `state` parameter. */
  readonly hash: string;
  readonly provider: string;
  readonly browserHash: string;
  readonly interactionHash: string;
  /** The values that the answer is checked against. */
  readonly sealed: string;
  /** The sealed answer of the provider, while the person has to answer a question first. */
  readonly identity: string | null;
  /** Why it failed, and the reference of the request that did. */
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
 * Uses a state: one conditional update, so that of any number of callers one wins. Another provider's callback and
 * another browser find nothing, and use nothing up (RFC 9700 §4.4).
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
      expiresAt: { gt: now },
    },
    data: { usedAt: now },
    select: columns,
  });
  return rows[0] ?? null;
}

/** The browser of a state, regardless of its outcome; null for an unknown state. */
export async function findStateBrowser(db: Database, hash: HandleHash): Promise<string | null> {
  const row = await db.upstreamSignIn.findUnique({ where: { hash }, select: { browserHash: true } });
  return row?.browserHash ?? null;
}

/** The last way to a provider that an interaction took. */
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

/** Stores the data for the next page: the failure, or the identity with a question. */
export async function noteUpstream(
  db: Database,
  hash: string,
  note: { readonly problem?: string | null; readonly reference?: string; readonly identity?: string },
): Promise<void> {
  await db.upstreamSignIn.updateMany({ where: { hash, finishedAt: null }, data: note });
}

/**
 * Ends it: one conditional update.
 * @param identity the sealed answer, which the session needs once there is one: see findAnswer()
 * @returns true for exactly one of any number of callers
 */
export async function finishUpstreamSignIn(
  tx: Transaction,
  { hash, interactionHash, identity }: Pick<UpstreamSignIn, 'hash' | 'interactionHash'> & { readonly identity: string },
  now: Date,
): Promise<boolean> {
  const { count } = await tx.upstreamSignIn.updateMany({
    where: { hash, finishedAt: null, expiresAt: { gt: now } },
    data: { finishedAt: now, identity },
  });
  if (count === 1) await forgetAnswers(tx, interactionHash, hash);
  return count === 1;
}

/** The answer with which a person signed in for an interaction, as long as no session has it. */
export async function findAnswer(tx: Transaction, interactionHash: string): Promise<UpstreamSignIn | null> {
  return tx.upstreamSignIn.findFirst({
    where: { interactionHash, finishedAt: { not: null }, identity: { not: null } },
    select: columns,
  });
}

/** Erases the answers of an interaction. @param except the state whose answer is still needed */
export async function forgetAnswers(tx: Transaction, interactionHash: string, except?: string): Promise<void> {
  const others = except === undefined ? {} : { hash: { not: except } };
  await tx.upstreamSignIn.updateMany({
    where: { interactionHash, finishedAt: { not: null }, ...others },
    data: { identity: null },
  });
}
