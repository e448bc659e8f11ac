import { z } from 'zod';
import { open, seal, sealingKey } from '#lib/crypto/seal';
import type { Context } from '../context';

/** Longer than any of ours, and than an address may be. */
const maximumLength = 8192;

/** Where a record is good, and for how long, in seconds. */
const lifetimes = {
  /** From a POST of another site, which brings no cookie of ours, to the GET that does. */
  posted: 120,
  /** From the end session endpoint to the confirmed form. */
  confirm: 900,
  /** From the sign-out to the page that says so. */
  done: 900,
} as const;

export type RecordPlace = {
  readonly purpose: keyof typeof lifetimes;
  /** The browser it belongs to: an id or a hash; empty for `posted`, which is no more than what was posted. */
  readonly browser: string;
};

/**
 * Seals what the next page has to know into text for its address. Only this server can make or read it, and only for
 * this purpose and this browser, so that no address made up elsewhere leads a person anywhere (security #106).
 */
export function sealRecord(record: object, place: RecordPlace, { settings, now }: Context): string {
  const expiresAt = now.getTime() + lifetimes[place.purpose] * 1000;
  return seal(sealingKey(settings.secret), JSON.stringify({ record, expiresAt }), aadOf(place));
}

/** @returns null for text that is not ours, for another place or browser, or expired */
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

function tryOpen(text: string, place: RecordPlace, secret: string): unknown {
  try {
    return JSON.parse(open(sealingKey(secret), text, aadOf(place)).toString());
  } catch {
    // Anybody may send anything here; what does not open is no record.
    return null;
  }
}

function aadOf({ purpose, browser }: RecordPlace): string {
  return `end-session:${purpose}:${browser}`;
}
