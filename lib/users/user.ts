/** A claim value as JSON: text, number, boolean, list or object. */
export type ClaimValue =
  | string
  | number
  | boolean
  | null
  | readonly ClaimValue[]
  | { readonly [name: string]: ClaimValue };

export type AdminRole = 'owner' | 'editor' | 'auditor';

/** A person who can sign in. */
export type User = {
  /** Random, never reused, never equal to a client id. */
  readonly sub: string;
  readonly username: string;
  readonly canonicalUsername: string;
  readonly passwordHash: string | null;
  readonly enabled: boolean;
  readonly admin: AdminRole | null;
  /** Empty: may sign in under any tenant. */
  readonly tenants: readonly string[];
  readonly claims: Readonly<Record<string, ClaimValue>>;
};
