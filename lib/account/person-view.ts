import { brandOfTenant } from '#lib/protocol/request-tenant';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { ownPicture } from '#lib/tenants/person-picture';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import type { User } from '#lib/users/user';
import { namedTenants } from '#lib/vocabulary/user-tenants';

/** The signed-in person, for the header of every account page. */
export type PersonView = {
  readonly username: string;
  readonly name: string | null;
  /** The path of their picture on this server. Null if they have none, or it is elsewhere. */
  readonly picture: string | null;
};

export function personView({ username, claims }: Pick<User, 'username' | 'claims'>, issuer: string): PersonView {
  const { name } = claims;
  return {
    username,
    name: typeof name === 'string' && name !== '' ? name : null,
    picture: ownPicture(claims, issuer),
  };
}

/** The look of a person's pages: their tenant's if they belong to exactly one, otherwise the portal's. */
export function personFrame(
  { tenants }: Pick<User, 'tenants'>,
  snapshot: Pick<Snapshot, 'tenants' | 'brand' | 'brands'>,
): PageFrame {
  const [only = '', ...more] = namedTenants(tenants);
  return wholeFrame(brandOfTenant((more.length === 0 && snapshot.tenants.get(only)) || null, snapshot));
}
