import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Database, Transaction } from '#lib/db/database';
import {
  deleteAuthenticator,
  listSealedAuthenticators,
  saveSealedAuthenticator,
} from '#lib/factors/authenticator-store';
import { cleanUpAfterRemoval } from '#lib/factors/clean-up-after-removal';
import type { TotpKey } from '#lib/factors/totp';
import type { User } from '#lib/users/user';
import { listUsers, type UserSelection } from '#lib/users/user-list-store';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { listNamedAssignments, type NamedAssignment } from './user-assignments';
import { listNamedMemberships, type NamedMembership } from './user-groups';

/** An account as a file describes it. */
export type ConfiguredUser = User & {
  /** The sealed key of the authenticator app; null without an app, undefined if it was not read. */
  readonly totpSealed?: string | null;
  /** Whether the file lists the app. Otherwise it is the stored one, which is not written again once it is removed. */
  readonly isTotpListed?: boolean;
  /** The key in clear text, only for an export with secrets. */
  readonly totpKey?: string;
  /** Those that may count, see listNamedMemberships(). Undefined if they were not read. */
  readonly memberships?: readonly NamedMembership[];
  /** The same of assignments. */
  readonly assignments?: readonly NamedAssignment[];
};

/** The accounts with their second factors, memberships and assignments. */
export async function listConfiguredUsers(
  db: Database | Transaction,
  selection: UserSelection = 'all',
): Promise<ConfiguredUser[]> {
  const users = await listUsers(db, selection);
  const subs = users.map(({ sub }) => sub);
  const sealed = await listSealedAuthenticators(db, selection === 'all' ? null : subs);
  const memberships = await listNamedMemberships(db, subs);
  const assignments = await listNamedAssignments(db, subs);
  return users.map((user) => ({
    ...user,
    totpSealed: sealed.get(user.sub) ?? null,
    memberships: memberships.get(user.sub) ?? [],
    assignments: assignments.get(user.sub) ?? [],
  }));
}

type Named = { readonly sub: string; readonly key: TotpKey };

/** Seals a key for its person. If the stored value contains the same key, it stays as it is. */
export function sealTotp({ sub, key }: Named, stored: string | null, secret: MasterSecret): string {
  if (stored !== null && openTotp(sub, stored, secret) === key) return stored;
  return seal(sealingKey(secret), key, placeOf(sub));
}

/** @returns null if the value is sealed with an unknown secret */
export function openTotp(sub: string, sealed: string, secret: MasterSecret): string | null {
  try {
    return open(sealingKey(secret), sealed, placeOf(sub)).toString('utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'cannot_open') return null;
    throw error;
  }
}

/**
 * Writes the authenticator app of an account if it changed, or if the change of the account removed an app that the file
 * lists. A changed app ends the trust in devices (security #183).
 */
export async function writeTotp(
  tx: Transaction,
  proof: AccountProof<'operator'>,
  former: Pick<ConfiguredUser, 'totpSealed'>,
  { totpSealed = null, isTotpListed }: Pick<ConfiguredUser, 'totpSealed' | 'isTotpListed'>,
  now: Date,
): Promise<void> {
  const isSame = (former.totpSealed ?? null) === totpSealed;
  if (isSame && (isTotpListed !== true || (await listSealedAuthenticators(tx, [proof.sub])).has(proof.sub))) return;
  if (totpSealed === null) {
    await deleteAuthenticator(tx, proof);
  } else await saveSealedAuthenticator(tx, proof, totpSealed, now);
  await cleanUpAfterRemoval(tx, proof);
}

function placeOf(sub: string): string {
  return rowAad('Authenticator', 'sealed', sub);
}
