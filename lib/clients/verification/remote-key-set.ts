import type { OutboundPolicy } from '#lib/outbound/check-target';
import { sendRequest } from '#lib/outbound/send-request';
import { singleton } from '#lib/singleton';
import { type KeySet, parseKeySet } from './key-set';

/** Fetched keys are used for this long without asking again, in seconds. A key taken out stays valid as long. */
const freshSeconds = 600;

/** When asking again fails, the last known keys stay in use for this long, in seconds. */
const staleSeconds = 86_400;

/** An address is not asked again within this time, whatever key a caller names and however it failed, in seconds. */
const coolDownSeconds = 30;

const maximumEntries = 1000;

/** What is known of one jwks_uri. */
type Entry = {
  keys: { readonly set: KeySet; readonly fetchedAt: Date } | null;
  attemptedAt: Date | null;
  pending: Promise<void> | null;
  /** Why the last attempt failed. */
  problem: unknown;
};

/**
 * The keys a client publishes at its `jwks_uri`. They are asked for when they are not fresh, and once more for a key
 * that is not among them: the client may have rotated (OpenID Connect Core §10.1.1). Requests share one attempt.
 * @throws (when used) when no usable keys could be fetched
 */
export function remoteKeySet(uri: string, policy: OutboundPolicy, now: Date): KeySet {
  return async (header, token) => {
    const entry = entryOf(uri);
    if (!isWithin(freshSeconds, entry.keys?.fetchedAt, now)) await refresh(entry, uri, policy, now);
    const known = usableKeys(entry, now);
    try {
      return await known(header, token);
    } catch (error) {
      if (!isNoMatchingKey(error)) throw error;
    }
    await refresh(entry, uri, policy, now);
    return usableKeys(entry, now)(header, token);
  };
}

/** Once a process; the first entries give way when clients with keys elsewhere are many. */
function entryOf(uri: string): Entry {
  const entries = singleton('client-key-sets', () => new Map<string, Entry>());
  const known = entries.get(uri);
  if (known !== undefined) return known;
  const [oldest] = entries.keys();
  if (oldest !== undefined && entries.size >= maximumEntries) entries.delete(oldest);
  const made: Entry = { keys: null, attemptedAt: null, pending: null, problem: null };
  entries.set(uri, made);
  return made;
}

async function refresh(entry: Entry, uri: string, policy: OutboundPolicy, now: Date): Promise<void> {
  if (entry.pending === null) {
    if (isWithin(coolDownSeconds, entry.attemptedAt, now)) return;
    entry.attemptedAt = now;
    entry.pending = load(entry, uri, policy, now).finally(() => {
      entry.pending = null;
    });
  }
  await entry.pending;
}

/** A failure leaves what was known. */
async function load(entry: Entry, uri: string, policy: OutboundPolicy, now: Date): Promise<void> {
  try {
    const headers = { accept: 'application/jwk-set+json, application/json' };
    const { status, body } = await sendRequest({ method: 'GET', url: uri, headers }, { policy });
    if (status !== 200) throw new Error(`the answer had status ${status}`);
    entry.keys = { set: parseKeySet(body), fetchedAt: now };
  } catch (error) {
    entry.problem = error;
  }
}

function usableKeys({ keys, problem }: Entry, now: Date): KeySet {
  if (keys !== null && isWithin(staleSeconds, keys.fetchedAt, now)) return keys.set;
  throw new Error('the keys of jwks_uri could not be fetched', { cause: problem });
}

function isWithin(seconds: number, time: Date | null | undefined, now: Date): boolean {
  return time !== null && time !== undefined && Math.abs(now.getTime() - time.getTime()) < seconds * 1000;
}

function isNoMatchingKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_JWKS_NO_MATCHING_KEY';
}
