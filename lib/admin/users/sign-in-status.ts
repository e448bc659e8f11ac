import { z } from 'zod';
import { firstEventId } from '#lib/audit/event-id';
import { type Factor, idpOf, readProofs } from '#lib/factors/proof';
import { browserText } from '#lib/vocabulary/browser-words';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { dayMs, minuteMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import type { UserFacts } from './read';
import { countedFailures, findStatusRows } from './sign-in-status-store';

/** Whether a person can sign in, as far as their last attempts tell. */
export type SignInStatus = {
  readonly canSignIn: boolean;
  /** Null if they never signed in. */
  readonly last: {
    readonly at: Date;
    /** What they showed, and the name of a provider among it. Empty if no session tells. */
    readonly factors: readonly Factor[];
    readonly provider: string | null;
    readonly browser: string | null;
  } | null;
  /** The reason of the newest failure of a day, how many had it, and when they began. Null without one. */
  readonly failed: {
    readonly problem: string;
    readonly count: number;
    readonly isCut: boolean;
    readonly since: Date;
  } | null;
};

/**
 * A disabled account cannot sign in, and neither can one whose newest attempt of a day failed, in any browser. It takes
 * one statement.
 */
export async function readSignInStatus(
  { db, now, snapshot }: AdminContext,
  { sub, enabled }: Pick<UserFacts, 'sub' | 'enabled'>,
): Promise<SignInStatus> {
  const rows = await findStatusRows(db, sub, firstEventId(new Date(now.getTime() - dayMs)));
  const failures = rows.flatMap(({ failedAt: at, details }) =>
    at === null ? [] : [{ at, problem: problemOf(details) }],
  );
  const [newest] = failures;
  const alike = failures.filter(({ problem }) => problem === newest?.problem);
  const since = alike.at(-1)?.at;
  const failed =
    newest === undefined || since === undefined
      ? null
      : { problem: newest.problem, count: alike.length, isCut: failures.length === countedFailures, since };
  return { canSignIn: enabled && failed === null, last: lastOf(rows[0], snapshot), failed };
}

type Row = Awaited<ReturnType<typeof findStatusRows>>[number];

/** A session that began at another time tells nothing of the last sign-in, which may have had none. */
function lastOf(row: Row | undefined, { providers }: AdminContext['snapshot']): SignInStatus['last'] {
  if (row === undefined || row.lastSignInAt === null) return null;
  const { lastSignInAt: at, authTime, proofs: text, userAgent } = row;
  if (authTime === null || Math.abs(authTime.getTime() - at.getTime()) > minuteMs) {
    return { at, factors: [], provider: null, browser: null };
  }
  const proofs = readProofs(text ?? '[]');
  const idp = idpOf(proofs);
  return {
    at,
    factors: [...new Set(proofs.map(({ factor }) => factor))],
    provider: idp === 'local' ? null : (providers.get(idp)?.displayName ?? idp),
    browser: browserText(userAgent) ?? null,
  };
}

const failure = z.object({ problem: z.string() });

function problemOf(details: string | null): string {
  return storedJsonOr(failure, details ?? '{}', { problem: 'other' }).problem;
}
