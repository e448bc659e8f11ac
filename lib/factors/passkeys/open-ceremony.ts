import type { Database } from '#lib/db/database';
import { type ChallengeUse, redeemChallenge } from './challenge-store';
import type { RefusedCeremony } from './passkey';
import { readClientData } from './read-response';

/**
 * Uses up the challenge that an answer names, and refuses ceremonies in a frame of another site. The library accepts
 * them if the browser does not say whose frame it is (security #96).
 */
export async function openCeremony(
  db: Database,
  clientDataJSON: string,
  use: ChallengeUse,
  now: Date,
): Promise<{ readonly challenge: string } | RefusedCeremony> {
  const clientData = readClientData(clientDataJSON);
  if (clientData === null) return { problem: 'malformed' };
  if (!(await redeemChallenge(db, clientData.challenge, use, now))) return { problem: 'challenge' };
  if (clientData.isEmbedded) return { problem: 'not_verified', detail: 'the ceremony was held in a frame' };
  return { challenge: clientData.challenge };
}

/** The reason that the library gives for refusing an answer. */
export function notVerified(error: unknown): RefusedCeremony {
  return { problem: 'not_verified', detail: error instanceof Error ? error.message.slice(0, 200) : 'refused' };
}

/**
 * Loading the library takes a quarter of a second and 20 MB, because it contains certificates of every kind. So it is
 * loaded with the first ceremony.
 */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** The same for the decoding functions. */
export const loadDecoders = () => import('@simplewebauthn/server/helpers');
