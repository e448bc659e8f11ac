import { createId } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { defineStatement, defineWrite } from '#lib/db/statement';
import { type Step, writeOnce } from '#lib/db/step';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { addressColumns, canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import { searchKey } from '#lib/vocabulary/search-key';
import { lockAddress } from './address-store';
import { type CanonicalUsername, canonicalUsername, storedCanonicalUsername } from './canonical-username';
import { chooseIdentified, type Identifier } from './identifier';
import { passwordKind } from './password-hash';
import { readUser, readUserRow } from './read-user';
import type { AdminRole, User, UserOrigin } from './user';
import { replaceUserWords, userWords } from './user-word-store';
import { isAddressName, mayHaveName, parseUsername, type Username } from './username';

/** The stored data of a person; see parseUsername() for the two forms of the name. */
export type UserInput = Pick<
  User,
  'username' | 'canonicalUsername' | 'passwordHash' | 'enabled' | 'admin' | 'tenants' | 'claims'
> & {
  /** If omitted, no role, because another person chose the password. */
  readonly passwordCarries?: AdminRole | null;
  /** If left out, a new account counts as created by an administrator, and an existing account keeps its origin. */
  readonly origin?: UserOrigin;
};

export async function findUserByCanonicalUsername(
  db: Database | Transaction,
  canonicalUsername: CanonicalUsername,
): Promise<User | null> {
  const row = await db.user.findUnique({ where: { canonicalUsername }, select: userColumns });
  return row && readUser(row);
}

/** The person with this name, in any spelling. Null if no account can have it. */
export async function findUserByUsername(db: Database | Transaction, username: string): Promise<User | null> {
  const canonical = canonicalUsername(username);
  return canonical === null ? null : findUserByCanonicalUsername(db, canonical);
}

/**
 * The account of an identifier (see chooseIdentified()). Null if there is none. The statement is the same in both cases
 * (security #85).
 */
export async function findUserByIdentifier(
  db: Database,
  identifier: Pick<Identifier, 'username' | 'email'>,
): Promise<User | null> {
  // No account has an empty name or address.
  const values = { username: identifier.username ?? '', email: identifier.email ?? '' };
  return chooseIdentified(identifier, await db.prepared.rows(identified, values));
}

/**
 * The limit hides nothing that decides: the account with the username is first, and two with the address are many. IS TRUE
 * keeps SQLite from the index on `enabled`, which leads to nearly every account.
 */
const identified = defineStatement(
  `SELECT "sub", "origin", "username", "canonicalUsername", "passwordHash", "passwordCarries", "enabled", "admin",
    "tenants", "claims", "access"
  FROM "User"
  WHERE "canonicalUsername" = @username
    OR ("canonicalEmail" = @email AND "emailVerified" IS TRUE AND "enabled" IS TRUE)
  ORDER BY ("canonicalUsername" = @username) DESC
  LIMIT 20`,
  readUserRow,
);

export async function findUserBySub(db: Database | Transaction, sub: string): Promise<User | null> {
  const row = await db.user.findUnique({ where: { sub }, select: userColumns });
  return row && readUser(row);
}

/**
 * Locks an account until the transaction ends. What was read before may have changed since.
 * @returns the account as it is stored now. Null if it was deleted or disabled
 */
export async function lockUser(tx: Transaction, sub: string): Promise<User | null> {
  const where = { sub, enabled: true };
  const [row] = await tx.user.updateManyAndReturn({ where, data: { enabled: true }, select: userColumns });
  return row === undefined ? null : readUser(row);
}

/**
 * Locks an account, enabled or not, until the transaction ends.
 * @returns the account as it is stored now. Null if it is unknown
 */
export async function lockAccount(tx: Transaction, sub: string): Promise<User | null> {
  const [row] = await tx.user.updateManyAndReturn({ where: { sub }, data: { sub }, select: userColumns });
  return row === undefined ? null : readUser(row);
}

/**
 * The accounts that an email address is reserved for: those with the verified address, and those that an administrator
 * created with this address, verified or not, or with it as the username. Accounts that people and providers created
 * reserve only verified addresses, because another person may have typed one first (security #116). Includes disabled
 * accounts. At most 10, and of those with a role the most powerful first: no number of others hides an owner (security
 * #161).
 * @param email see canonicalEmail()
 */
export async function findUsersByEmail(db: Database | Transaction, email: string): Promise<User[]> {
  const rows = await db.user.findMany({
    where: holdersOf(email),
    orderBy: [{ admin: { sort: 'desc', nulls: 'last' } }, { createdAt: 'asc' }],
    take: 10,
    select: userColumns,
  });
  return rows.map(readUser);
}

/** Whether an email address is reserved for this account: see findUsersByEmail(). */
export async function isReservedFor(db: Database | Transaction, email: string, sub: string): Promise<boolean> {
  return (await db.user.findFirst({ where: { sub, ...holdersOf(email) }, select: { sub: true } })) !== null;
}

function holdersOf(email: string) {
  const vouched = { origin: 'administrator', OR: [{ canonicalEmail: email }, { canonicalUsername: email }] };
  return { OR: [{ canonicalEmail: email, emailVerified: true }, vouched] };
}

/**
 * Replaces the claims of a person whose address changed. A username that was the verified address becomes the new one,
 * unless the new one is not verified or another account has it.
 * @returns the new username; null if it stays
 */
export async function setAddress(
  tx: Transaction,
  proof: AccountProof<'link'>,
  { before, claims }: { readonly before: User; readonly claims: User['claims'] },
  now: Date,
): Promise<string | null> {
  const name = await nameAfter(tx, { before, claims }, now);
  await setClaims(tx, proof, claims, now, name);
  return name?.username ?? null;
}

/** The address is held, so of two accounts that prove it at once one gets the name. */
async function nameAfter(
  tx: Transaction,
  { before, claims }: { readonly before: User; readonly claims: User['claims'] },
  now: Date,
): Promise<Username | null> {
  const former = provedAddress(before.claims);
  if (former === null || canonicalEmail(before.username) !== former || typeof claims.email !== 'string') return null;
  const name = parseUsername(claims.email);
  if (name === null || name.username === before.username || !mayHaveName(name, claims)) return null;
  await lockAddress(tx, canonicalEmail(claims.email) ?? claims.email, now);
  const holder = await findUserByCanonicalUsername(tx, name.canonicalUsername);
  return holder === null || holder.sub === before.sub ? name : null;
}

/** Replaces a person's claims, and with `renamed` the username. */
export async function setClaims(
  tx: Transaction,
  { sub }: AccountProof<'link' | 'provider' | 'profile'>,
  claims: User['claims'],
  now: Date,
  renamed: Username | null = null,
): Promise<void> {
  const nameColumns = renamed && { ...renamed, usernameKey: searchKey(renamed.canonicalUsername) ?? '' };
  const columns = { ...addressColumns(claims), ...(await originAfter(tx, sub, claims)), ...nameColumns };
  const data = { claims: JSON.stringify(claims), ...columns, hasWords: true, updatedAt: now };
  const row = await tx.user.update({ where: { sub }, data, select: userColumns });
  const name = { username: row.username, canonicalUsername: storedCanonicalUsername(row.canonicalUsername) };
  await replaceUserWords(tx, { sub, ...name, claims, tenants: readUser(row).tenants });
  if (!isAddressName(name.canonicalUsername)) return;
  const hasUnprovedName = !mayHaveName(name, claims);
  await tx.user.update({ where: { sub }, data: { hasUnprovedName }, select: { sub: true } });
}

/**
 * @param sub 128 random bits if left out; only a configuration file sets it
 * @throws a unique violation (see isUniqueViolation) if the name or the sub is taken
 */
export async function createUser(
  db: Database | Transaction,
  input: UserInput,
  now: Date,
  sub: string = createId(),
): Promise<User> {
  const data = { origin: 'administrator', ...writeUser(input), sub, createdAt: now, updatedAt: now };
  const row = await db.user.create({ data, select: userColumns });
  await db.userWord.createMany({ data: userWords({ ...input, sub }) });
  return readUser(row);
}

/** The row of a new user. userWords() returns further rows. */
export function newUserRow(user: User, now: Date) {
  const { origin, sub, access } = user;
  return { ...writeUser(user), origin, sub, access, createdAt: now, updatedAt: now };
}

/**
 * Replaces everything except the sub.
 * @throws if no account has the sub, or another one has the name
 */
export async function updateUser(
  db: Database | Transaction,
  { sub }: AccountProof<'person' | 'administrator' | 'operator'>,
  input: UserInput,
  now: Date,
): Promise<User> {
  const data = { ...writeUser(input), ...(await originAfter(db, sub, input.claims)), updatedAt: now };
  const row = await db.user.update({ where: { sub }, data, select: userColumns });
  await replaceUserWords(db, { ...input, sub });
  return readUser(row);
}

/** Enables or disables an account. The caller ends its sessions. */
export async function setEnabled(tx: Transaction, sub: string, enabled: boolean, now: Date): Promise<User> {
  const data = { enabled, updatedAt: now };
  return readUser(await tx.user.update({ where: { sub }, data, select: userColumns }));
}

/** An account from sign-up that loses its verified address is not one that never had one (see sweepUnproved()). */
async function originAfter(
  db: Database | Transaction,
  sub: string,
  claims: User['claims'],
): Promise<{ readonly origin?: UserOrigin }> {
  if (provedAddress(claims) !== null) return {};
  const losing = await db.user.count({ where: { sub, origin: 'sign_up', emailVerified: true } });
  return losing === 0 ? {} : { origin: 'proved_sign_up' };
}

/**
 * Locks a user until the transaction ends, and sets the time of its last change.
 * @returns false for an unknown user
 */
export async function touchUser(tx: Transaction, sub: string, now: Date): Promise<boolean> {
  const { count } = await tx.user.updateMany({ where: { sub }, data: { updatedAt: now } });
  return count === 1;
}

const signedIn = defineWrite(
  `UPDATE "User" SET "lastSignInAt" = @now
  WHERE "sub" = @sub AND "passwordHash" IS NOT DISTINCT FROM @passwordHash AND "enabled" = TRUE`,
);

/**
 * Records a sign-in, and locks the account until the transaction ends. Refused if it was disabled, deleted or got another
 * password in the meantime.
 * @param user the account at the time when the person was authenticated
 */
export function recordSignIn(
  { sub, passwordHash }: Pick<User, 'sub' | 'passwordHash'>,
  now: Date,
): Step<'account_changed'> {
  return writeOnce(signedIn, { sub, passwordHash, now }, 'account_changed');
}

/** Whether anybody has ever signed in to an account. */
export async function hasSignedIn(tx: Transaction, sub: string): Promise<boolean> {
  const row = await tx.user.findUnique({ where: { sub }, select: { lastSignInAt: true } });
  return row !== null && row.lastSignInAt !== null;
}

/**
 * Deletes accounts with their factors, links, names and pictures. Part of deleteUsers().
 * @param subs at most a hundred
 * @throws if one does not exist
 */
export async function deleteUserRows(tx: Transaction, subs: readonly string[]): Promise<void> {
  const { count } = await tx.user.deleteMany({ where: { sub: { in: [...subs] } } });
  if (count !== subs.length) throw new Error('an account that is deleted does not exist');
}

/** The columns that readUser() needs. */
export const userColumns = {
  sub: true,
  origin: true,
  username: true,
  canonicalUsername: true,
  passwordHash: true,
  passwordCarries: true,
  enabled: true,
  admin: true,
  tenants: true,
  claims: true,
  access: true,
} as const;

/** The columns are listed by name, because an account as it was read has more (`sub`, `unreadable`). */
function writeUser(input: UserInput) {
  const { username, canonicalUsername, passwordHash, passwordCarries = null, enabled, admin, claims } = input;
  const lists = { tenants: JSON.stringify(input.tenants), claims: JSON.stringify(claims) };
  const keys = { usernameKey: searchKey(canonicalUsername) ?? '', hasWords: true, ...addressColumns(claims) };
  const password = { passwordHash, passwordCarries, passwordKind: passwordKind(passwordHash) };
  const hasUnprovedName = !mayHaveName(input, claims);
  const origin = input.origin === undefined ? {} : { origin: input.origin };
  return { username, canonicalUsername, hasUnprovedName, enabled, admin, ...lists, ...keys, ...password, ...origin };
}
