import type { Context } from '#lib/context';
import type { Database } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import { arePagesLoaded } from '#lib/http/pages-lane';
import { json } from '#lib/http/respond';
import { isStopping } from '#lib/http/run-server';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { holdLease } from '#lib/jobs/lease-store';
import { findSigningKey, isClockBehindKeys } from '#lib/keys/active-key';
import { singleton } from '#lib/singleton';

/**
 * GET /health/live: 200 as long as the process answers at all. If this check fails, the process is replaced. That would
 * not help if the database is unavailable or the process is stopping, so neither is checked.
 */
export function answerAlive(): HttpResponse {
  return json(200, { status: 'alive' });
}

/**
 * GET /health: 200 if the database answers, this process can write to it, there is a key that signs and the process is
 * not stopping. Otherwise 503. `clock` is `behind` while keys sign that have not begun: the clock is behind, or was ahead
 * when they were made. That is no reason to stop sending requests here, because every process has the same keys. A
 * process answers endpoints before its pages are loaded: `?ready=pages` is 503 until then.
 */
export async function handleHealth(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const database = await isUsable(context);
  const { keys } = context.snapshot;
  const signingKey = [...keys.values()].some(({ alg }) => findSigningKey(keys, alg, context.now) !== null);
  const stopping = isStopping();
  const starting = new URLSearchParams(request.query).get('ready') === 'pages' && !arePagesLoaded();
  const usable = database && signingKey;
  const healthy = usable && !stopping && !starting;
  const status = healthy ? 'ok' : stopping ? 'stopping' : usable ? 'starting' : 'unavailable';
  const clock = isClockBehindKeys(keys, context.now) ? { clock: 'behind' } : {};
  const body = { status, database, signing_key: signingKey, ...clock };
  return json(healthy ? 200 : 503, body, healthy ? {} : { 'retry-after': '1' });
}

async function isUsable({ db, log, now }: Context): Promise<boolean> {
  try {
    db.prepared.verifyWritable();
    await readRevision(db);
    await writeSometimes(db, now);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'the database cannot be used');
    return false;
  }
}

/** In milliseconds. Everybody can ask for the health, and a write costs the disk a wait. */
const writeEveryMs = 5_000;

/** The last write, and when it began on the process's monotonic clock. Whoever asks meanwhile gets its outcome. */
type Write = { readonly beganAt: number; readonly done: Promise<unknown> };

const writes = () => singleton('health-writes', () => new WeakMap<Database, Write>());

/** Writes one row. A full disk and a database that became read-only refuse it, although both can be read. */
async function writeSometimes(db: Database, now: Date): Promise<void> {
  const beganAt = performance.now();
  let last = writes().get(db);
  if (last === undefined || beganAt - last.beganAt >= writeEveryMs) {
    last = { beganAt, done: holdLease(db, { job: 'health', holder: 'health', until: now }, now) };
    writes().set(db, last);
  }
  await last.done;
}
