import { brandOf } from '#lib/protocol/request-tenant';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { brandingPath } from '#lib/tenants/brand';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import type { User } from '#lib/users/user';
import { namedTenants } from '#lib/vocabulary/user-tenants';

/** Who is signed in, for the head of every page of the account. */
export type PersonView = {
  readonly username: string;
  readonly name: string | null;
  /** The path of their picture on this server; null for none, or for one elsewhere. */
  readonly picture: string | null;
};

export function personView({ username, claims }: Pick<User, 'username' | 'claims'>, issuer: string): PersonView {
  const { name, picture } = claims;
  return {
    username,
    name: typeof name === 'string' && name !== '' ? name : null,
    picture:
      typeof picture === 'string' && picture.startsWith(`${issuer}${peoplePath}/`)
        ? picture.slice(issuer.length)
        : null,
  };
}

/** The folder of people's pictures among those of tenants, whose names never begin like this. */
export const peopleFolder = '~people';
export const peoplePath = `${brandingPath}/${peopleFolder}`;

/** The look of a person's pages: that of their tenant if they belong to exactly one, else the portal's own. */
export function personFrame(
  { tenants }: Pick<User, 'tenants'>,
  snapshot: Pick<Snapshot, 'tenants' | 'brands'>,
): PageFrame {
  const [only, ...more] = namedTenants(tenants);
  if (only === undefined || more.length > 0) return plainFrame;
  return { ...plainFrame, brand: brandOf(snapshot.tenants.get(only) ?? null, snapshot) };
}
