import { sha256 } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { addressKey } from '#lib/ratelimit/address-key';
import { type Reservation, refund, reserve } from '#lib/ratelimit/reserve';
import { singleton } from '#lib/singleton';
import type { Context } from './context';
import { tooManyRequests } from './oauth-error';

const windowSeconds = 15 * 60;
const guessesPerWindow = 20;

/** How many callers that guessed are remembered; who is forgotten has one guess more. */
const maximumSuspects = 2000;

/** A secret as it was presented: of which client or resource scope, and from where. */
export type PresentedSecret = {
  readonly kind: 'client' | 'scope';
  readonly id: string;
  readonly secret: string;
  readonly clientAddress: string;
};

/** Who presented a wrong secret, and each secret tried since. It ends with the window, in milliseconds. */
type Suspect = { readonly until: number; readonly tried: Map<string, Promise<Reservation>> };
type Suspects = Map<string, Suspect>;

/**
 * Checks a secret, and how many different ones the same network tried for the same name: 20 in 15 minutes. Who never
 * guessed wrong costs no statement. After a wrong one each further secret is reserved before it is looked at, in the
 * database, so that all processes count together; memory only knows who has to be counted, and what need not be
 * counted twice: a secret that was tried before is no new guess, neither an old one in a loop nor the right one.
 * @param isRight compares it with the stored ones
 * @throws temporarily_unavailable with 429 past the limit, for the right secret too
 */
export async function proveSecret(
  presented: PresentedSecret,
  isRight: () => boolean,
  context: Context,
): Promise<boolean> {
  const { db, now } = context;
  const suspects = suspectsOf(db);
  const suspect = suspects.size === 0 ? undefined : findSuspect(suspects, guessKey(presented), now);
  if (suspect === undefined && isRight()) return true;
  const key = guessKey(presented);
  const { tried } = suspect ?? addSuspect(suspects, key, now);
  const reservation = await reserveGuess(tried, { key, digest: sha256(presented.secret) }, context);
  if (!reservation.allowed) throw refuseGuess(presented, reservation, context);
  if (suspect === undefined || !isRight()) return false;
  if (reservation.isNew) await refund(db, key);
  return true;
}

/** The clients and the scopes of each database, once a process. */
function suspectsOf(db: Database): Suspects {
  const all = singleton('secret-suspects', () => new WeakMap<Database, Suspects>());
  const found = all.get(db) ?? new Map();
  all.set(db, found);
  return found;
}

function findSuspect(suspects: Suspects, key: string, now: Date): Suspect | undefined {
  const suspect = suspects.get(key);
  if (suspect === undefined || suspect.until > now.getTime()) return suspect;
  suspects.delete(key);
  return undefined;
}

function addSuspect(suspects: Suspects, key: string, now: Date): Suspect {
  const [oldest] = suspects.keys();
  if (suspects.size >= maximumSuspects && oldest !== undefined) suspects.delete(oldest);
  const suspect = { until: now.getTime() + windowSeconds * 1000, tried: new Map() };
  suspects.set(key, suspect);
  return suspect;
}

/** Names share 4,096 places, so that names nobody has fill no table and are counted like those somebody has. */
function guessKey({ kind, id, clientAddress }: PresentedSecret): string {
  return `secret-${kind}:${sha256(id).slice(0, 2)}:${addressKey(clientAddress)}`;
}

/** One reservation a secret, also when it comes many times at once. */
async function reserveGuess(
  tried: Suspect['tried'],
  { key, digest }: { readonly key: string; readonly digest: string },
  { db, now }: Context,
): Promise<Reservation & { readonly isNew: boolean }> {
  const known = tried.get(digest);
  if (known !== undefined) return { ...(await known), isNew: false };
  const reservation = reserve(db, key, guessesPerWindow, windowSeconds, now);
  tried.set(digest, reservation);
  const isAllowed = await reservation.then(
    ({ allowed }) => allowed,
    () => false,
  );
  if (!isAllowed) tried.delete(digest);
  return { ...(await reservation), isNew: true };
}

function refuseGuess({ kind, id }: PresentedSecret, { retryAfterSeconds }: Reservation, { log }: Context) {
  log.warn({ event: 'secret_guessing', kind, name: id }, 'security');
  const facts = kind === 'client' ? { clientId: id } : { received: id };
  return tooManyRequests('secret_guesses_spent', retryAfterSeconds, facts);
}
