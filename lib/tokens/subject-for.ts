import { createHmac } from 'node:crypto';
import type { Client } from '#lib/clients/client';
import { sectorOf } from '#lib/clients/sector/sector-of';

/** The salt of pairwise subjects (see pairwise-salt.ts). Null if no start has created it yet. */
export type PairwiseSalt = Buffer | null;

/**
 * The `sub` of a person that a client sees, everywhere (OpenID Connect Core §8). It is the person's own, or with
 * `subject_type: pairwise` a different one in each sector. It cannot be reversed, so hints are compared by computing it
 * again.
 * @throws Error for a pairwise client without a salt or a sector. Such a client cannot be stored
 */
export function subjectFor(client: Client, sub: string, salt: PairwiseSalt): string {
  if (client.subjectType === 'public') return sub;
  const sector = sectorOf(client);
  if (salt === null || sector === null) throw new Error(`there is no pairwise subject for ${client.clientId}`);
  return createHmac('sha256', salt).update(`${sector}\0${sub}`).digest('base64url');
}
