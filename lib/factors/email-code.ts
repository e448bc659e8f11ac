import { isKeyedDigest, keyedDigest, type MasterSecret } from '#lib/crypto/master-secret';
import { createHandle, createText } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { readDigits } from '#lib/vocabulary/digits';
import { minuteMs } from '#lib/vocabulary/time';
import {
  consumeEmailCode,
  type EmailCodePurpose,
  reserveCodeAttempt,
  type StoredEmailCode,
  saveEmailCode,
} from './email-code-store';

/** In minutes. */
export const emailCodeMinutes = 10;

/** The number of wrong codes after which the step starts again. */
export const emailCodeAttempts = 5;

const digits = 6;

type Writing = { readonly secret: MasterSecret; readonly now: Date };

/**
 * Creates the code of an interaction. An earlier one becomes void. The caller mails it in the same transaction.
 * @param code `hash`: that of the interaction; `sub`: null without an account; `isDecoy`: no code is valid, for an
 * address without an account. The caller then queues a decoy mail; `isSent`: false past the limits of mails. No code is
 * valid then either, but one that was mailed before stays
 * @returns six digits
 */
export async function createEmailCode(
  tx: Transaction,
  code: Pick<StoredEmailCode, 'hash' | 'purpose' | 'sub' | 'email'> & {
    readonly isDecoy: boolean;
    readonly isSent?: boolean;
  },
  { secret, now }: Writing,
): Promise<string> {
  const { isDecoy, isSent = true, ...stored } = code;
  const text = createText('0123456789', digits);
  const codeHash = keyedDigest(secret, purpose, bound(code.hash, isDecoy || !isSent ? createHandle() : text));
  const expiresAt = new Date(now.getTime() + emailCodeMinutes * minuteMs);
  await saveEmailCode(tx, { ...stored, codeHash, createdAt: now, expiresAt }, !isSent);
  return text;
}

/**
 * Whether the code is no longer compared. An answer is then not a guess, and does not count as a failure of the
 * account.
 */
export function isEmailCodeOver(
  { failures, expiresAt }: { readonly failures: number; readonly expiresAt: Date },
  now: Date,
): boolean {
  return failures >= emailCodeAttempts || expiresAt <= now;
}

/**
 * `right`: the code is now used up, and `sub` is that of the code. `wrong`: another attempt is left. `over`: the code
 * is expired, used or missing, or there were too many wrong ones. The step starts again.
 */
type EmailCodeResult =
  | { readonly outcome: 'right'; readonly sub: string | null; readonly email: string }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'over' };

/**
 * Checks what a person typed, see readDigits(). The attempt is counted before the comparison (security
 * #82), and only one of several requests with the right code succeeds. Never call it in a transaction, because attempts
 * must count even if a later step fails.
 */
export async function checkEmailCode(
  db: Database,
  { hash, purpose: use, typed }: { readonly hash: string; readonly purpose: EmailCodePurpose; readonly typed: string },
  { secret, now }: Writing,
): Promise<EmailCodeResult> {
  const attempt = await reserveCodeAttempt(db, { hash, purpose: use }, emailCodeAttempts, now);
  if (attempt === null) return { outcome: 'over' };
  const { sub, email, codeHash, failures } = attempt;
  if (!isKeyedDigest(secret, purpose, bound(hash, readDigits(typed)), codeHash)) {
    return { outcome: failures < emailCodeAttempts ? 'wrong' : 'over' };
  }
  return (await consumeEmailCode(db, { hash, codeHash }, now)) ? { outcome: 'right', sub, email } : { outcome: 'over' };
}

const purpose = 'email-code';

/** A code is valid only in its interaction. */
function bound(hash: string, code: string): string {
  return `${hash} ${code}`;
}
