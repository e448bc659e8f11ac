import { createId, type HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { canonicalEmail } from '#lib/vocabulary/email';
import { searchColumns, searchKey } from '#lib/vocabulary/search-key';
import { readUser } from './read-user';
import type { AdminRole, ClaimValue, User } from './user';

/** What a person consists of when written; `canonicalUsername` is canonicalUsername(username). */
export type UserInput = {
  readonly username: string;
  readonly canonicalUsername: string;
  readonly passwordHash: string | null;
  readonly enabled: boolean;
  readonly admin: AdminRole | null;
  readonly tenants: readonly string[];
  readonly claims: Readonly<Record<string, ClaimValue>>;
};

export async function findUserByCanonicalUsername(
  db: Database | Transaction,
  canonicalUsername: string,
): Promise<User | null> {
  const row = await db.user.findUnique({ where: { canonicalUsername }, select: userColumns });
  return row && readUser(row);
}

export async function findUserBySub(db: Database | Transaction, sub: string): Promise<User | null> {
  const row = await db.user.findUnique({ where: { sub }, select: userColumns });
  return row && readUser(row);
}

/** Everybody, or those with one of these canonical user names or subs. */
export type UserSelection = 'all' | { readonly names: readonly string[]; readonly subs: readonly string[] };

/** Users, by canonical user name when it is everybody. */
export async function listUsers(db: Database | Transaction, selection: UserSelection = 'all'): Promise<User[]> {
  if (selection === 'all') {
    const rows = await db.user.findMany({ orderBy: { canonicalUsername: 'asc' }, select: userColumns });
    return rows.map(readUser);
  }
  const found = new Map<string, User>();
  for (const names of batchesOf(selection.names)) {
    const rows = await db.user.findMany({ where: { canonicalUsername: { in: names } }, select: userColumns });
    for (const row of rows) found.set(row.sub, readUser(row));
  }
  for (const subs of batchesOf(selection.subs)) {
    const rows = await db.user.findMany({ where: { sub: { in: subs } }, select: userColumns });
    for (const row of rows) found.set(row.sub, readUser(row));
  }
  return [...found.values()];
}

/**
 * The people an e-mail address could mean: those who have it, confirmed or not, and the one whose user name it is.
 * Disabled ones too. At most 10.
 * @param email see canonicalEmail()
 */
export async function findUsersByEmail(db: Database | Transaction, email: string): Promise<User[]> {
  const rows = await db.user.findMany({
    where: { OR: [{ canonicalEmail: email }, { canonicalUsername: email }] },
    orderBy: { createdAt: 'asc' },
    take: 10,
    select: userColumns,
  });
  return rows.map(readUser);
}

/** Replaces a person's claims. */
export async function setClaims(tx: Transaction, sub: string, claims: User['claims'], now: Date): Promise<void> {
  const keys = { nameKey: searchKey(claims.name), emailKey: searchKey(claims.email) };
  const email = canonicalEmail(claims.email);
  const data = { claims: JSON.stringify(claims), canonicalEmail: email, ...keys, updatedAt: now };
  await tx.user.update({ where: { sub }, data, select: { sub: true } });
}

/**
 * @param sub 128 random bits when left out; only a configuration file brings one along
 * @throws a unique violation (see isUniqueViolation) when the name or the sub is taken
 */
export async function createUser(
  db: Database | Transaction,
  input: UserInput,
  now: Date,
  sub: string = createId(),
): Promise<User> {
  const data = { ...writeUser(input), sub, createdAt: now, updatedAt: now };
  return readUser(await db.user.create({ data, select: userColumns }));
}

/** Replaces everything but the sub. @throws when nobody has the sub, or another person the name */
export async function updateUser(db: Database | Transaction, sub: string, input: UserInput, now: Date): Promise<User> {
  const data = { ...writeUser(input), updatedAt: now };
  return readUser(await db.user.update({ where: { sub }, data, select: userColumns }));
}

/** Remembers that a person signed in. */
export async function setLastSignIn(tx: Transaction, sub: string, now: Date): Promise<void> {
  await tx.user.updateMany({ where: { sub }, data: { lastSignInAt: now } });
}

/** Sessions, grants, tokens and consents go with the person. */
export async function deleteUser(db: Database | Transaction, sub: string): Promise<void> {
  await db.user.delete({ where: { sub }, select: { sub: true } });
}

export async function setPasswordHash(
  db: Database | Transaction,
  sub: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db.user.update({ where: { sub }, data: { passwordHash, updatedAt: now }, select: { sub: true } });
}

/** Replaces a hash only while it is still the stored one, so that a password changed meanwhile stays. */
export async function replacePasswordHash(
  db: Database | Transaction,
  sub: string,
  hashes: { readonly old: string; readonly new: string },
  now: Date,
): Promise<void> {
  await db.user.updateMany({
    where: { sub, passwordHash: hashes.old },
    data: { passwordHash: hashes.new, updatedAt: now },
  });
}

export async function insertPasswordLink(
  db: Database | Transaction,
  link: { readonly hash: HandleHash; readonly sub: string; readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await db.passwordLink.create({ data: link, select: { hash: true } });
}

/** Whose unused link this is; null when it is unknown, used or expired. */
export async function findPasswordLinkUser(
  db: Database | Transaction,
  hash: HandleHash,
  now: Date,
): Promise<User | null> {
  const row = await db.passwordLink.findFirst({
    where: { hash, usedAt: null, expiresAt: { gt: now } },
    select: { user: { select: userColumns } },
  });
  return row && readUser(row.user);
}

/** Uses a link: one conditional update, so that of several at once one wins. @returns whose it was, null for the losers */
export async function consumePasswordLink(tx: Transaction, hash: HandleHash, now: Date): Promise<string | null> {
  const rows = await tx.passwordLink.updateManyAndReturn({
    where: { hash, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
    select: { sub: true },
  });
  return rows[0]?.sub ?? null;
}

/** Makes every unused link of a person useless. */
export async function voidPasswordLinks(db: Database | Transaction, sub: string, now: Date): Promise<void> {
  await db.passwordLink.updateMany({ where: { sub, usedAt: null }, data: { usedAt: now } });
}

const userColumns = {
  sub: true,
  username: true,
  canonicalUsername: true,
  passwordHash: true,
  enabled: true,
  admin: true,
  tenants: true,
  claims: true,
} as const;

function writeUser({ tenants, claims, ...rest }: UserInput) {
  const keys = searchColumns({ canonicalUsername: rest.canonicalUsername, claims });
  const email = canonicalEmail(claims.email);
  return { ...rest, ...keys, canonicalEmail: email, tenants: JSON.stringify(tenants), claims: JSON.stringify(claims) };
}
