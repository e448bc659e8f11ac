import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
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
  context: Pick<Context, 'snapshot' | 'now'>,
): Release {
  const found = release({ granted: grant, client, person: grant.user, scope }, context);
  if (!('withheld' in found)) return found;
  if (found.withheld === 'no scope left') throw invalidGrant('no_scope_left', { registered: client.scope });
  if (found.withheld === 'the person may not use the client')
    throw invalidGrant('no_access', { person: grant.authentication.sub });
  throw invalidGrant('grant_invalid', { reason: found.withheld });
}
