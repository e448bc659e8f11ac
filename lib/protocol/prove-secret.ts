import { LRUCache } from 'lru-cache';
import type { Context } from '#lib/context';
import { sha256 } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { addressKey, siteKey } from '#lib/ratelimit/address-key';
import type { Reservation } from '#lib/ratelimit/reserve';
import { type AddressLimit, refundAddress, reserveAddress } from '#lib/ratelimit/reserve-address';
import { singletonOf } from '#lib/singleton';
import { latestEndFromNow } from '#lib/vocabulary/time';
import { tooManyRequests } from './oauth-error';

const windowSeconds = 15 * 60;
const guessesPerWindow = 20;

/** The number of callers with wrong guesses that are held in memory. If one is forgotten, it gets one more guess. */
const maximumSuspects = 2000;

/** A presented secret, with its client or resource scope and its origin. */
export type PresentedSecret = {
  readonly kind: 'client' | 'scope';
  readonly id: string;
  readonly secret: string;
  readonly clientAddress: string;
};

/**
 * A caller who presented a wrong secret, with each secret tried since then. It ends with the window. In milliseconds.
 */
type Suspect = { readonly until: number; readonly tried: Map<string, Promise<Reservation>> };
type Suspects = LRUCache<string, Suspect>;

/**
 * Checks a secret, and limits how many different secrets a network can try for a name: 20 in 15 minutes. For a caller
 * without a wrong guess, this needs no statement. After a wrong secret, each further one is reserved in the database
 * before it is compared, so that all processes count together. Memory only contains which callers to count, and which
 * secrets they tried. A repeated secret is not a new guess, whether it is an old one in a loop or the right one.
 * @param find looks for the secret among the stored ones
 * @returns the result of `find`
 * @throws temporarily_unavailable with 429 beyond the limit, even for the right secret
 */
export async function proveSecret<Secret>(
  presented: PresentedSecret,
  find: () => Secret | undefined,
  context: Context,
): Promise<Secret | undefined> {
  const { db, now } = context;
  const suspects = suspectsOf(db);
  const suspect = suspects.size === 0 ? undefined : findSuspect(suspects, guessKey(presented), now);
  const matching = suspect === undefined ? find() : undefined;
  if (matching !== undefined) return matching;
  const { tried } = suspect ?? addSuspect(suspects, guessKey(presented), now);
  const reservation = await reserveGuess(tried, presented, context);
  if (!reservation.allowed) throw refuseGuess(presented, reservation, context);
  const found = suspect === undefined ? undefined : find();
  if (found !== undefined && reservation.isNew) await refundAddress(db, presented.clientAddress, guessLimit(presented));
  return found;
}

/** The suspects of each database, once in a process. */
const suspectsOf = singletonOf<Database, Suspects>('secret-suspects', () => new LRUCache({ max: maximumSuspects }));

function findSuspect(suspects: Suspects, key: string, now: Date): Suspect | undefined {
  const suspect = suspects.get(key);
  if (suspect === undefined) return undefined;
  if (suspect.until > now.getTime() && suspect.until <= latestEndFromNow(now, windowSeconds * 1000).getTime())
    return suspect;
  suspects.delete(key);
  return undefined;
}

function addSuspect(suspects: Suspects, key: string, now: Date): Suspect {
  const suspect = { until: now.getTime() + windowSeconds * 1000, tried: new Map() };
  suspects.set(key, suspect);
  return suspect;
}

/**
 * The key of the callers that are counted together. For IPv6 this is a whole /48, because its holder could otherwise
 * guess once from each of its 65,536 networks without being counted.
 */
function guessKey(presented: PresentedSecret): string {
  const { clientAddress } = presented;
  return `${guessLimit(presented).name}:${siteKey(clientAddress) ?? addressKey(clientAddress)}`;
}

/** Names share 4,096 counters, so that unknown names cannot fill a table and are counted like known ones. */
function guessLimit({ kind, id }: PresentedSecret): AddressLimit {
  return { name: `secret-${kind}:${sha256(id).slice(0, 2)}`, perAddress: guessesPerWindow, windowSeconds };
}

/** One reservation for each secret, even if it arrives many times at once. */
async function reserveGuess(
  tried: Suspect['tried'],
  presented: PresentedSecret,
  { db, now }: Context,
): Promise<Reservation & { readonly isNew: boolean }> {
  const digest = sha256(presented.secret);
  const known = tried.get(digest);
  if (known !== undefined) return { ...(await known), isNew: false };
  const reservation = reserveAddress(db, presented.clientAddress, guessLimit(presented), now);
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
