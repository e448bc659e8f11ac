import type { Change } from '#lib/config/diff';
import type { Wire } from '#lib/config/wire';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { isPermitted } from '../access/permission';
import type { Principal } from '../access/principal';
import { AdminError } from '../admin-error';

/**
 * Holds everybody but owners to what may not raise their own power: the portal's settings, accounts, and clients that
 * may administer. Whoever adds a secret or a redirect URI to such a client could act as it (security #161, #162).
 * @throws AdminError `forbidden`
 */
export function checkAuthority({ role }: Pick<Principal, 'role'>, changes: readonly Change[]): void {
  if (isPermitted(role, 'own')) return;
  const change = changes.find(isForOwners);
  if (change === undefined) return;
  throw new AdminError('forbidden', `Only an owner may change this: ${change.section} ${change.key}`.trim());
}

function isForOwners({ section, before, after }: Change): boolean {
  if (section === 'portal' || section === 'users') return true;
  return section === 'clients' && (mayAdminister(before) || mayAdminister(after));
}

function mayAdminister(client: Wire | null): boolean {
  return typeof client?.scope === 'string' && client.scope.split(' ').some(isAdminScope);
}
