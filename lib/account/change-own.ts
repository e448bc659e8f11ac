import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { Caller } from '#lib/sessions/caller';
import { lockSession } from '#lib/sessions/session-store';
import type { User } from '#lib/users/user';
import { findUserBySub, touchUser } from '#lib/users/user-store';
import { browserText } from '#lib/vocabulary/browser-words';

/** A person's change to their own account, for the audit log. */
type OwnEvent = {
  readonly type: AuditEventType;
  readonly details?: Readonly<Record<string, unknown>>;
  /** The client that the event is about. */
  readonly client?: { readonly clientId: string; readonly clientName: string | null };
};

/** The form of a signed-in person, as far as a change of their account needs it. */
export type OwnPost = {
  readonly session: Pick<SessionWithUser, 'sid' | 'sub'>;
  readonly caller: Pick<Caller, 'clientAddress'> & Partial<Pick<Caller, 'userAgent'>>;
};

/**
 * Changes the account of the person who sent the form, in one transaction. The account and the session are locked, and
 * the audit log gets the events. If the session ended after the form was read, nothing changes (security #104, #107). If
 * `work` throws, everything is rolled back.
 * @param work gets the account as it is stored now. It may refuse before it changes anything
 * @returns the reason of the refusal; null if the account changed
 * @throws AccountGone (code `account_gone`). The form then leads to the sign-in
 */
export async function changeOwn<Reason>(
  { session, caller }: OwnPost,
  { db, now, requestId }: Pick<Context, 'db' | 'now' | 'requestId'>,
  work: (tx: Transaction, user: User) => Promise<readonly OwnEvent[] | { readonly refused: Reason }>,
): Promise<Reason | null> {
  return transaction(db, async (tx) => {
    const user = (await touchUser(tx, session.sub, now)) ? await findUserBySub(tx, session.sub) : null;
    if (user === null || !user.enabled) throw new AccountGone('the account was deleted or disabled meanwhile');
    // A recovery or a sign-out may have ended the session while a password was hashed. A concurrent one waits.
    if ((await run(tx, [lockSession(session.sid, now)])) !== null) throw new AccountGone('the session ended meanwhile');
    const events = await work(tx, user);
    if ('refused' in events) return events.refused;
    const browser = browserText(caller.userAgent ?? null);
    const facts = { person: user, client: null, address: caller.clientAddress, requestId, browser };
    await recordEvents(
      tx,
      events.map((event) => personEvent({ ...facts, ...event })),
      now,
    );
    return null;
  });
}

/**
 * The account was deleted or disabled, or the session ended, after the form was read. The transaction is rolled back.
 */
export class AccountGone extends Error {
  override readonly name = 'AccountGone';
  readonly code = 'account_gone';
}

/** Compares the code, because the class exists once in each bundle. */
export function isAccountGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'account_gone';
}
