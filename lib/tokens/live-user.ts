import { text, textOrNull } from '#lib/db/read-column';
import type { DriverRow } from '#lib/db/statement';
import { readPerson } from '#lib/users/read-user';
import { type Grant, type GrantUser, readGranted, readResources } from './grant';

/** The person of a live token, and its grant. `claims` is JSON as stored. */
export type LiveUser = GrantUser & { readonly sub: string; readonly grant: LiveGrant };

/** The granted scope, which can be larger than that of the token. */
type LiveGrant = Pick<Grant, 'id' | 'clientId' | 'scope' | 'resources' | 'namedClaims' | 'tenant'>;

/** Reads the person and the grant from a row. */
export function readLiveUser(row: DriverRow): LiveUser {
  return {
    sub: text(row, 'sub'),
    username: text(row, 'username'),
    ...readPerson({ enabled: true, tenants: text(row, 'tenants'), claims: text(row, 'claims') }),
    access: text(row, 'access'),
    grant: {
      id: text(row, 'grantId'),
      clientId: text(row, 'clientId'),
      ...readGranted(row, 'namedClaims'),
      resources: readResources(row),
      tenant: textOrNull(row, 'tenant'),
    },
  };
}
