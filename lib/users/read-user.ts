import { flag, text, textOrNull } from '#lib/db/read-column';
import type { DriverRow } from '#lib/db/statement';
import { protocolClaims } from '#lib/vocabulary/claims';
import { readUserTenants } from '#lib/vocabulary/user-tenants';
import { storedCanonicalUsername } from './canonical-username';
import { type AdminRole, type ClaimValue, type User, userOrigins } from './user';

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
  readonly access: string;
};

/**
 * The person of a row. The content was checked when it was written. If a row cannot be read, the person is disabled.
 */
export function readUser(row: UserRow): User {
  const { sub, username, passwordHash, access } = row;
  return {
    sub,
    access,
    // An unknown origin counts as one without an administrator.
    origin: userOrigins.find((origin) => origin === row.origin) ?? 'sign_up',
    username,
    canonicalUsername: storedCanonicalUsername(row.canonicalUsername),
    passwordHash,
    passwordCarries: readAdminRole(row.passwordCarries),
    admin: readAdminRole(row.admin),
    ...readPerson(row),
  };
}

/** The same from a prepared statement. */
export function readUserRow(row: DriverRow): User {
  return readUser({
    sub: text(row, 'sub'),
    origin: text(row, 'origin'),
    username: text(row, 'username'),
    canonicalUsername: text(row, 'canonicalUsername'),
    passwordHash: textOrNull(row, 'passwordHash'),
    passwordCarries: textOrNull(row, 'passwordCarries'),
    enabled: flag(row, 'enabled'),
    admin: textOrNull(row, 'admin'),
    tenants: text(row, 'tenants'),
    claims: text(row, 'claims'),
    access: text(row, 'access'),
  });
}

/**
 * The data of a person that decides about tokens. If it cannot be read, the person is disabled, without tenants and
 * claims.
 */
export function readPerson(
  row: Pick<UserRow, 'enabled' | 'tenants' | 'claims'>,
): Pick<User, 'enabled' | 'tenants' | 'claims' | 'unreadable'> {
  const [tenants, claims] = [readUserTenants(row.tenants), readClaims(row.claims)];
  if (tenants !== null && claims !== null) return { enabled: row.enabled, tenants, claims };
  return { enabled: false, tenants: tenants ?? 'none', claims: claims ?? {}, unreadable: true };
}

/** Without claims that an earlier version did not reserve, so that the account can be written again. */
function readClaims(json: string): User['claims'] | null {
  try {
    const value = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    if (!Object.keys(value).some((name) => protocolClaims.has(name))) return value;
    return Object.fromEntries(Object.entries<ClaimValue>(value).filter(([name]) => !protocolClaims.has(name)));
  } catch {
    return null;
  }
}

/** An unknown role gives no rights. */
export function readAdminRole(role: string | null): AdminRole | null {
  return role === 'owner' || role === 'editor' || role === 'auditor' ? role : null;
}
