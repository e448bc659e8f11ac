import type { Client } from '#lib/clients/client';
import { type ClientLogo, claimLogo, listClientLogos, saveLogo } from '#lib/clients/logos/logo-store';
import type { Context } from '#lib/context';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { latestEndFromNow } from '#lib/vocabulary/time';
import { fetchLogo, type LogoProblem } from './fetch-logo';

/** The values of a client that its logo depends on. */
type LogoOwner = Pick<Client, 'clientId' | 'logoUri' | 'enabled' | 'selfRegistered'>;

type Parts = Pick<Context, 'db' | 'settings' | 'now'> & {
  /** Ends the work after the current fetch. */
  readonly signal?: AbortSignal;
};

/** If a process ends while it fetches, its claim expires after this time. */
const claimMs = 60_000;
const retryMs = 600_000;
const maximumAttempts = 5;

/** Problems that may be temporary, so the fetch is tried again. */
const passing: ReadonlySet<LogoProblem> = new Set(['timeout', 'unresolved', 'failed', 'status', 'picture_busy']);

/**
 * Fetches missing logos: those of new addresses, and those whose next attempt is due. It skips self-registered clients,
 * which could otherwise make this server request any address (security #123).
 * @param limit the maximum number of fetches
 * @returns how many pictures changed. If any did, the revision changes too, so that every process learns of them
 */
export async function refreshLogos(owners: Iterable<LogoOwner>, parts: Parts, limit = 20): Promise<number> {
  const vouched = [...owners].flatMap(({ clientId, logoUri, enabled, selfRegistered }) =>
    logoUri !== null && enabled && !selfRegistered ? [{ clientId, uri: logoUri }] : [],
  );
  if (vouched.length === 0) return 0;
  const ids = vouched.map(({ clientId }) => clientId);
  const stored = new Map(
    (await listClientLogos(parts.db, ids.length > limit ? null : ids)).map((row) => [row.clientId, row]),
  );
  const wanted = vouched.map((one): Wanted => ({ ...one, former: stored.get(one.clientId) ?? null }));
  let changed = 0;
  for (const one of wanted.filter((one) => isDue(one, parts.now)).slice(0, limit)) {
    if (parts.signal?.aborted) break;
    if (await refreshLogo(one, parts)) changed += 1;
  }
  return changed;
}

type Wanted = { readonly clientId: string; readonly uri: string; readonly former: ClientLogo | null };

function isDue({ uri, former }: Wanted, now: Date): boolean {
  if (former === null || former.uri !== uri) return true;
  const { attempts, nextAttemptAt } = former;
  if (nextAttemptAt === null) return false;
  return nextAttemptAt <= now || nextAttemptAt > latestEndFromNow(now, Math.max(claimMs, pauseMs(attempts)));
}

/** @returns whether the pages now show another picture */
async function refreshLogo({ clientId, uri, former }: Wanted, { db, settings, now }: Parts): Promise<boolean> {
  const until = new Date(now.getTime() + claimMs);
  const attempt = await claimLogo(db, former, { clientId, uri, until });
  if (attempt === null) return false;
  const fetched = await fetchLogo(uri, settings);
  const hash = fetched.problem === null ? fetched.hash : null;
  const picture = fetched.problem === null ? fetched.picture.toString('base64') : null;
  const nextAttemptAt = nextAttempt(fetched.problem, attempt, now);
  return transaction(db, async (tx) => {
    // The picture of a previous address is not shown, so the same picture at another address counts as a change.
    const shown = former?.uri === uri ? former.hash : null;
    const revised = hash !== shown;
    if (revised) await bumpRevision(tx);
    const isSaved = await saveLogo(tx, { clientId, uri, hash, picture, problem: fetched.problem, nextAttemptAt });
    return isSaved && revised;
  });
}

function nextAttempt(problem: LogoProblem | null, attempt: number, now: Date): Date | null {
  if (problem === null || !passing.has(problem) || attempt >= maximumAttempts) return null;
  return new Date(now.getTime() + pauseMs(attempt));
}

function pauseMs(attempt: number): number {
  return retryMs * 2 ** (attempt - 1);
}

/** A person or a program is waiting, so only this many logos are fetched at once. The background job fetches the others. */
export const settledTogether = 3;

/**
 * Fetches the logos of clients that were just changed, so that the next page can show the result. The change itself is
 * already saved. The background job retries failed fetches.
 * @returns whether the configuration has to be read again
 */
export async function fetchChangedLogos(
  owners: Parameters<typeof refreshLogos>[0],
  context: Context,
): Promise<boolean> {
  try {
    return (await refreshLogos(owners, context, settledTogether)) > 0;
  } catch (error) {
    context.log.warn({ err: error }, 'could not fetch a logo');
    return false;
  }
}
