/**
 * The scopes of the admin API (docs/admin-api.md). They exist without being listed and cannot be configured. Only
 * owners and the command line can give them to a client.
 */
export const adminScopes = {
  /** Can read, like an auditor. */
  read: 'signet.admin.read',
  /** Allows what the person's role allows. A client that acts for itself is an editor. */
  edit: 'signet.admin',
  /** Lets a client that acts for itself be an owner. */
  own: 'signet.admin.owner',
} as const;

type AdminScope = (typeof adminScopes)[keyof typeof adminScopes];

const names: ReadonlySet<string> = new Set(Object.values(adminScopes));

export function isAdminScope(name: string): name is AdminScope {
  return names.has(name);
}
