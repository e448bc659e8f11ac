import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { noteProgress } from '#lib/interactions/interaction-store';
import type { AuthenticationContext, SessionWithUser } from '#lib/sessions/browser-state';
import { knowBrowser } from '#lib/sessions/know-browser';
import { signIn } from '#lib/sessions/sign-in';
import type { User } from '#lib/users/user';
import { continueInteraction } from './continue-interaction';
import { readSessions } from './current-session';
import { handOver } from './device/claim-device';
import type { OpenInteraction } from './load-interaction';
import { toPageWith, withCookies } from './respond';

export type NewSession = {
  readonly open: OpenInteraction;
  readonly cookieHeader: string | undefined;
  readonly authentication: AuthenticationContext;
  readonly remember: boolean;
  readonly clientAddress: string;
  /** The page where a password was given; a provider's sign-in without one has none. */
  readonly via: 'sign_in' | 'sign_up' | 'link' | 'provider';
  /** Returns the person, and writes the data of the sign-in, in the transaction of the session. */
  readonly findUser: (tx: Transaction) => Promise<User>;
  /** Writes the data that depends on the session. */
  readonly alongside?: (tx: Transaction, session: SessionWithUser) => Promise<void>;
};

/**
 * Starts a session of this browser after authentication, and continues with the waiting request. Returns to the sign-in
 * page if the account was disabled or got another password between the proof and the session (security #104).
 */
export async function startSession(request: NewSession, context: Context): Promise<HttpResponse> {
  const { open, cookieHeader } = request;
  const { db } = context;
  const browser = await readSessions(cookieHeader, context);
  try {
    const { session, setCookie } = await transaction(db, (tx) => write(tx, request, browser.browserId, context));
    await noteProgress(db, open.interaction.hash, {
      problem: null,
      isChoosing: false,
      typedName: null,
      typedEmail: null,
    });
    await handOver(open, browser, session, context);
    return withCookies(await continueInteraction(open, session, context), setCookie);
  } catch (error) {
    if (!isAccountChanged(error)) throw error;
    return toPageWith({ problem: 'invalid_credentials' }, 'login', open, context);
  }
}

async function write(
  tx: Transaction,
  { open, cookieHeader, authentication, remember, clientAddress, via, findUser, alongside }: NewSession,
  browserId: string | null,
  { settings, snapshot: { portal }, now, requestId }: Context,
): Promise<{ session: SessionWithUser; setCookie: string[] }> {
  const user = await findUser(tx);
  const { session, setCookie } = await signIn(tx, {
    settings,
    portal,
    browserId,
    user,
    authentication,
    remember,
    now,
  });
  await alongside?.(tx, session);
  const known = await knowBrowser(tx, { sub: user.sub, cookieHeader, settings, now });
  const { idp, amr } = authentication;
  const details = { idp, amr, remember, via, known_browser: known.wasKnown };
  const event = { person: user, client: open.client, address: clientAddress, requestId, details };
  await recordEvents(tx, [personEvent({ type: 'sign_in.succeeded', ...event })], now);
  return { session, setCookie: [...setCookie, known.setCookie] };
}

/** Told by its code: the class exists once a bundle. */
function isAccountChanged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'account_changed';
}
