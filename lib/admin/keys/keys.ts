import { servedAlgs } from '#lib/clients/served-algs';
import { revokeRecorded } from '#lib/config/revoke-recorded';
import { longestTokenLifetime, rotateRecorded } from '#lib/config/rotate-recorded';
import { type KeyAlg, type KeyUse, keyAlgs } from '#lib/keys/algorithms';
import type { KeyPhase } from '#lib/keys/key-phase';
import { listKeys } from '#lib/keys/load-key-rings';
import { type Rotation, timeRotation } from '#lib/keys/rotate-keys';
import { refreshSnapshot } from '#lib/snapshot/current';
import { takeIntoUse } from '#lib/snapshot/take-into-use';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';

/** A key as the administration shows it, without its private part. */
export type KeyLine = {
  readonly kid: string;
  readonly alg: KeyAlg;
  readonly use: KeyUse;
  readonly phase: Exclude<KeyPhase, 'expired'>;
  readonly createdAt: Date;
  readonly activatesAt: Date;
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
};

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

function isLive(key: { readonly phase: KeyPhase }): key is KeyLine {
  return key.phase !== 'expired';
}

/**
 * One key.
 * @throws AdminError `not_found`
 */
export async function readKey(admin: AdminContext, kid: string): Promise<KeyLine & { readonly clients: number }> {
  const { groups } = await readKeys(admin);
  for (const { keys, clients } of groups) {
    const found = keys.find((key) => key.kid === kid);
    if (found !== undefined) return { ...found, clients };
  }
  throw new AdminError('not_found', 'There is no such key, or it has expired');
}

/** What a rotation would do now, and when. */
export type RotationPlan = {
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

/**
 * Announces a new key for every algorithm. The keys start to sign when every cached key set contains them.
 * @returns the next key for each algorithm. Another rotation may have created it before
 */
export async function rotateNow(admin: AdminContext): Promise<readonly Rotation[]> {
  const { db, now, settings } = admin;
  const rotations = await rotateRecorded(db, { secret: settings.secret, now, by: authorshipOf(admin) });
  await takeIntoUse(() => refreshSnapshot(now), admin.log);
  return rotations;
}

/**
 * Revokes a key immediately and replaces it if necessary.
 * @param typed the key ID, as the administrator typed it
 * @throws AdminError `invalid`, `not_found`
 */
export async function revokeNow(
  admin: AdminContext,
  { kid, typed }: { readonly kid: string; readonly typed: string },
): Promise<void> {
  if (typed !== kid) {
    const message = `expected ${kid}`;
    throw new AdminError('invalid', message, [
      { field: 'typed', code: 'not_the_name', message, facts: { expected: kid } },
    ]);
  }
  const { db, now, settings } = admin;
  const done = await revokeRecorded(db, { kid, secret: settings.secret, now, by: authorshipOf(admin) });
  if (done === null) throw new AdminError('not_found', 'There is no such key, or it was revoked before');
  await takeIntoUse(() => refreshSnapshot(now), admin.log);
}
