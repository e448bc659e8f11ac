import type { Context, Handler } from '#lib/context';
import { sha256 } from '#lib/crypto/hash';
import { namesTag } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { jwksCacheSeconds } from '#lib/keys/key-phase';
import { singleton } from '#lib/singleton';
import type { Snapshot } from '#lib/snapshot/snapshot';

/** In milliseconds. A document is prepared again after this time, because the phases of keys change. */
const preparedForMs = 10_000;

type Prepared = { snapshot: Snapshot; until: number; whole: HttpResponse; unchanged: HttpResponse; etag: string };

/** The input of a public document, which never includes the caller. */
export type DocumentSource = Pick<Context, 'settings' | 'snapshot' | 'now'>;

/**
 * Answers a request for a public document without a database and without waiting.
 * @param ifNoneMatch the header of the request
 */
export type FindDocument = (ifNoneMatch: string | undefined, source: DocumentSource) => HttpResponse;

/**
 * A document that anyone may read. It is prepared once for each revision, and has an ETag (RFC 9110 §8.8.3).
 * @param name its key among the prepared documents of the process
 * @returns the properties for its row in the route table
 */
export function publicDocument(
  name: string,
  build: (source: DocumentSource) => object,
): { readonly handler: Handler; readonly document: FindDocument } {
  const document: FindDocument = (ifNoneMatch, source) => {
    const { etag, unchanged, whole } = prepare(name, build, source);
    return namesTag(ifNoneMatch, etag) ? unchanged : whole;
  };
  return { handler: async ({ headers }, context) => document(headers['if-none-match'], context), document };
}

function prepare(name: string, build: (source: DocumentSource) => object, source: DocumentSource): Prepared {
  const documents = singleton('public-documents', () => new Map<string, Prepared>());
  const known = documents.get(name);
  const now = source.now.getTime();
  if (
    known !== undefined &&
    known.snapshot === source.snapshot &&
    now < known.until &&
    now >= known.until - preparedForMs
  ) {
    return known;
  }
  const body = JSON.stringify(build(source));
  const etag = `"${sha256(body)}"`;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, max-age=${jwksCacheSeconds}`,
    etag,
    'access-control-allow-origin': '*',
  };
  const made = {
    snapshot: source.snapshot,
    until: now + preparedForMs,
    whole: { status: 200, headers, body },
    unchanged: { status: 304, headers, body: '' },
    etag,
  };
  documents.set(name, made);
  return made;
}
