import { readRevision } from '#lib/db/revision';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { keyPhase } from '#lib/keys/key-phase';
import type { Context } from './context';

/** GET /health: 200 when the database answers and a signing key is active, else 503. */
export async function handleHealth(_request: HttpRequest, context: Context): Promise<HttpResponse> {
  const database = await answers(context);
  const signingKey = [...context.snapshot.keys.values()].some((key) => keyPhase(key, context.now) === 'active');
  const healthy = database && signingKey;
  const body = { status: healthy ? 'ok' : 'unavailable', database, signing_key: signingKey };
  return json(healthy ? 200 : 503, body, healthy ? {} : { 'retry-after': '1' });
}

async function answers({ db, log }: Context): Promise<boolean> {
  try {
    await readRevision(db);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer');
    return false;
  }
}
