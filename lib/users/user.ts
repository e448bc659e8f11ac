import type { NewAuditEvent } from '#lib/audit/event';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import type { CanonicalUsername } from './canonical-username';

/** A claim value as JSON: text, number, boolean, list or object. */
export type ClaimValue =
  | string
  | number
  | boolean
  | null
  | readonly ClaimValue[]
  | { readonly [name: string]: ClaimValue };

export type AdminRole = 'owner' | 'editor' | 'auditor';

/**
 * Who created an account: an administrator (by file, command line, API or at the first start), the person at sign-up,
 * or a first sign-in at a provider. Only the first vouches for the account. `proved_sign_up` is an account from sign-up
 * that lost a verified address: see sweepUnproved().
 */
export const userOrigins = ['administrator', 'sign_up', 'proved_sign_up', 'provider'] as const;

export type UserOrigin = (typeof userOrigins)[number];

/** A person who can sign in. */
export type User = {
  /** Random, never reused, and never equal to a client ID. */
  readonly sub: string;
  readonly origin: UserOrigin;
  readonly username: string;
  readonly canonicalUsername: CanonicalUsername;
  readonly passwordHash: string | null;
  /** The most powerful role that is in force with this password. Null if another person chose it. See roleInForce(). */
  readonly passwordCarries: AdminRole | null;
  readonly enabled: boolean;
  /** The row cannot be read, so the person is disabled, and claims and tenants are missing. */
  readonly unreadable?: true;
  readonly admin: AdminRole | null;
  readonly tenants: UserTenants;
  readonly claims: Readonly<Record<string, ClaimValue>>;
  /** The groups and assignments of the person as stored: see readSummary(). */
  readonly access: string;
};

/** What was removed from an account: the type and the details of its audit event. */
export type Removal = Required<Pick<NewAuditEvent, 'type' | 'details'>>;
