import { createMemory, type Memory } from '#lib/crypto/memory';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import { singletonOf } from '#lib/singleton';
import { addressKey, siteKey } from './address-key';
import { type Reservation, refund, reserve, secondsToWindowEnd, type WindowLimit } from './reserve';
import { countStep, windowEnds } from './window-store';

/** A limit of uses for one network in a window. */
export type AddressLimit = {
  /** The name of the limited action. It is the first part of the counter's key. */
  readonly name: string;
  readonly perAddress: number;
  readonly windowSeconds: number;
};

/** An IPv6 /48 contains 65,536 subscribers. Together they have this many times the limit of one. */
const subscribersPerSite = 4;

/** Reserves one use of an address, and of its /48 network if it is IPv6: see reserve(). */
export async function reserveAddress(
  db: Database,
  address: string,
  { uses = 1, ...limit }: AddressLimit & Pick<WindowLimit, 'uses'>,
  now: Date,
): Promise<Reservation> {
  let last: Reservation = { allowed: true, retryAfterSeconds: 0 };
  for (const counter of countersOf(address, limit)) {
    last = await reserve(db, { ...counter, windowSeconds: limit.windowSeconds, uses }, now);
    if (!last.allowed) return last;
  }
  return last;
}

/**
 * Reserves one use of an address as reserveAddress() does, together with what the limited action stores: in one
 * transaction, all or nothing.
 * @returns the refusal of a step, or the reservation
 */
export async function storeForAddress<Refusal extends string = never>(
  db: Database,
  address: string,
  { uses = 1, windowSeconds, ...limit }: AddressLimit & Pick<WindowLimit, 'uses'>,
  steps: readonly Step<Refusal>[],
  now: Date,
): Promise<Refusal | Reservation> {
  const counters = countersOf(address, limit);
  const full = fullWindows(db);
  const { latestWindowEnd } = windowEnds(windowSeconds, now);
  for (const { key } of counters) {
    const known = full.recall(key);
    const isFull = known !== undefined && known.uses <= uses && known.until > now && known.until <= latestWindowEnd;
    if (isFull) return refusedUntil(known.until, now);
  }
  const [own, site] = counters;
  if (own === undefined) throw new Error('an address has no counter');
  const refused = await run<Refusal | 'full' | 'full_site'>(db, [
    countStep({ ...own, uses }, now, windowSeconds, 'full'),
    site === undefined ? [] : countStep({ ...site, uses }, now, windowSeconds, 'full_site'),
    ...steps,
  ]);
  if (refused !== 'full' && refused !== 'full_site') return refused ?? { allowed: true, retryAfterSeconds: 0 };
  const { key } = refused === 'full_site' && site !== undefined ? site : own;
  const until = new Date(now.getTime() + (await secondsToWindowEnd(db, key, now)) * 1000);
  full.keep(key, { uses, until });
  return refusedUntil(until, now);
}

/** The uses that a window had no room for, and its end. */
type FullWindow = { readonly uses: number; readonly until: Date };

/** A refused transaction leaves a line in PostgreSQL's log, so a process asks for a full window only once. */
const fullWindows = singletonOf<Database, Memory<FullWindow>>('full-windows', () => createMemory(10_000));

function refusedUntil(until: Date, now: Date): Reservation {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) };
}

/** Gives back what reserveAddress() reserved. */
export async function refundAddress(db: Database, address: string, limit: AddressLimit): Promise<void> {
  for (const { key } of countersOf(address, limit)) await refund(db, key);
}

/** The address is counted first. If the /48 network refuses, the use of the address stays counted. */
export function countersOf(
  address: string,
  { name, perAddress }: Pick<AddressLimit, 'name' | 'perAddress'>,
): { key: string; limit: number }[] {
  const own = { key: `${name}:${addressKey(address)}`, limit: perAddress };
  const site = siteKey(address);
  return site === null ? [own] : [own, { key: `${name}:${site}`, limit: perAddress * subscribersPerSite }];
}
