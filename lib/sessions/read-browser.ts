import type { Database } from '#lib/db/database';
import { flag, text, textOrNull, time } from '#lib/db/read-column';
import { type DriverRow, defineStatement } from '#lib/db/statement';
import { factorColumns, readPersonFactors } from '#lib/factors/person-factors-store';
import { readProofs } from '#lib/factors/proof';
import type { Settings } from '#lib/settings/settings';
import type { Portal } from '#lib/tenants/schema';
import { readUserRow } from '#lib/users/read-user';
import { readBrowserCookie } from './browser-cookie';
import { authenticatedBy, type BrowserState, type SessionWithUser } from './browser-state';
import { isSessionLive } from './session-life';

const nobody: BrowserState = { browserId: null, sessions: [], current: null };

/**
 * The people who are signed in on the browser of a request: sessions that have not ended, are within their limits, and
 * belong to enabled people. Read for each request, so that a sign-out elsewhere counts immediately (security #104).
 * @param cookieHeader the request's Cookie header
 */
export async function readBrowser(from: {
  readonly db: Database;
  readonly settings: Pick<Settings, 'secret' | 'secure'>;
  readonly cookieHeader: string | undefined;
  readonly portal: Portal;
  readonly now: Date;
}): Promise<BrowserState> {
  const { db, settings, cookieHeader, portal, now } = from;
  const handleHash = await readBrowserCookie(cookieHeader, settings);
  const rows = handleHash === null ? [] : await db.prepared.rows(browserWithSessions, { handleHash, now });
  const browser = rows[0];
  if (browser === undefined) return nobody;
  const live = rows.flatMap(({ session }) =>
    session?.user.enabled && isSessionLive(session, portal, now) ? [session] : [],
  );
  const current = live.find(({ sid }) => sid === browser.currentSid) ?? null;
  const others = live.filter((session) => session !== current);
  return { browserId: browser.browserId, sessions: current === null ? others : [current, ...others], current };
}

/** A browser with each of its open sessions, or with none, in one statement. Prisma would need three. */
const browserWithSessions = defineStatement(
  `SELECT b."id" AS "browserId", b."currentSid", s."sid", s."sub", s."authTime", s."proofs",
    s."isSpared", s."remember", s."lastSeenAt", s."expiresAt", u."origin", u."username",
    u."canonicalUsername", u."passwordHash", u."passwordCarries", u."enabled", u."admin", u."tenants", u."claims",
    u."access", ${factorColumns}
  FROM "Browser" b
  LEFT JOIN "Session" s ON s."browserId" = b."id" AND s."endedAt" IS NULL
  LEFT JOIN "User" u ON u."sub" = s."sub"
  WHERE b."handleHash" = @handleHash AND b."expiresAt" > @now
  ORDER BY s."authTime" DESC, s."sid"`,
  (row) => ({
    browserId: text(row, 'browserId'),
    currentSid: textOrNull(row, 'currentSid'),
    session: textOrNull(row, 'username') === null ? null : readSession(row),
  }),
);

function readSession(row: DriverRow): SessionWithUser {
  return {
    ...authenticatedBy(readProofs(text(row, 'proofs')), flag(row, 'isSpared')),
    sid: text(row, 'sid'),
    sub: text(row, 'sub'),
    authTime: time(row, 'authTime'),
    remember: flag(row, 'remember'),
    lastSeenAt: time(row, 'lastSeenAt'),
    expiresAt: time(row, 'expiresAt'),
    factors: readPersonFactors(row),
    user: readUserRow(row),
  };
}
