import { type Asked, listAnswered, takeAnswered } from '#lib/clients/agents/asked-store';
import { agentHost } from '#lib/clients/agents/self-description';
import { findClient } from '#lib/clients/client-store';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { queueMail } from '#lib/mail/queue-mail';
import { verifiedEmail } from '#lib/users/links/send-links';
import { mailRecipient } from '#lib/users/mail-recipient';
import { findUserBySub } from '#lib/users/user-store';

/** The number of mails in one round. */
const batchSize = 100;

type Telling = { readonly secret: MasterSecret; readonly now: Date };

/**
 * Sends a mail to people who asked for an agent that has now been approved. Each person gets one mail, because deleting
 * the request and writing the mail are one transaction. Disabled people, and those without a verified address, get
 * none.
 * @returns the number of mails; the caller wakes the job `mail` for them
 */
export async function notifyApprovals(db: Database, telling: Telling): Promise<number> {
  let total = 0;
  for (;;) {
    const asked = await listAnswered(db, batchSize);
    for (const one of asked) total += (await tell(db, one, telling)) ? 1 : 0;
    if (asked.length < batchSize) return total;
  }
}

async function tell(db: Database, asked: Asked, { secret, now }: Telling): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await takeAnswered(tx, asked))) return false;
    const [client, user] = [await findClient(tx, asked.clientId), await findUserBySub(tx, asked.sub)];
    const to = user?.enabled ? verifiedEmail(user) : null;
    if (client === null || to === null) return false;
    const envelope = { to, ...mailRecipient(user, { locale: 'en', tenant: null }) };
    const mail = { kind: 'agent_approved', values: { app: agentHost(client.record).slice(0, 200) } } as const;
    await queueMail(tx, { ...mail, ...envelope }, { secret, now });
    return true;
  });
}
