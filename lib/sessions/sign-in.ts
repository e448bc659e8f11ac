import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId, type HandleHash } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import type { Settings } from '#lib/settings/settings';
import type { Portal } from '#lib/tenants/tenant';
import { setLastSignIn } from '#lib/users/store';
import type { User } from '#lib/users/user';
import { writeBrowserCookie } from './browser-cookie';
import type { Authentication, Session, SessionWithUser } from './browser-state';
import { absoluteEnd, isSessionLive } from './session-life';
import { signOut } from './sign-out';
import { writeStateCookie } from './state-cookie';
import {
  findOpenSessions,
  insertBrowser,
  type OpenSession,
  replaceHandle,
  saveSession,
  setCurrentSession,
} from './store';

/** How many people may be signed in on one browser. */
const sessionsPerBrowser = 5;

export type SignIn = {
  readonly settings: Pick<Settings, 'secret' | 'secure'>;
  readonly portal: Portal;
  /** From readBrowser(): null makes a new browser. */
  readonly browserId: string | null;
  readonly user: User;
  readonly authentication: Authentication;
  readonly remember: boolean;
  readonly now: Date;
};

/**
 * Signs a person in on a browser. The browser gets a new handle and the former cookie is dead at once (session
 * fixation, security #99). A person who is signed in there already keeps the sid with a new authTime; a sixth person
 * ends the session that was authenticated longest ago.
 * @returns the session, now the browser's current one, and the Set-Cookie values of the response
 */
export async function signIn(
  tx: Transaction,
  request: SignIn,
): Promise<{ session: SessionWithUser; setCookie: string[] }> {
  const { settings, portal, user, authentication, remember, now } = request;
  const expiresAt = absoluteEnd(remember, portal, now);
  const handle = createHandle();
  // The person first, as whoever disables or deletes them does: two transactions never wait for each other.
  await setLastSignIn(tx, user.sub, now);
  const browserId = await renewBrowser(tx, request.browserId, { handleHash: hashHandle(handle), now, expiresAt });
  const open = await findOpenSessions(tx, browserId);
  const live = open.filter((session) => isSessionLive(session, portal, now));
  const others = live.filter(({ sub }) => sub !== user.sub).slice(0, sessionsPerBrowser - 1);
  const sid = live.find(({ sub }) => sub === user.sub)?.sid ?? createId();
  const session = { sid, sub: user.sub, authTime: now, remember, lastSeenAt: now, expiresAt, ...authentication };
  const kept = [session, ...others];
  await endOthers(tx, browserId, withoutKept(open, kept), now);
  await save(tx, browserId, session);
  await setCurrentSession(tx, browserId, { currentSid: sid, expiresAt: latestEnd(kept) ?? expiresAt });
  const cookieEnd = latestEnd(kept.filter((one) => one.remember));
  const maxAgeSeconds = cookieEnd === null ? null : (cookieEnd.getTime() - now.getTime()) / 1000;
  const sids = kept.map((one) => one.sid);
  return {
    session: { ...session, user },
    setCookie: [await writeBrowserCookie(handle, maxAgeSeconds, settings), writeStateCookie(sids, settings)],
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

/** What is not kept: sessions over the limit, and those whose time has passed. */
function withoutKept(open: readonly OpenSession[], kept: readonly { readonly sid: string }[]): string[] {
  const keptSids = new Set(kept.map(({ sid }) => sid));
  return open.map(({ sid }) => sid).filter((sid) => !keptSids.has(sid));
}

async function endOthers(tx: Transaction, browserId: string, sids: readonly string[], now: Date): Promise<void> {
  if (sids.length > 0) await signOut(tx, { browserId, sids, now });
}

async function save(tx: Transaction, browserId: string, session: Session): Promise<void> {
  const { sid, sub, authTime, amr, idp, acr, remember, lastSeenAt, expiresAt } = session;
  const row = { sub, authTime, amr: amr.join(' '), idp, acr, remember, lastSeenAt, expiresAt };
  await saveSession(tx, sid, browserId, row);
}

function latestEnd(sessions: readonly { readonly expiresAt: Date }[]): Date | null {
  return sessions.length === 0 ? null : new Date(Math.max(...sessions.map(({ expiresAt }) => expiresAt.getTime())));
}
