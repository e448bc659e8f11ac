import type { Context } from '#lib/context';
import { readRevision } from '#lib/db/revision';
import { json } from '#lib/http/respond';
import { isStopping } from '#lib/http/run-server';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { keyPhase } from '#lib/keys/key-phase';

/**
 * GET /health/live: 200 as long as the process answers at all. If this check fails, the process is replaced. That would
 * not help if the database is unavailable or the process is stopping, so neither is checked.
 */
export function answerAlive(): HttpResponse {
  return json(200, { status: 'alive' });
}

/**
 * GET /health: 200 if the database answers, this process can write to it, a signing key is active and the process is
 * not stopping. Otherwise 503.
 */
export async function handleHealth(_request: HttpRequest, context: Context): Promise<HttpResponse> {
  const database = await isUsable(context);
  const signingKey = [...context.snapshot.keys.values()].some((key) => keyPhase(key, context.now) === 'active');
  const stopping = isStopping();
  const healthy = database && signingKey && !stopping;
  const status = healthy ? 'ok' : stopping ? 'stopping' : 'unavailable';
  const body = { status, database, signing_key: signingKey };
  return json(healthy ? 200 : 503, body, healthy ? {} : { 'retry-after': '1' });
}

async function isUsable({ db, log }: Context): Promise<boolean> {
  try {
    db.prepared.verifyWritable();
    await readRevision(db);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'the database cannot be used');
    return false;
  }
}
