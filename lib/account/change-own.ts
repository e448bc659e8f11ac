import { touchUser } from '#lib/admin/users/account-store';
import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { User } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import type { AccountPost } from './account-form';
import { AccountGone } from './account-gone';

/** A person's change to their own account, for the audit log. */
type OwnEvent = {
  readonly type: AuditEventType;
  readonly details?: Readonly<Record<string, unknown>>;
  /** The client that the event is about. */
  readonly client?: { readonly clientId: string; readonly clientName: string | null };
};

/**
 * Changes the account of the person who sent the form, in one transaction. The account is locked, and the audit log
 * gets the events. If `work` throws, everything is rolled back.
 * @param work gets the account as it is stored now
 * @throws AccountGone (code `account_gone`). The form then leads to the sign-in
 */
export async function changeOwn(
  { session, form }: Pick<AccountPost, 'session' | 'form'>,
  { db, now, requestId }: Context,
  work: (tx: Transaction, user: User) => Promise<readonly OwnEvent[]>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const user = (await touchUser(tx, session.sub, now)) ? await findUserBySub(tx, session.sub) : null;
    if (user === null || !user.enabled) throw new AccountGone('the account was deleted or disabled meanwhile');
    const events = await work(tx, user);
    const facts = { person: user, client: null, address: form.clientAddress, requestId };
    await recordEvents(
      tx,
      events.map((event) => personEvent({ ...facts, ...event })),
      now,
    );
  });
}
