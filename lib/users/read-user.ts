import { protocolClaims } from '#lib/vocabulary/claims';
import { readUserTenants } from '#lib/vocabulary/user-tenants';
import { storedCanonicalUsername } from './canonical-username';
import { type AdminRole, type User, type UserOrigin, userOrigins } from './user';

/** A row of User. Lists and maps are JSON text. */
type UserRow = {
  readonly sub: string;
  readonly origin: string;
  readonly username: string;
  readonly canonicalUsername: string;
  readonly passwordHash: string | null;
  readonly passwordCarries: string | null;
  readonly enabled: boolean;
  readonly admin: string | null;
  readonly tenants: string;
  readonly claims: string;
};

/**
 * The person of a row. The content was checked when it was written. If a row cannot be read, the person is disabled.
 */
export function readUser(row: UserRow): User {
  const { sub, username, passwordHash } = row;
  const canonicalUsername = storedCanonicalUsername(row.canonicalUsername);
  const [admin, passwordCarries] = [readAdminRole(row.admin), readAdminRole(row.passwordCarries)];
  return {
    sub,
    origin: readOrigin(row.origin),
    username,
    canonicalUsername,
    passwordHash,
    passwordCarries,
    admin,
    ...readPerson(row),
  };
}

/**
 * The data of a person that decides about tokens. If it cannot be read, the person is disabled, without tenants and
 * claims.
 */
export function readPerson(
  row: Pick<UserRow, 'enabled' | 'tenants' | 'claims'>,
): Pick<User, 'enabled' | 'tenants' | 'claims' | 'unreadable'> {
  const tenants = orNull(() => readUserTenants(row.tenants));
  const claims = orNull(() => withoutProtocolClaims(readClaims(row.claims)));
  if (tenants !== null && claims !== null) return { enabled: row.enabled, tenants, claims };
  return { enabled: false, tenants: tenants ?? 'none', claims: claims ?? {}, unreadable: true };
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function readClaims(json: string): User['claims'] {
  const value = JSON.parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('claims are no map');
  return value;
}

/** Drops claims that an earlier version did not reserve, so that the account can be written again. */
function withoutProtocolClaims(claims: User['claims']): User['claims'] {
  const names = Object.keys(claims);
  if (!names.some((name) => protocolClaims.has(name))) return claims;
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !protocolClaims.has(name)));
}

/** An unknown origin counts as one without an administrator. */
function readOrigin(column: string): UserOrigin {
  return userOrigins.find((origin) => origin === column) ?? 'sign_up';
}

/** An unknown role gives no rights. */
export function readAdminRole(role: string | null): AdminRole | null {
  return role === 'owner' || role === 'editor' || role === 'auditor' ? role : null;
}
