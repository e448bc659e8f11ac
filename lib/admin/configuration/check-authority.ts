import { isDeepStrictEqual } from 'node:util';
import type { Change } from '#lib/config/diff';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { isPermitted } from '../access/permission';
import type { Principal } from '../access/principal';
import { AdminError } from '../admin-error';

/**
 * Refuses changes that would raise the power of an administrator who is not an owner: to the portal's settings, accounts, and
 * clients that may administer, because an editor who adds a secret or a redirect URI to such a client could act as it
 * (security #161, #162). Also refuses a change of a provider that would send its stored secret to another issuer.
 * @throws AdminError `forbidden`
 */
export function checkAuthority(principal: Pick<Principal, 'role'>, changes: readonly Change[]): void {
  const change = changes.find((one) => isForOwner(principal, one));
  if (change === undefined) return;
  throw new AdminError('forbidden', `Only an owner can change this: ${change.section} ${change.key}`.trim());
}

/** True if only an owner may make the change, and this is not an owner. */
export function isForOwner(
  { role }: Pick<Principal, 'role'>,
  { section, before, after }: Pick<Change, 'section' | 'before' | 'after'>,
): boolean {
  if (isPermitted(role, 'own')) return false;
  if (section === 'portal' || section === 'users') return true;
  if (section === 'identity_providers') return sendsSecretElsewhere(before, after);
  return section === 'clients' && (mayAdminister(before) || mayAdminister(after));
}

/** A change that brings the secret along is fine: its author knows the secret already. */
function sendsSecretElsewhere(before: Wire | null, after: Wire | null): boolean {
  if (before === null || after === null || before.issuer === after.issuer) return false;
  return before.client_secret !== null && isDeepStrictEqual(before.client_secret, after.client_secret);
}

function mayAdminister(client: Wire | null): boolean {
  return typeof client?.scope === 'string' && client.scope.split(' ').some(isAdminScope);
}
