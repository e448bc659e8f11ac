import { isDeepStrictEqual } from 'node:util';
import type { Change } from '#lib/config/diff';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { isPermitted } from '../access/permission';
import type { Principal } from '../access/principal';
import { AdminError } from '../admin-error';

/**
 * Refuses changes by which an administrator who is not an owner could get more power: changes to the portal's settings,
 * to accounts, and to clients that may administer. An editor who adds a secret or a redirect URI to such a client could
 * act as that client (security #161, #162). Also refuses a change of a provider that would send its stored secret to
 * another issuer.
 * @throws AdminError `forbidden`
 */
export function checkAuthority(
  principal: Pick<Principal, 'role'>,
  changes: readonly Pick<Change, 'section' | 'key' | 'before' | 'after'>[],
): void {
  const change = changes.find((one) => isForOwner(principal, one));
  if (change === undefined) return;
  throw new AdminError('forbidden', `Only an owner can change this: ${change.section} ${change.key}`.trim());
}

/** Whether only an owner may make the change, and this principal is not an owner. */
export function isForOwner(
  { role }: Pick<Principal, 'role'>,
  { section, before, after }: Pick<Change, 'section' | 'before' | 'after'>,
): boolean {
  if (isPermitted(role, 'own')) return false;
  if (section === 'portal' || section === 'users') return true;
  if (section === 'identity_providers') return sendsSecretElsewhere(before, after);
  return section === 'clients' && (mayAdminister(before) || mayAdminister(after));
}

/** If the change contains the secret, it is allowed, because its author already knows it. */
function sendsSecretElsewhere(before: Wire | null, after: Wire | null): boolean {
  if (before === null || after === null || before.issuer === after.issuer) return false;
  return before.client_secret !== null && isDeepStrictEqual(before.client_secret, after.client_secret);
}

function mayAdminister(client: Wire | null): boolean {
  return typeof client?.scope === 'string' && client.scope.split(' ').some(isAdminScope);
}
