import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId, type Handle, type HandleHash } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import type { PreparedStep } from '#lib/db/prepared';
import { writeProofs } from '#lib/factors/proof';
import type { Settings } from '#lib/settings/settings';
import type { Portal } from '#lib/tenants/tenant';
import type { User } from '#lib/users/user';
import { noteSignIn, notingSignIn } from '#lib/users/user-store';
import { writeBrowserCookie } from './browser-cookie';
import type { AuthenticationContext, Session } from './browser-state';
import { absoluteEnd, cookieSeconds, isSessionLive, latestEnd } from './session-life';
import {
  findOpenSessions,
  insertBrowser,
  insertingBrowser,
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

/**
 * Signs a person in on a browser. The browser gets a new handle, and its previous cookie stops working immediately
 * (session fixation, security #99). A person who is already signed in keeps the sid and gets a new authTime. A sixth
 * person ends the session with the oldest authentication.
 * @returns the session, now the browser's current one, and the Set-Cookie values of the response
 * @throws AccountChanged (code `account_changed`)
 */
export async function signIn(
  tx: Transaction,
  request: SignIn,
): Promise<{ session: Session & { readonly user: User }; setCookie: string[] }> {
  const { portal, user, authentication, device, remember, now } = request;
  const expiresAt = absoluteEnd(remember, portal, now);
  const handle = createHandle();
  // Locks the person first, as requests that disable or delete a person do, so that two transactions never wait for
  // each other.
  if (!(await noteSignIn(tx, user, now))) throw new AccountChanged('the account changed during the sign-in');
  const browserId = await renewBrowser(tx, request.browserId, { handleHash: hashHandle(handle), now, expiresAt });
  const open = await findOpenSessions(tx, browserId);
  const live = open.filter((session) => isSessionLive(session, portal, now));
  const others = live.filter(({ sub }) => sub !== user.sub).slice(0, sessionsPerBrowser - 1);
  const sid = live.find(({ sub }) => sub === user.sub)?.sid ?? createId();
  const session = { sid, sub: user.sub, authTime: now, remember, lastSeenAt: now, expiresAt, ...authentication };
  const kept = [session, ...others];
  await endOthers(tx, browserId, withoutKept(open, kept), now);
  await save(tx, browserId, { ...session, ...device });
  await setCurrentSession(tx, browserId, { currentSid: sid, expiresAt: latestEnd(kept) ?? expiresAt });
  return {
    session: { ...session, user },
    setCookie: await cookiesOf(handle, kept, request),
  };
}

async function cookiesOf(
  handle: Handle,
  kept: readonly Pick<Session, 'sid' | 'remember' | 'expiresAt'>[],
  { settings, now }: Pick<SignIn, 'settings' | 'now'>,
): Promise<string[]> {
  const sids = kept.map(({ sid }) => sid);
  return [await writeBrowserCookie(handle, cookieSeconds(kept, now), settings), writeStateCookie(sids, settings)];
}

/**
 * The same for a browser without a session, as steps of a prepared transaction. If the account changed, the first step
 * changes no row and ends the transaction.
 */
export async function signInHere(
  request: Omit<SignIn, 'browserId'>,
): Promise<{ steps: PreparedStep[]; session: Session & { readonly user: User }; setCookie: string[] }> {
  const { portal, user, authentication, device, remember, now } = request;
  const expiresAt = absoluteEnd(remember, portal, now);
  const handle = createHandle();
  const sid = createId();
  const session = { sid, sub: user.sub, authTime: now, remember, lastSeenAt: now, expiresAt, ...authentication };
  const browser = { id: createId(), handleHash: hashHandle(handle) };
  return {
    steps: [notingSignIn(user, now), ...insertingBrowser(browser, { sid, ...toRow({ ...session, ...device }) })],
    session: { ...session, user },
    setCookie: await cookiesOf(handle, [session], request),
  };
}

async function renewBrowser(
  tx: Transaction,
  browserId: string | null,
  { handleHash, now, expiresAt }: { handleHash: HandleHash; now: Date; expiresAt: Date },
): Promise<string> {
  if (browserId !== null && (await replaceHandle(tx, browserId, handleHash))) return browserId;
  const id = createId();
  await insertBrowser(tx, { id, handleHash, createdAt: now, expiresAt });
  return id;
}

/** The sessions to end: those over the limit, and expired ones. */
function withoutKept(open: readonly OpenSession[], kept: readonly { readonly sid: string }[]): string[] {
  const keptSids = new Set(kept.map(({ sid }) => sid));
  return open.map(({ sid }) => sid).filter((sid) => !keptSids.has(sid));
}

async function endOthers(tx: Transaction, browserId: string, sids: readonly string[], now: Date): Promise<void> {
  if (sids.length > 0) await signOut(tx, { browserId, sids, now });
}

async function save(tx: Transaction, browserId: string, session: Session & SignIn['device']): Promise<void> {
  await saveSession(tx, session.sid, browserId, toRow(session));
}

function toRow(session: Session & SignIn['device']): SessionInput {
  const { sub, authTime, proofs, isSpared, idp, remember, lastSeenAt, expiresAt, userAgent, address } = session;
  const times = { authTime, lastSeenAt, expiresAt };
  return { sub, ...times, proofs: writeProofs(proofs), isSpared, idp, remember, userAgent, address };
}
