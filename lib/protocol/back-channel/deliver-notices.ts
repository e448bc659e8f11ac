import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { createId } from '#lib/crypto/random';
import { activeKey } from '#lib/keys/active-key';
import { signJwt } from '#lib/keys/sign-jwt';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import { isOutboundError } from '#lib/outbound/outbound-error';
import { defaultOutboundLimits, sendRequest } from '#lib/outbound/send-request';
import {
  claimNotice,
  dropNotice,
  findDueNotices,
  type LogoutNotice,
  markDelivered,
  postponeNotice,
} from '#lib/sessions/logout-notice-store';
import type { Settings } from '#lib/settings/settings';
import type { Issuing } from '#lib/tokens/access-token';
import { subjectFor } from '#lib/tokens/subject-for';
import { demoBackChannel, demoClientId } from '#lib/vocabulary/demo';
import { isLocalHost } from '#lib/vocabulary/uri';
import { protectFor } from '../encryption/protect';
import { issuingOf } from '../issuing';
import { isOAuthError } from '../oauth-error';

/** The job for notices of lost access, which never keep a sign-out waiting. */
export const accessNoticeJob = 'access-notices';

/** The delivery job. Wake it after the transaction that wrote notices. */
export const noticeJob = 'logout-notices';

/** Seconds until the next attempt, by the number of previous ones: five attempts within about six minutes. */
const backoffSeconds = [10, 30, 90] as const;
const lastPauseSeconds = 240;
const maximumAttempts = 5;

/** An attempt sends up to three requests: two for the key to encrypt to, and the notice. */
const longestAttemptMs = 3 * defaultOutboundLimits.totalMs;
/**
 * A claim lasts this much longer than the longest attempt, so that no other process sends the same notice in the
 * meantime.
 */
const claimMarginMs = 15_000;

/** The number of concurrent deliveries. */
const batchSize = 20;
/** The maximum number of rounds in one delivery. The rest waits for the next one. */
const maximumBatches = 50;

/**
 * Delivers the notices that are due (OpenID Connect Back-Channel Logout §2.5). Several processes may do this at the
 * same time, because each notice is claimed first. The token is created for each attempt, so a retry never sends an old
 * one.
 * @param contextOf asked for every round, because receivers may be slow and one delivery may take minutes: a client may
 * lose its address meanwhile, and a key may be revoked
 * @param clock read for every step, for the same reason
 * @param signal ends the delivery after the current round
 * @param isAccess delivers the notices of lost access instead of those of sign-outs
 * @returns how many deliveries were attempted
 */
export async function deliverDueNotices(
  contextOf: () => Context | Promise<Context>,
  clock: () => Date,
  signal?: AbortSignal,
  isAccess = false,
): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < maximumBatches && !signal?.aborted; batch += 1) {
    const context = await contextOf();
    const due = await findDueNotices(context.db, clock(), {
      limit: batchSize,
      longestPauseMs: lastPauseSeconds * 1000,
      isAccess,
    });
    const tried = await Promise.all(due.map((notice) => tryNotice(notice, context, clock)));
    total += tried.filter(Boolean).length;
    if (due.length < batchSize) break;
  }
  return total;
}

async function tryNotice(notice: LogoutNotice, context: Context, clock: () => Date): Promise<boolean> {
  const { db, snapshot, log } = context;
  const { id, clientId, sid, attempts } = notice;
  const until = new Date(clock().getTime() + longestAttemptMs + claimMarginMs);
  if (!(await claimNotice(db, notice, until))) return false;
  const client = snapshot.clients.get(clientId);
  const problem = client === undefined ? 'the client is gone' : await deliver(client, notice, context, clock);
  if (problem === null) {
    await markDelivered(db, id, clock());
    log.info({ event: 'backchannel_logout', clientId, sid }, 'client told of a sign-out');
    return true;
  }
  log.warn({ event: 'backchannel_logout', clientId, sid, attempt: attempts + 1, problem }, 'client not told');
  const pauseSeconds = backoffSeconds[attempts] ?? lastPauseSeconds;
  if (attempts + 1 >= maximumAttempts) await dropNotice(db, id);
  else await postponeNotice(db, id, new Date(clock().getTime() + pauseSeconds * 1000));
  return true;
}

/**
 * The demo application is served by this server, which requests none of its own addresses. It may request this one, for
 * this client, and only if it runs at localhost, because nothing else has a demo (decision 006).
 */
function ownReceiver({ clientId }: Client, { issuer }: Pick<Settings, 'issuer'>): Pick<OutboundPolicy, 'own'> {
  const isDemo = clientId === demoClientId && isLocalHost(new URL(issuer).hostname);
  return isDemo ? { own: issuer + demoBackChannel } : {};
}

/** @returns null if the client confirmed the notice (§2.8), otherwise the error */
async function deliver(
  client: Client,
  notice: LogoutNotice,
  context: Context,
  clock: () => Date,
): Promise<string | null> {
  const { settings, log } = context;
  if (!client.enabled || client.backchannelLogoutUri === null) return 'the client is not to be told any more';
  try {
    const protect = await protectFor(client, 'id_token', { ...context, now: clock() });
    // The token lives for two minutes from here, however long the key took.
    const logoutToken = await protect(issueLogoutToken(client, notice, issuingOf({ ...context, now: clock() })));
    const { status } = await sendRequest(
      {
        method: 'POST',
        url: client.backchannelLogoutUri,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ logout_token: logoutToken }).toString(),
      },
      { policy: { ...settings, ...ownReceiver(client, settings) }, cause: 'logout' },
    );
    return status >= 200 && status < 300 ? null : `status ${status}`;
  } catch (error) {
    if (isOutboundError(error)) return error.code;
    // The token is encrypted like ID tokens (§2.4). If the client has no key now, it may have one at the next attempt.
    if (isOAuthError(error)) return error.rule;
    // For example, there is no active key. The other notices do not wait for its repair.
    log.error(
      { err: error, event: 'backchannel_logout', clientId: client.clientId },
      'logout notice could not be made',
    );
    return 'server_error';
  }
}

/** §2.4 recommends at most two minutes. */
const lifetimeSeconds = 120;

const event = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Issues a logout token (OpenID Connect Back-Channel Logout §2.4), signed like the client's ID tokens. It says that a
 * session of a person ended. It names the session unless the client does not want that. Then the client ends all of the
 * person's sessions (§2.6). The token has no nonce, so it can never be mistaken for an ID token. Each one has its own
 * `jti`.
 */
export function issueLogoutToken(
  client: Client,
  { sub, sid }: { readonly sub: string; readonly sid: string },
  { issuer, keys, now, pairwiseSalt }: Omit<Issuing, 'db' | 'snapshot'>,
): string {
  const iat = Math.floor(now.getTime() / 1000);
  return signJwt(activeKey(keys, client.idTokenSignedResponseAlg, now), 'logout+jwt', {
    iss: issuer,
    aud: client.clientId,
    iat,
    exp: iat + lifetimeSeconds,
    jti: createId(),
    events: { [event]: {} },
    sub: subjectFor(client, sub, pairwiseSalt),
    ...(client.backchannelLogoutSessionRequired && { sid }),
  });
}
