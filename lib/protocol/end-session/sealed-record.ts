import { z } from 'zod';
import type { Context } from '#lib/context';
import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, seal, sealingKey } from '#lib/crypto/seal';
import { readJson } from '#lib/vocabulary/json';

/** Longer than any of our records, and than an address may be. */
const maximumLength = 8192;

/** Where a record is good, and for how long, in seconds. */
const lifetimes = {
  /** From a POST of another site, which has none of our cookies, to the GET that has them. */
  posted: 120,
  /** From the end session endpoint to the confirmed form. */
  confirm: 900,
  /** From the sign-out to the page that says so. */
  done: 900,
} as const;

type RecordPlace = {
  readonly purpose: keyof typeof lifetimes;
  /** The browser: an id or a hash; empty for `posted`, which only holds what was posted. */
  readonly browser: string;
};

/**
 * Seals the data of the next page into text for its address. Only this server can make or read it, for this purpose and
 * this browser, so that no forged address leads a person anywhere (security #106).
 */
export function sealRecord(record: object, place: RecordPlace, { settings, now }: Context): string {
  const expiresAt = now.getTime() + lifetimes[place.purpose] * 1000;
  return seal(sealingKey(settings.secret), JSON.stringify({ record, expiresAt }), aadOf(place));
}

/** @returns null if it is not ours, is for another place or browser, or has expired */
export function openRecord<T>(
  text: string | null,
  schema: z.ZodType<T>,
  place: RecordPlace,
  { settings, now }: Context,
): T | null {
  if (text === null || text.length > maximumLength) return null;
  const opened = z.object({ record: schema, expiresAt: z.number() }).safeParse(tryOpen(text, place, settings.secret));
  return opened.success && opened.data.expiresAt > now.getTime() ? opened.data.record : null;
}

function tryOpen(text: string, place: RecordPlace, secret: MasterSecret): unknown {
  try {
    return readJson(open(sealingKey(secret), text, aadOf(place)).toString());
  } catch {
    // Anybody can send anything here; a text that does not open is not a record.
    return null;
  }
}

function aadOf({ purpose, browser }: RecordPlace): string {
  return `end-session:${purpose}:${browser}`;
}
