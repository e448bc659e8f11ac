import type { Database, Transaction } from '#lib/db/database';
import type { FactorRemoval } from '#lib/factors/authenticator-store';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { storedList } from '#lib/vocabulary/stored';
import type { ClaimValue } from './user';

/** The identity of a person at an upstream provider. The same subject at another issuer is another person. */
export type IdentityKey = { readonly provider: string; readonly issuer: string; readonly subject: string };

export type UserIdentity = IdentityKey & {
  readonly sub: string;
  /** The names of the account's claims that came from this provider. */
  readonly claims: readonly string[];
};

export async function findIdentity(db: Database | Transaction, key: IdentityKey): Promise<UserIdentity | null> {
  const row = await db.userIdentity.findUnique({
    where: { provider_issuer_subject: key },
    select: { provider: true, issuer: true, subject: true, sub: true, claims: true },
  });
  return row && { ...row, claims: storedList(row.claims) };
}

type ListedIdentity = Pick<UserIdentity, 'provider' | 'issuer' | 'claims'> & {
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
};

/** The identities of a person, with the names of the claims that came from each. */
export async function listIdentities(db: Database | Transaction, sub: string): Promise<ListedIdentity[]> {
  const rows = await db.userIdentity.findMany({
    where: { sub },
    orderBy: { createdAt: 'asc' },
    take: 50,
    select: { provider: true, issuer: true, claims: true, createdAt: true, lastUsedAt: true },
  });
  return rows.map(({ claims, ...row }) => ({ ...row, claims: storedList(claims) }));
}

/** The configured providers, as far as they decide who can sign in there. */
export type ProvidersByName = ReadonlyMap<string, SignInProvider>;

type SignInProvider = {
  readonly enabled: boolean;
  readonly issuer: string | null;
  readonly allowedTenants: readonly string[];
};

/**
 * Whether a person can sign in with an identity. Its provider may have been deleted or disabled, or may be another one
 * by now.
 */
export async function hasUsableIdentity(
  db: Database | Transaction,
  sub: string,
  providers: ProvidersByName,
): Promise<boolean> {
  return (await listIdentities(db, sub)).some((identity) => {
    const provider = providers.get(identity.provider);
    return provider?.enabled === true && hasIssuer(provider, identity.issuer);
  });
}

/** Identities have the issuer of their provider, or on the same origin that of an allowed tenant. */
export function hasIssuer({ issuer: own, allowedTenants }: Omit<SignInProvider, 'enabled'>, issuer: string): boolean {
  if (own === null || own === issuer) return true;
  if (allowedTenants.length === 0 || new URL(own).origin !== new URL(issuer).origin) return false;
  return allowedTenants.some((tenant) => issuer.includes(tenant));
}

/** @throws a unique violation (see isUniqueViolation) if the upstream identity is already linked */
export async function createIdentity(
  tx: Transaction,
  { sub }: AccountProof<'provider'>,
  identity: Omit<UserIdentity, 'sub'>,
  now: Date,
): Promise<void> {
  const data = { ...identity, sub, claims: JSON.stringify(identity.claims), createdAt: now, lastUsedAt: now };
  await tx.userIdentity.create({ data, select: { sub: true } });
}

/**
 * Records a use and the claims that came with it.
 * @returns false if the identity was unlinked in the meantime
 */
export async function touchIdentity(
  tx: Transaction,
  key: IdentityKey & Pick<UserIdentity, 'sub'>,
  claims: readonly string[],
  now: Date,
): Promise<boolean> {
  const where = { provider: key.provider, issuer: key.issuer, subject: key.subject, sub: key.sub };
  const { count } = await tx.userIdentity.updateMany({
    where,
    data: { claims: JSON.stringify(claims), lastUsedAt: now },
  });
  return count === 1;
}

/** When an account was created, and the known facts about its person. */
export async function findFounding(
  tx: Transaction,
  sub: string,
): Promise<{ readonly createdAt: Date; readonly claims: Readonly<Record<string, ClaimValue>> }> {
  const { createdAt, claims } = await tx.user.findUniqueOrThrow({
    where: { sub },
    select: { createdAt: true, claims: true },
  });
  return { createdAt, claims: JSON.parse(claims) };
}

/** One identity, or all that were linked after a time. */
export type WhichIdentities = IdentityKey | { readonly createdAt?: { readonly gt: Date } };

/**
 * Deletes identities of a person, who is locked.
 * @returns the deleted ones, and the providers at which one of them was used last
 */
export async function deleteIdentities(
  tx: Transaction,
  { sub }: FactorRemoval,
  which: WhichIdentities,
): Promise<{ readonly keys: readonly IdentityKey[]; readonly leftProviders: readonly string[] }> {
  const where = { ...which, sub };
  const select = { provider: true, issuer: true, subject: true, lastUsedAt: true };
  const deleted = await tx.userIdentity.findMany({ where, select });
  const { count } = await tx.userIdentity.deleteMany({ where });
  if (count === 0) return { keys: [], leftProviders: [] };
  const kept = await tx.userIdentity.findMany({ where: { sub }, select });
  const left = deleted.filter(({ provider, lastUsedAt }) => {
    return !kept.some((other) => other.provider === provider && other.lastUsedAt > lastUsedAt);
  });
  return {
    keys: deleted.map(({ lastUsedAt: _, ...key }) => key),
    leftProviders: [...new Set(left.map(({ provider }) => provider))],
  };
}
