import { servedAlgs } from '#lib/clients/served-algs';
import { longestTokenLifetime } from '#lib/config/rotate-recorded';
import { type KeyAlg, keyAlgs } from '#lib/keys/algorithms';
import { isRevoked } from '#lib/keys/key-phase';
import { type KeyListing, listKeys } from '#lib/keys/load-key-rings';
import { timeRotation } from '#lib/keys/rotate-keys';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';

/** A key as the administration lists it, without its private part. */
export type KeyLine = KeyListing & { readonly phase: Exclude<KeyListing['phase'], 'expired'> };

/** The keys of an algorithm, and the number of clients that use it. */
export type KeyGroup = { readonly alg: KeyAlg; readonly clients: number; readonly keys: readonly KeyLine[] };

export type KeysOverview = {
  readonly groups: readonly KeyGroup[];
  readonly jwksUri: string;
  /** A rotation is in progress. Rotating again changes nothing. */
  readonly isRotating: boolean;
};

/** All keys that are still in use, by algorithm. */
export async function readKeys(admin: AdminContext): Promise<KeysOverview> {
  const { db, now, settings, snapshot } = admin;
  const lines = (await listKeys(db, now)).flatMap((key) => (isLive(key) ? [key] : []));
  const clients = [...snapshot.clients.values()];
  const groups = keyAlgs.map((alg) => ({
    alg,
    clients: clients.filter((client) => servedAlgs(client).includes(alg)).length,
    keys: lines.filter((key) => key.alg === alg),
  }));
  return {
    groups: groups.filter(({ keys }) => keys.length > 0),
    jwksUri: `${settings.issuer}/.well-known/openid-configuration/jwks`,
    isRotating: lines.some(({ phase }) => phase === 'announced'),
  };
}

function isLive(key: KeyListing): key is KeyLine {
  return key.phase !== 'expired';
}

/**
 * One key. An expired one is no longer listed, but still verifies hints until it is revoked.
 * @throws AdminError `not_found`
 */
export async function readKey({ db, now }: AdminContext, kid: string): Promise<KeyListing> {
  const found = (await listKeys(db, now)).find((key) => key.kid === kid && !isRevoked(key));
  if (found === undefined) throw new AdminError('not_found', 'This key does not exist or was already revoked');
  return found;
}

/** What a rotation would do now, and when. */
type RotationPlan = {
  readonly isRotating: boolean;
  /** The algorithms that get a new key. */
  readonly algs: readonly KeyAlg[];
  readonly activatesAt: Date;
  readonly expiresAt: Date;
};

export async function planRotation(admin: AdminContext): Promise<RotationPlan> {
  const { groups, isRotating } = await readKeys(admin);
  const longestLifetimeSeconds = longestTokenLifetime(admin.snapshot.clients.values());
  const inUse = groups.filter(({ keys }) => keys.some(({ phase }) => phase !== 'retired'));
  return { isRotating, algs: inUse.map(({ alg }) => alg), ...timeRotation(admin.now, { longestLifetimeSeconds }) };
}
