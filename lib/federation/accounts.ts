import type { Database, Transaction } from '#lib/db/database';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Scope } from '#lib/scopes/scope';
import { voidLinksOfAddress } from '#lib/users/account-link-store';
import { type AddressRules, isAddressTaken } from '#lib/users/address-store';
import {
  createIdentity,
  findIdentity,
  type IdentityKey,
  touchIdentity,
  type UserIdentity,
} from '#lib/users/identity-store';
import type { LinkContext } from '#lib/users/links/create-link';
import { notifyEmailChanged } from '#lib/users/notify-person';
import { isPasswordDue } from '#lib/users/role-in-force';
import type { User } from '#lib/users/user';
import {
  createUser,
  findUserByCanonicalUsername,
  findUserBySub,
  findUsersByEmail,
  lockUser,
  setClaims,
} from '#lib/users/user-store';
import { mayHaveName, parseUsername } from '#lib/users/username';
import { proven } from '#lib/vocabulary/account-proof';
import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import { isApple, nameClaims } from './apple-name';
import { type AccountDecision, decideAccount } from './decide-account';
import { type Claims, fitClaims, mapClaims, mergeClaims } from './local-claims';
import { readSaidGroups, type SaidGroups } from './said-groups';
import type { UpstreamIdentity } from './upstream';
import { UpstreamError } from './upstream-error';

/** The facts about a person at a provider that matter for an account. */
export type UpstreamProfile = {
  readonly key: IdentityKey;
  /** The values for the account. */
  readonly claims: Claims;
  /** For comparing with other accounts; null without a usable address. */
  readonly email: string | null;
  /** The username a new account would get, if it is free. */
  readonly username: string | null;
  /** The names of claims that stay what the provider sent before, because it sends them only once. */
  readonly keeps?: readonly string[];
  /** The names of claims that no account has room for. */
  readonly leftOut?: readonly string[];
  /** What it says of the person's groups. Absent if the provider maps none. */
  readonly groups?: SaidGroups;
};

/** An account after a sign-in, and the names of the provider's claims that it has no room for. */
export type Arrived = { readonly user: User; readonly leftOut: readonly string[] };

type ClaimContext = LinkContext &
  AddressRules & { readonly snapshot: { readonly scopes: ReadonlyMap<string, Pick<Scope, 'claims'>> } };

type FoundAccount = {
  readonly decision: AccountDecision;
  /** With `sign_in`: the account and its identity. */
  readonly linked: { readonly user: User; readonly identity: UserIdentity } | null;
};

/**
 * The profile from a provider's response. The address is compared with other accounts even if it is not mapped. `upstream`
 * still has what no account has room for.
 */
export function toUpstreamProfile(
  provider: IdentityProvider,
  upstream: UpstreamIdentity,
  { snapshot }: { readonly snapshot: Pick<ClaimContext['snapshot'], 'scopes'> },
): UpstreamProfile {
  const { claims, leftOut } = fitClaims({}, mapClaims(provider, upstream.claims), snapshot.scopes.values());
  return {
    key: { provider: provider.name, issuer: upstream.issuer, subject: upstream.subject },
    claims,
    email: canonicalEmail(claims.email ?? upstream.claims.email),
    username: proposeUsername(upstream.claims.preferred_username, claims),
    keeps: namesSentOnce(provider, upstream.claims),
    leftOut,
    ...(provider.groupMapping && { groups: readSaidGroups(provider.groupMapping, upstream.claims) }),
  };
}

/** Apple sends the name at the first sign-in alone: what is absent later is not removed. */
function namesSentOnce(provider: IdentityProvider, sent: object): string[] {
  if (!isApple(provider)) return [];
  const absent = new Set<string>(nameClaims.filter((name) => !Object.hasOwn(sent, name)));
  return Object.entries(provider.claimMapping).flatMap(([ours, theirs]) => (absent.has(theirs) ? [ours] : []));
}

/** Reads what decideAccount() needs. */
export async function findAccount(
  db: Database,
  { createUsers }: Pick<IdentityProvider, 'createUsers'>,
  { key, email, username }: UpstreamProfile,
): Promise<FoundAccount> {
  const decide = (linked: FoundAccount['linked'], sameEmail: number, name: string | null): FoundAccount => ({
    decision: decideAccount({ linked: linked?.user ?? null, sameEmail, createUsers, username: name }),
    linked,
  });
  const linked = await findLinked(db, key);
  if (linked !== null) return decide(linked, 0, username);
  const sameEmail = email === null ? 0 : (await findUsersByEmail(db, email)).length;
  const isFree = username !== null && (await isUsernameFree(db, username));
  // The account with this address or name may belong to this identity, if it was created between the two reads.
  const meanwhile = sameEmail > 0 || !isFree ? await findLinked(db, key) : null;
  return meanwhile === null ? decide(null, sameEmail, isFree ? username : null) : decide(meanwhile, 0, username);
}

async function findLinked(db: Database, key: UpstreamProfile['key']): Promise<FoundAccount['linked']> {
  const identity = await findIdentity(db, key);
  const user = identity === null ? null : await findUserBySub(db, identity.sub);
  return identity === null || user === null ? null : { user, identity };
}

/** Whether a new account may have the name. If two ask at once, the unique column decides. */
export async function isUsernameFree(db: Database, username: string): Promise<boolean> {
  const name = parseUsername(username);
  return name !== null && (await findUserByCanonicalUsername(db, name.canonicalUsername)) === null;
}

/**
 * Updates the account of a known identity with the provider's current values. The account is locked and read again, so
 * that a change since it was found stays. The person is notified if the address changed (see notifyEmailChanged()).
 * @throws UpstreamError `disabled` if the account was disabled or deleted in the meantime, `not_linked` if the identity
 * was unlinked
 */
export async function refreshAccount(
  tx: Transaction,
  sub: string,
  { key, claims: sent, keeps = [], leftOut = [] }: UpstreamProfile,
  context: ClaimContext,
): Promise<Arrived> {
  const user = await lockUser(tx, sub);
  if (user === null) throw new UpstreamError('disabled', 'the account was disabled during the sign-in');
  const before = (await findIdentity(tx, key))?.claims ?? [];
  const kept = Object.entries(user.claims).filter(([name]) => keeps.includes(name) && before.includes(name));
  const merged = await mergeFor(tx, user, { ...Object.fromEntries(kept), ...sent }, { before, context });
  const { claims, owned } = merged;
  if (!(await touchIdentity(tx, { ...key, sub }, owned, context.now))) {
    throw new UpstreamError('not_linked', 'the identity was unlinked during the sign-in');
  }
  const isSame = JSON.stringify(claims) === JSON.stringify(user.claims);
  const written = isSame ? user : await writeClaims(tx, user, claims, context);
  return { user: written, leftOut: [...leftOut, ...merged.leftOut] };
}

/**
 * Creates an account without a password, together with its identity.
 * @throws a unique violation if the identity or the username was taken in the meantime; UpstreamError `response` if the
 * address was
 */
export async function createFederatedAccount(
  tx: Transaction,
  { key, claims, leftOut = [] }: UpstreamProfile,
  { username, tenants }: { readonly username: string; readonly tenants: UserTenants },
  rules: AddressRules,
): Promise<Arrived> {
  const { now } = rules;
  const name = parseUsername(username);
  if (name === null || !mayHaveName(name, claims)) throw new Error('the username was not checked');
  // Nobody else ever knew a password of it, so what the person adds stays with a role (decision 020).
  const password = { passwordHash: null, passwordCarries: 'owner' } as const;
  const facts = { ...password, enabled: true, admin: null, tenants, origin: 'provider' } as const;
  const user = await createUser(tx, { ...facts, ...name, claims }, now);
  await createIdentity(tx, proven('provider', user.sub), { ...key, claims: Object.keys(claims) }, now);
  const email = provedAddress(claims);
  // After the identity: of several first sign-ins of one person, the later ones find its account.
  if (email !== null && (await isAddressTaken(tx, { email, sub: user.sub }, rules))) {
    throw new UpstreamError('response', 'another account verified the address during the sign-in');
  }
  return { user, leftOut };
}

/**
 * Links the identity to an account whose person proved it.
 * @param user the account as it is stored, locked in this transaction (see lockUser())
 * @throws a unique violation if the identity was linked in the meantime
 */
export async function linkAccount(
  tx: Transaction,
  user: User,
  { key, claims: delivered, leftOut = [] }: UpstreamProfile,
  context: ClaimContext,
): Promise<Arrived> {
  const { claims, owned, leftOut: more } = await mergeFor(tx, user, delivered, { before: [], context });
  await createIdentity(tx, proven('provider', user.sub), { ...key, claims: owned }, context.now);
  return { user: await writeClaims(tx, user, claims, context), leftOut: [...leftOut, ...more] };
}

async function writeClaims(tx: Transaction, user: User, claims: Claims, context: LinkContext): Promise<User> {
  await setClaims(tx, proven('provider', user.sub), claims, context.now);
  await voidLinksOfAddress(tx, user, claims, context.now);
  await notifyEmailChanged(tx, { before: user, claims }, context);
  return { ...user, claims };
}

type Merging = {
  /** The names that came from this provider at the last sign-in. */
  readonly before: readonly string[];
  readonly context: ClaimContext;
};

/**
 * While a role waits for another password, a provider does not change the address. An administrator who knows the
 * present password may have linked the identity, and could recover the account afterwards (security #161). Nor does it to
 * one that another account verified first, which nobody would find by it any more (security #208).
 */
async function mergeFor(
  tx: Transaction,
  user: User,
  delivered: Claims,
  { before, context }: Merging,
): Promise<ReturnType<typeof mergeClaims>> {
  const scopes = context.snapshot.scopes.values();
  const whole = mergeClaims(user.claims, delivered, { owned: before, scopes });
  const address = provedAddress(whole.claims);
  const isNew = address !== null && address !== provedAddress(user.claims);
  const isKept = isPasswordDue(user) || (isNew && (await isAddressTaken(tx, { ...user, email: address }, context)));
  if (!isKept) return whole;
  const isAddress = (name: string) => name === 'email' || name === 'email_verified';
  const { email: _, email_verified: __, ...others } = delivered;
  const merged = mergeClaims(user.claims, others, { owned: before.filter((name) => !isAddress(name)), scopes });
  return { ...merged, owned: [...merged.owned, ...before.filter(isAddress)] };
}

/**
 * The username of a new account: the provider's name for the person, otherwise the address. A name in the form of an
 * address is used only if it is the person's own verified one, so that nobody gets a name that is another person's
 * address (security #115).
 * @returns null if the person must choose one
 */
export function proposeUsername(preferred: unknown, claims: Claims): string | null {
  for (const candidate of [preferred, claims.email]) {
    const name = typeof candidate === 'string' ? parseUsername(candidate) : null;
    if (name !== null && mayHaveName(name, claims)) return name.username;
  }
  return null;
}
