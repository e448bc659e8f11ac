import type { Context, Handler } from '#lib/context';
import { sha256 } from '#lib/crypto/hash';
import type { HttpResponse } from '#lib/http/types';
import { jwksCacheSeconds } from '#lib/keys/key-times';
import { singleton } from '#lib/singleton';
import type { Snapshot } from '#lib/snapshot/snapshot';

/** Phases of keys change with time alone, so a prepared document is made anew after this many milliseconds. */
const preparedForMs = 10_000;

type Prepared = { snapshot: Snapshot; until: number; response: HttpResponse; etag: string };

/**
 * A document anyone may read: prepared once a revision, with an ETag (RFC 9110 §8.8.3).
 * @param name its key among the prepared documents of the process
 */
export function publicDocument(name: string, build: (context: Context) => object): Handler {
  return async (request, context) => {
    const prepared = prepare(name, build, context);
    if (request.headers['if-none-match'] !== prepared.etag) return prepared.response;
    return { status: 304, headers: prepared.response.headers, body: '' };
  };
}

function prepare(name: string, build: (context: Context) => object, context: Context): Prepared {
  const documents = singleton('public-documents', () => new Map<string, Prepared>());
  const known = documents.get(name);
  const now = context.now.getTime();
  if (
    known !== undefined &&
    known.snapshot === context.snapshot &&
    now < known.until &&
    now >= known.until - preparedForMs
  ) {
    return known;
  }
  const body = JSON.stringify(build(context));
  const etag = `"${sha256(body)}"`;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, max-age=${jwksCacheSeconds}`,
    etag,
  };
  const made = {
    snapshot: context.snapshot,
    until: now + preparedForMs,
    response: { status: 200, headers, body },
    etag,
  };
  documents.set(name, made);
  return made;
}
