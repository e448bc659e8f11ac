import { encode } from 'uqr';
import type { MasterSecret } from '#lib/crypto/master-secret';
import { readDigits } from '#lib/vocabulary/digits';
import { createTotpSetup, matchTotp, type TotpKey, type TotpSetting, totpKeysOf, totpUri } from './totp';

/** The setup of a new authenticator app on a page. */
export type TotpSetupView = {
  /** A hidden input that identifies the key. */
  readonly setup: string;
  /** In groups of four. */
  readonly key: string;
  readonly uri: string;
  readonly qr: { readonly size: number; readonly path: string };
};

/** The names that an app shows: the portal's or its host, and the account. */
type TotpNames = { readonly issuer: string; readonly name: string | null; readonly username: string };

/** @param setup the setup in the page's address, so that a page shown again has the same key; null for a new one */
export function showTotpSetup(
  setup: string | null,
  setting: TotpSetting,
  { issuer, name, username }: TotpNames,
  secret: MasterSecret,
): TotpSetupView {
  const named = setup !== null && isSetup(setup) ? setup : createTotpSetup();
  const [key] = totpKeysOf(named, setting, secret);
  if (key === undefined) throw new Error('a master secret has a current secret');
  const uri = totpUri(key, { issuer: name ?? new URL(issuer).hostname, label: username });
  return { setup: named, key: key.replaceAll(/(.{4})(?=.)/g, '$1 '), uri, qr: qrPath(uri) };
}

type TotpSetupProblem = 'code_missing' | 'code_malformed' | 'code_wrong';

/** The key that a person set up and confirmed with a code. */
type ProvedTotp = { readonly key: TotpKey; readonly step: bigint };

/**
 * Checks the form of such a page.
 * @param setting where the key was shown
 */
export function checkTotpSetup(
  { setup, code }: { readonly setup: string; readonly code: string },
  setting: TotpSetting,
  { secret, now }: { readonly secret: MasterSecret; readonly now: Date },
): ProvedTotp | { readonly problem: TotpSetupProblem } {
  const typed = code.trim();
  if (typed === '') return { problem: 'code_missing' };
  if (!isSixDigits(typed)) return { problem: 'code_malformed' };
  if (!isSetup(setup)) return { problem: 'code_wrong' };
  for (const key of totpKeysOf(setup, setting, secret)) {
    const step = matchTotp(key, typed, now);
    if (step !== null) return { key, step };
  }
  return { problem: 'code_wrong' };
}

/** Whether a typed text is a code of six digits, see readDigits(). */
export function isSixDigits(typed: string): boolean {
  return /^[0-9]{6}$/.test(readDigits(typed));
}

/** Whether a text can identify the key of a page. */
export function isSetup(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** A QR code as an SVG path of its dark modules, in a square of `size` units with a border of 4 (ISO 18004). */
function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
