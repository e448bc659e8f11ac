import type { AdminRole, ClaimValue, User } from './user';

/** A row of User as the database holds it: lists and maps are JSON text. */
export type UserRow = {
  readonly sub: string;
  readonly username: string;
  readonly canonicalUsername: string;
  readonly passwordHash: string | null;
  readonly enabled: boolean;
  readonly admin: string | null;
  readonly tenants: string;
  readonly claims: string;
};

/** The person a row holds. What is in the row was checked when it was written. */
export function readUser(row: UserRow): User {
  const tenants: readonly string[] = JSON.parse(row.tenants);
  const claims: Readonly<Record<string, ClaimValue>> = JSON.parse(row.claims);
  const { sub, username, canonicalUsername, passwordHash, enabled } = row;
  return { sub, username, canonicalUsername, passwordHash, enabled, admin: readAdminRole(row.admin), tenants, claims };
}

/** A role this version does not know gives no power. */
function readAdminRole(role: string | null): AdminRole | null {
  return role === 'owner' || role === 'editor' || role === 'auditor' ? role : null;
}
