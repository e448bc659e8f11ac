import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { Proof } from '#lib/factors/proof';
import { stepUp } from '#lib/sessions/step-up';
import type { AccountPost } from '../account-form';
import { AccountGone } from '../account-gone';

/**
 * Counts a newly added factor as shown in this session, so the person is not asked for it immediately.
 * @returns the Set-Cookie values of the response
 */
export async function showInSession(
  tx: Transaction,
  { browser, session }: Pick<AccountPost, 'browser' | 'session'>,
  proof: Proof,
  { settings, now }: Context,
): Promise<readonly string[]> {
  const stepped = await stepUp(tx, { settings, browser, session, proof, now });
  if (stepped === null) throw new AccountGone('the session ended meanwhile');
  return stepped.setCookie;
}
