import { Secret, TOTP } from 'otpauth';
import { keyedDigests, type MasterSecret } from '#lib/crypto/master-secret';
import { createHandle } from '#lib/crypto/random';
import { readDigits } from '#lib/vocabulary/digits';

/** In seconds. RFC 6238 §5.2 recommends 30, and all authenticator apps support it. */
const periodSeconds = 30;
/** RFC 4226 §4 R6: 160 bits. */
const keyBytes = 20;

/** The key of an authenticator app, in Base32 without padding. */
export type TotpKey = string & { readonly kind: 'totp key' };

const form = /^[A-Z2-7]{16,128}$/;

/** Reads a key as people and other products write it. Spaces, padding and case are ignored. Null if it is invalid. */
export function parseTotpKey(text: string): TotpKey | null {
  const key = text
    .replaceAll(/[\s-]/g, '')
    .replace(/(?<!=)=+$/, '')
    .toUpperCase();
  return form.test(key) ? (key as TotpKey) : null;
}

/** Where a new key is shown: the interaction or session, and the person. */
export type TotpSetting = { readonly sub: string; readonly boundTo: string };

/**
 * Creates an identifier for a new key in a form, so that the page can show the same key again. It reveals nothing about
 * the key.
 */
export function createTotpSetup(): string {
  return createHandle();
}

/**
 * The new key of a setup. It is derived, so nothing is stored before the person has shown a code.
 * @param setup the result of createTotpSetup(), as the form posted it
 * @returns the key; one for every known secret, because a form may be older than the current secret
 */
export function totpKeysOf(setup: string, { sub, boundTo }: TotpSetting, secret: MasterSecret): readonly TotpKey[] {
  const digests = keyedDigests(secret, 'totp-setup', JSON.stringify([sub, boundTo, setup]));
  return digests.map((digest) => {
    const bytes = Buffer.from(digest, 'base64url').subarray(0, keyBytes);
    return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32 as TotpKey;
  });
}

/**
 * The `otpauth:` address of a key, which apps read from a QR code or a link. In its label, a colon separates both names,
 * and apps split at the first or the last one, so neither name contains it.
 * @param issuer the portal's name or its host without its port, which the app shows
 */
export function totpUri(key: TotpKey, { issuer, label }: { readonly issuer: string; readonly label: string }): string {
  return generator(key, { issuer: withoutColons(issuer), label: withoutColons(label) }).toString();
}

function withoutColons(name: string): string {
  return name.replaceAll(':', ' ').trim();
}

/**
 * The time step of a code, at most one step before or after now (RFC 6238 §5.2).
 * @param typed see readDigits()
 * @returns null if the code does not match
 */
export function matchTotp(key: TotpKey, typed: string, now: Date): bigint | null {
  const token = readDigits(typed);
  if (!/^[0-9]{6}$/.test(token)) return null;
  const delta = generator(key).validate({ token, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : BigInt(Math.floor(now.getTime() / 1000 / periodSeconds) + delta);
}

function generator(key: TotpKey, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP {
  return new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret: Secret.fromBase32(key) });
}
