import { personEvent } from '#lib/audit/person-event';
import { recordEvents } from '#lib/audit/store';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { noteProblem } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import type { Authentication, SessionWithUser } from '#lib/sessions/browser-state';
import { signIn } from '#lib/sessions/sign-in';
import type { User } from '#lib/users/user';
import { continueInteraction } from './continue-interaction';
import { readSessions } from './current-session';
import { handOver } from './device/hand-over';
import type { OpenDevice, OpenInteraction } from './load-interaction';
import { withCookies } from './respond';

export type NewSession = {
  readonly open: OpenInteraction | OpenDevice;
  readonly cookieHeader: string | undefined;
  readonly authentication: Authentication;
  readonly remember: boolean;
  readonly clientAddress: string;
  /** Gives the person, and writes what belongs to the sign-in, in the transaction of the session. */
  readonly findUser: (tx: Transaction) => Promise<User>;
  /** Writes what hangs on the session. */
  readonly alongside?: (tx: Transaction, session: SessionWithUser) => Promise<void>;
};

/** A person has proved who they are: a new session of this browser, and on with what they came for. */
export async function startSession(request: NewSession, context: Context): Promise<HttpResponse> {
  const { open, cookieHeader, authentication, remember, clientAddress, findUser, alongside } = request;
  const { db, settings, snapshot, now, requestId } = context;
  const browser = await readSessions(cookieHeader, context);
  const { browserId } = browser;
  const { session, setCookie } = await transaction(db, async (tx) => {
    const user = await findUser(tx);
    const portal = snapshot.portal;
    const signedIn = await signIn(tx, { settings, portal, browserId, user, authentication, remember, now });
    await alongside?.(tx, signedIn.session);
    const { idp, amr } = authentication;
    const details = { idp, amr, remember };
    const event = { person: user, client: open.client, address: clientAddress, requestId, details };
    await recordEvents(tx, [personEvent({ type: 'sign_in.succeeded', ...event })], now);
    return signedIn;
  });
  await noteProblem(db, open.interaction.hash, { problem: null, typedName: null, typedEmail: null });
  await handOver(open, browser, session, context);
  return withCookies(await continueInteraction(open, session, context), setCookie);
}
