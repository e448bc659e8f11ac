import type { Context } from '#lib/context';
import { isKeyedDigest, keyedDigest } from '#lib/crypto/master-secret';
import { isAdminError } from '../../admin-error';
import { ApiProblem, isApiProblem } from '../api-problem';
import type { Outcome } from '../operation';
import { keepAnswer, releaseKey, type StoredRequest, takeKey } from './request-key-store';

/** An outcome with its status, of this request or of the first one. */
export type Answered = Outcome & { readonly status: number; readonly isReplayed?: true };

/** How long a response is kept, in milliseconds. */
const keptMs = 24 * 3600 * 1000;

/** The purpose of the digest of a request. */
const purpose = 'idempotency';

const keyForm = /^[\x21-\x7e]{1,255}$/;

type OnceRequest = {
  /** The caller. Different callers can use equal keys. */
  readonly caller: string;
  readonly key: string;
  /** Everything that distinguishes this request from others. */
  readonly content: string;
};

/** @throws ApiProblem `malformed` */
export function checkKey(key: string): string {
  if (keyForm.test(key)) return key;
  throw new ApiProblem(
    'malformed',
    'expected an Idempotency-Key of 1 to 255 printable ASCII characters without spaces',
  );
}

/**
 * Runs a request if its key is new. A repeated request gets the first response, without the values that are shown only
 * once, because they are not stored. A refusal is not stored, so the request can be corrected and sent again with the
 * same key.
 * @throws ApiProblem `key_reused` for another request, `in_progress` while there is no response
 */
export async function runOnce(
  { db, now, settings, log }: Pick<Context, 'db' | 'now' | 'settings' | 'log'>,
  { caller, key, content }: OnceRequest,
  run: () => Promise<Answered>,
): Promise<Answered> {
  // Keyed, because a body may hold a person's password, which could be guessed from a plain digest.
  const digest = keyedDigest(settings.secret, purpose, content);
  const expiresAt = new Date(now.getTime() + keptMs);
  const former = await takeKey(db, { caller, key }, { digest, now, expiresAt });
  if (former !== null) return replay(former, isKeyedDigest(settings.secret, purpose, content, former.digest));
  const outcome = await runOrRelease(run, () => releaseKey(db, { caller, key }));
  const { status, location = null, version = null } = outcome;
  const body = outcome.body === undefined ? null : JSON.stringify({ ...outcome.body, ...hidden(outcome.once) });
  try {
    await keepAnswer(db, { caller, key }, { status, location, etag: version, body });
  } catch (error) {
    // The change is written, and only this response contains the values that are shown once.
    log.warn({ err: error }, 'the answer to an Idempotency-Key could not be stored');
  }
  return outcome;
}

async function runOrRelease(run: () => Promise<Answered>, release: () => Promise<void>): Promise<Answered> {
  try {
    return await run();
  } catch (error) {
    // After any other error, the change may already be written.
    if (isAdminError(error) || isApiProblem(error)) await release();
    throw error;
  }
}

function hidden(once: Outcome['once'] = {}): Record<string, null> {
  return Object.fromEntries(Object.keys(once).map((name) => [name, null]));
}

function replay(former: StoredRequest, isSame: boolean): Answered {
  if (!isSame) {
    throw new ApiProblem('key_reused', 'This Idempotency-Key was already used with another request');
  }
  const { status, location, etag, body } = former;
  if (status === null) {
    const message =
      'A request with this key is in progress, or ended without a response. Check its result before you use another key';
    throw new ApiProblem('in_progress', message, [], { 'retry-after': '1' });
  }
  return {
    isReplayed: true,
    status,
    ...(location !== null && { location }),
    ...(etag !== null && { version: etag }),
    ...(body !== null && { body: JSON.parse(body) }),
  };
}
