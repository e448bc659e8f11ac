import type { Database } from '#lib/db/database';
import { addressKey, siteKey } from './address-key';
import { type Reservation, refund, reserve, type WindowLimit } from './reserve';

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
