import { createHmac } from 'node:crypto';
import type { Client } from '#lib/clients/client';
import { sectorOf } from '#lib/clients/sector/sector-of';

/** What makes pairwise subjects (see pairwise-salt.ts); null where no start has made it yet. */
export type PairwiseSalt = Buffer | null;

/**
 * The `sub` that a client sees of a person, everywhere (OpenID Connect Core §8): the person's own, or with
 * `subject_type: pairwise` another one in each sector. It cannot be turned back, so hints are compared forward.
 * @throws Error for a pairwise client without a salt or a sector: neither can be stored
 */
export function subjectFor(client: Client, sub: string, salt: PairwiseSalt): string {
  if (client.subjectType === 'public') return sub;
  const sector = sectorOf(client);
  if (salt === null || sector === null) throw new Error(`there is no pairwise subject for ${client.clientId}`);
  return createHmac('sha256', salt).update(`${sector}\0${sub}`).digest('base64url');
}
