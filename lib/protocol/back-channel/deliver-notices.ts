import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { isOutboundError } from '#lib/outbound/outbound-error';
import { sendRequest } from '#lib/outbound/send-request';
import {
  claimNotice,
  dropNotice,
  findDueNotices,
  type LogoutNotice,
  markDelivered,
} from '#lib/sessions/logout-notice-store';
import { protectFor } from '../encryption/protect';
import { issuingOf } from '../issuing';
import { isOAuthError } from '../oauth-error';
import { issueLogoutToken } from './logout-token';

/** The job that delivers. It is to be woken after the transaction that wrote notices. */
export const noticeJob = 'logout-notices';

/** Seconds until the next attempt, by how many there were: five attempts within about six minutes. */
const backoffSeconds = [10, 30, 90] as const;
const lastPauseSeconds = 240;
const maximumAttempts = 5;

/** How many are under way at once. */
const batchSize = 20;
/** The number of rounds of one delivery; the rest waits for the next one. */
const maximumBatches = 50;

/**
 * Delivers the notices whose turn has come (OpenID Connect Back-Channel Logout §2.5). Several processes may do so at
 * once: each notice is claimed first. The token is made for the attempt, so that it is never older than a retry.
 * @returns how many were tried
 */
export async function deliverDueNotices(context: Context): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < maximumBatches; batch += 1) {
    const due = await findDueNotices(context.db, context.now, batchSize);
    const tried = await Promise.all(due.map((notice) => tryNotice(notice, context)));
    total += tried.filter(Boolean).length;
    if (due.length < batchSize) break;
  }
  return total;
}

async function tryNotice(notice: LogoutNotice, context: Context): Promise<boolean> {
  const { db, snapshot, log, now } = context;
  const { id, clientId, sid, attempts } = notice;
  const pauseSeconds = backoffSeconds[attempts] ?? lastPauseSeconds;
  const nextAttemptAt = new Date(now.getTime() + pauseSeconds * 1000);
  if (!(await claimNotice(db, notice, nextAttemptAt))) return false;
  const client = snapshot.clients.get(clientId);
  const problem = client === undefined ? 'the client is gone' : await deliver(client, notice, context);
  if (problem === null) {
    await markDelivered(db, id, now);
    log.info({ event: 'backchannel_logout', clientId, sid }, 'client told of a sign-out');
    return true;
  }
  log.warn({ event: 'backchannel_logout', clientId, sid, attempt: attempts + 1, problem }, 'client not told');
  if (attempts + 1 >= maximumAttempts) await dropNotice(db, id);
  return true;
}

/** @returns null if the client has confirmed (§2.8), else the error */
async function deliver(client: Client, notice: LogoutNotice, context: Context): Promise<string | null> {
  const { settings } = context;
  if (!client.enabled || client.backchannelLogoutUri === null) return 'the client is not to be told any more';
  try {
    const protect = await protectFor(client, 'id_token', context);
    const logoutToken = await protect(issueLogoutToken(client, notice, issuingOf(context)));
    const { status } = await sendRequest(
      {
        method: 'POST',
        url: client.backchannelLogoutUri,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ logout_token: logoutToken }).toString(),
      },
      { policy: settings },
    );
    return status >= 200 && status < 300 ? null : `status ${status}`;
  } catch (error) {
    if (isOutboundError(error)) return error.code;
    // It is encrypted like ID tokens (§2.4), and the client may have its key back at the next attempt.
    if (isOAuthError(error)) return error.rule;
    throw error;
  }
}
