import type { AdminRole } from '#lib/users/user';

/** A role this version does not know gives no power. */
export function readRole(text: string | null): AdminRole | null {
  return text === 'owner' || text === 'editor' || text === 'auditor' ? text : null;
}
