import type { ClientRecord } from '#lib/clients/client-record';
import type { ClientEntry } from '#lib/clients/schema';
import { hashSecret, normalizeSecretHash, secretEnding, verifySecret } from '#lib/crypto/client-secret';
import { createId } from '#lib/crypto/random';
import { openProviderSecret, type ProviderRecord, sealProviderSecret } from '#lib/providers/provider-record';
import type { ProviderEntry } from '#lib/providers/schema';
import { builtInScopes } from '#lib/scopes/built-in';
import type { ScopeEntry } from '#lib/scopes/schema';
import type { Scope } from '#lib/scopes/scope';
import type { User } from '#lib/users/user';
import type { SecretEntry } from '#lib/vocabulary/secret';
import type { Passwords } from './passwords';
import type { UserEntry } from './user-schema';

type StoredSecret = ClientRecord['secrets'][number];

/**
 * The client that a file's entry describes. A secret that verifies against a stored one is that one; an absent hash of
 * the registration token is the stored one's.
 */
export function desiredClient(entry: ClientEntry, stored: ClientRecord | undefined): ClientRecord {
  const { clientSecrets, registrationTokenHash: given, ...rest } = entry;
  const registrationTokenHash = given === undefined ? (stored?.registrationTokenHash ?? null) : given;
  return { ...rest, secrets: desiredSecrets(clientSecrets, stored?.secrets ?? []), registrationTokenHash };
}

/** The scope that a file's entry describes. */
export function desiredScope(entry: ScopeEntry, stored: Scope | undefined): Scope {
  const secrets = desiredSecrets(entry.secrets, stored?.secrets ?? []);
  return { ...entry, secrets, builtIn: builtInScopes.has(entry.name) };
}

function desiredSecrets(entries: readonly SecretEntry[], stored: readonly StoredSecret[]): StoredSecret[] {
  const left = [...stored];
  return entries.map(({ value, hash, description, expiresAt }) => {
    const normalized = hash === undefined ? hashSecret(value ?? '') : (normalizeSecretHash(hash) ?? hash);
    const index = left.findIndex(
      (secret) => secret.hash === normalized || (value !== undefined && verifySecret(secret.hash, value)),
    );
    const [same] = index === -1 ? [] : left.splice(index, 1);
    const ending = same?.ending ?? (value === undefined ? null : secretEnding(value));
    return { id: same?.id ?? createId(), hash: same?.hash ?? normalized, ending, description, expiresAt };
  });
}

/** The user that a file's entry describes. An absent password or sub is the stored one's. */
export function desiredUser(entry: UserEntry, stored: User | undefined, passwords: Passwords): User {
  const { password: _, passwordHash, sub, ...rest } = entry;
  const given = passwordHash === undefined ? passwords.get(entry.canonicalUsername)?.hash : passwordHash;
  return {
    ...rest,
    sub: sub ?? stored?.sub ?? createId(),
    passwordHash: given === undefined ? (stored?.passwordHash ?? null) : given,
  };
}

/**
 * The provider that a file's entry describes. A secret that is the stored one leaves it sealed as it is.
 * @param secret SIGNET_SECRET
 * @throws SealError (code `cannot_open`) for a sealed secret of another installation or provider
 */
export function desiredProvider(
  entry: ProviderEntry,
  stored: ProviderRecord | undefined,
  { secret, position }: { readonly secret: string; readonly position: number },
): ProviderRecord {
  const { clientSecret: given, ...rest } = entry;
  return { ...rest, position, clientSecretSealed: sealedSecret(given, rest.name, stored, secret) };
}

function sealedSecret(
  given: ProviderEntry['clientSecret'],
  name: string,
  stored: ProviderRecord | undefined,
  secret: string,
): string | null {
  if (given === null) return null;
  const value = typeof given === 'string' ? given : openProviderSecret(secret, name, given.sealed);
  const kept = stored?.clientSecretSealed ?? null;
  if (kept !== null && openProviderSecret(secret, name, kept) === value) return kept;
  return typeof given === 'string' ? sealProviderSecret(secret, name, value) : given.sealed;
}
