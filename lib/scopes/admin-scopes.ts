/**
 * The scopes of the admin API (docs/admin-api.md). They exist without being listed, cannot be configured, and only
 * owners and the command line can give them to a client.
 */
export const adminScopes = {
  /** Reads, like an auditor. */
  read: 'signet.admin.read',
  /** Allows what the person's role allows; a client for itself acts as an editor. */
  edit: 'signet.admin',
  /** Lets a client for itself act as an owner. */
  own: 'signet.admin.owner',
} as const;

type AdminScope = (typeof adminScopes)[keyof typeof adminScopes];

export function isAdminScope(name: string): name is AdminScope {
  return Object.values(adminScopes).some((known) => known === name);
}
