import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { idsOfNames } from '#lib/groups/decide-access';
import { queueMail } from '#lib/mail/queue-mail';
import { reserve } from '#lib/ratelimit/reserve';
import { verifiedEmail } from '#lib/users/links/send-links';
import { mailRecipient } from '#lib/users/mail-recipient';
import { unknownOrigin } from '#lib/users/notify-person';
import type { User } from '#lib/users/user';
import { listMembersByName } from '#lib/users/user-list-store';
import { daySeconds } from '#lib/vocabulary/time';
import { isApprover } from './approvers';
import { nameForPeople } from './name-for-people';
import { type AccessRequest, listUntold, takeUntold } from './request-store';

/** The job that tells approvers of requests. Wake it after the transaction that wrote one. */
export const requestJob = 'access-requests';

/** So many approvers get a mail of a request, and so many mails a day. */
const mostTold = 25;
const mostMailsOfDay = 50;

const batchSize = 100;

/**
 * Mails new requests to their approvers, once each. The mail leads to the page where they decide.
 * @returns the number of mails; the caller wakes the job `mail` for them
 */
export async function tellApprovers(context: Context, signal?: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const untold = await listUntold(context.db, context.now, batchSize);
    for (const request of untold) total += await tell(request, context);
    if (untold.length < batchSize) return total;
  }
  return total;
}

async function tell(request: AccessRequest, context: Context): Promise<number> {
  const { db, settings, now, snapshot } = context;
  const client = snapshot.clients.get(request.clientId);
  const approvers =
    client === undefined ? [] : await reserveEach(await findApprovers(request, client, context), context);
  return transaction(db, async (tx) => {
    if (!(await takeUntold(tx, request.id, now)) || client === undefined) return 0;
    const { username, reason } = request;
    const values = { app: nameForPeople(client), username, ...(reason !== null && { reason }) };
    for (const { user, to } of approvers) {
      const envelope = { to, ...mailRecipient(user, unknownOrigin) };
      await queueMail(tx, { kind: 'access_requested', values, ...envelope }, { secret: settings.secret, now });
    }
    return approvers.length;
  });
}

type Approver = { readonly user: User; readonly to: string };

/** Those who can be told, by username. */
async function findApprovers({ sub }: AccessRequest, client: Client, context: Context): Promise<Approver[]> {
  const { db, snapshot, now } = context;
  const groupIds = idsOfNames(client.approverGroups, snapshot.groups);
  const found: Approver[] = [];
  for (let after = ''; ; ) {
    const members = await listMembersByName(db, { groupIds, after, limit: batchSize }, now);
    for (const user of members) {
      const to = user.sub !== sub && isApprover(user, client, context) ? verifiedEmail(user) : null;
      if (to !== null && found.push({ user, to }) === mostTold) return found;
    }
    const last = members.at(-1);
    if (last === undefined || members.length < batchSize) return found;
    after = last.canonicalUsername;
  }
}

/** Those who have had fewer mails today than they may have. A mail counts even if the transaction fails. */
async function reserveEach(approvers: readonly Approver[], { db, now }: Context): Promise<Approver[]> {
  const allowed: Approver[] = [];
  for (const approver of approvers) {
    const key = `mail-approver:${approver.user.sub}`;
    const { allowed: isAllowed } = await reserve(db, { key, limit: mostMailsOfDay, windowSeconds: daySeconds }, now);
    if (isAllowed) allowed.push(approver);
  }
  return allowed;
}
