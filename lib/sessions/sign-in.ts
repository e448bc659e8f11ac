import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId, type Handle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import { writeProofs } from '#lib/factors/proof';
import type { Settings } from '#lib/settings/settings';
import type { Portal } from '#lib/tenants/schema';
import type { User } from '#lib/users/user';
import { recordSignIn } from '#lib/users/user-store';
import { writeBrowserCookie } from './browser-cookie';
import type { AuthenticationContext, Session } from './browser-state';
import { absoluteEnd, cookieSeconds, isSessionLive, latestEnd } from './session-life';
import {
  findOpenSessions,
  insertBrowser,
  type OpenSession,
  replaceHandle,
  type SessionInput,
  saveSession,
  setCurrentSession,
} from './session-store';
import { signOut } from './sign-out';
import { writeStateCookie } from './state-cookie';

/** The maximum number of people who can be signed in on one browser. */
const sessionsPerBrowser = 5;

/**
 * The account was disabled or got another password after the person was authenticated. The transaction is rolled back.
 */
export class AccountChanged extends Error {
  override readonly name = 'AccountChanged';
  readonly code = 'account_changed';
}

export type SignIn = {
  readonly settings: Pick<Settings, 'secret' | 'secure'>;
  readonly portal: Portal;
  /** The ID from readBrowser(). Null creates a new browser. */
  readonly browserId: string | null;
  readonly user: User;
  readonly authentication: AuthenticationContext;
  /** The description of the browser for the person. */
  readonly device: Pick<SessionInput, 'userAgent' | 'address'>;
  readonly remember: boolean;
  readonly now: Date;
};

type SignedIn = { readonly session: Session & { readonly user: User }; readonly setCookie: readonly string[] };

/**
 * Signs a person in on a browser. The browser gets a new handle, and its previous cookie stops working immediately
 * (session fixation, security #99). A person who is already signed in keeps the sid and gets a new authTime. A sixth
 * person ends the session with the oldest authentication.
 * @returns the session, now the browser's current one, and the Set-Cookie values of the response
 * @throws AccountChanged (code `account_changed`)
 */
export async function signIn(tx: Transaction, request: SignIn): Promise<SignedIn> {
  const { browserId, portal, user, now } = request;
  // Locks the person first, as requests that disable or delete a person do, so that two transactions never wait for
  // each other.
  if ((await run(tx, [recordSignIn(user, now)])) !== null)
    throw new AccountChanged('the account changed during the sign-in');
  const handle = createHandle();
  const isGone = browserId === null || (await run(tx, [replaceHandle(browserId, hashHandle(handle))])) !== null;
  if (isGone) {
    const { steps, ...signedIn } = await signInOnNewBrowser(request);
    await run(tx, steps);
    return signedIn;
  }
  const open = await findOpenSessions(tx, browserId);
  const live = open.filter((session) => isSessionLive(session, portal, now));
  const others = live.filter(({ sub }) => sub !== user.sub).slice(0, sessionsPerBrowser - 1);
  const session = newSession(live.find(({ sub }) => sub === user.sub)?.sid ?? createId(), request);
  const kept = [session, ...others];
  const ended = withoutKept(open, kept);
  if (ended.length > 0) await signOut(tx, { browserId, sids: ended, now });
  const { sid, expiresAt } = session;
  await run(tx, [
    saveSession({ sid, browserId }, toRow(session, request)),
    setCurrentSession(browserId, { currentSid: sid, expiresAt: latestEnd(kept) ?? expiresAt }),
  ]);
  return { session, setCookie: await cookiesOf(handle, kept, request) };
}

/** The same on a browser without a session. The account must be held by recordSignIn(). */
export async function signInOnNewBrowser(
  request: Omit<SignIn, 'browserId'>,
): Promise<SignedIn & { readonly steps: readonly Step[] }> {
  const handle = createHandle();
  const session = newSession(createId(), request);
  const { sid, authTime: createdAt, expiresAt } = session;
  const id = createId();
  return {
    session,
    setCookie: await cookiesOf(handle, [session], request),
    steps: [
      insertBrowser({ id, handleHash: hashHandle(handle), currentSid: sid, createdAt, expiresAt }),
      saveSession({ sid, browserId: id }, toRow(session, request)),
    ],
  };
}

function newSession(sid: string, { portal, user, authentication, remember, now }: Omit<SignIn, 'browserId'>) {
  const times = { authTime: now, lastSeenAt: now, expiresAt: absoluteEnd(remember, portal, now) };
  return { sid, sub: user.sub, user, remember, ...times, ...authentication };
}

async function cookiesOf(
  handle: Handle,
  kept: readonly Pick<Session, 'sid' | 'remember' | 'expiresAt'>[],
  { settings, now }: Pick<SignIn, 'settings' | 'now'>,
): Promise<string[]> {
  const sids = kept.map(({ sid }) => sid);
  return [await writeBrowserCookie(handle, cookieSeconds(kept, now), settings), writeStateCookie(sids, settings)];
}

/** The sessions to end: those over the limit, and expired ones. */
function withoutKept(open: readonly OpenSession[], kept: readonly { readonly sid: string }[]): string[] {
  const keptSids = new Set(kept.map(({ sid }) => sid));
  return open.map(({ sid }) => sid).filter((sid) => !keptSids.has(sid));
}

function toRow(session: Session, { device }: Pick<SignIn, 'device'>): SessionInput {
  const { sub, authTime, proofs, isSpared, idp, remember, lastSeenAt, expiresAt } = session;
  return { sub, authTime, lastSeenAt, expiresAt, proofs: writeProofs(proofs), isSpared, idp, remember, ...device };
}
