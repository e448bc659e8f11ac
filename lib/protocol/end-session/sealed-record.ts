import { z } from 'zod';
import type { Context } from '#lib/context';
import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, seal, sealingKey } from '#lib/crypto/seal';
import { readJson } from '#lib/vocabulary/json';

/** In characters. Longer than any record of ours, and than an address may be. */
const maximumLength = 8192;

/** The lifetime of a record in seconds, by its purpose. */
const lifetimes = {
  /** From a POST of another site, which has none of our cookies, to the GET that has them. */
  posted: 120,
  /** From the end session endpoint to the confirmed form. */
  confirm: 900,
  /** From the sign-out to the page that confirms it. */
  done: 900,
} as const;

type RecordPlace = {
  readonly purpose: keyof typeof lifetimes;
  /** The browser: an ID or a hash. Empty for `posted`, which contains only the posted values. */
  readonly browser: string;
};

/**
 * Seals the data of the next page as text for its address. Only this server can create and read it, for this purpose
 * and this browser, so that no forged address leads a person anywhere (security #106).
 */
export function sealRecord(record: object, place: RecordPlace, { settings, now }: Context): string {
  const expiresAt = now.getTime() + lifetimes[place.purpose] * 1000;
  return seal(sealingKey(settings.secret), JSON.stringify({ record, expiresAt }), aadOf(place));
}

/** @returns null if it was not created here, is for another purpose or browser, or has expired */
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
    // Anybody can send anything here. A text that cannot be opened is not a record.
    return null;
  }
}

function aadOf({ purpose, browser }: RecordPlace): string {
  return `end-session:${purpose}:${browser}`;
}
