/**
 * The scopes of the admin API (docs/admin-api.md). They exist without being listed, nobody can configure them, and only
 * owners and the command line give them to a client.
 */
export const adminScopes = {
  /** Looks, as an auditor does. */
  read: 'signet.admin.read',
  /** Does what the person's role allows; a client for itself does what an editor does. */
  edit: 'signet.admin',
  /** Lets a client for itself do what an owner does. */
  own: 'signet.admin.owner',
} as const;

export type AdminScope = (typeof adminScopes)[keyof typeof adminScopes];

export function isAdminScope(name: string): name is AdminScope {
  return Object.values(adminScopes).some((known) => known === name);
}
