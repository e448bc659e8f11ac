import type { Client } from '#lib/clients/client';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Grant } from '#lib/tokens/grant';
import { invalidGrant } from '../oauth-error';
import { type Release, release } from '../release';

/**
 * What may be issued for a grant now (see release()).
 * @param scope the whole scope of the grant, or the part that a request asks for
 * @throws invalid_grant if nothing is left
 */
export function getRelease(
  grant: Grant,
  { client, scope }: { readonly client: Client; readonly scope: readonly string[] },
  snapshot: Pick<Snapshot, 'scopes' | 'tenants'>,
): Release {
  const found = release({ granted: grant, client, person: grant.user, scope }, snapshot);
  if (!('withheld' in found)) return found;
  if (found.withheld === 'no scope left') throw invalidGrant('no_scope_left', { registered: client.scope });
  throw invalidGrant('grant_invalid', { reason: found.withheld });
}
