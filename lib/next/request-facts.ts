import { createId } from '#lib/crypto/random';
import { readMtlsFacts } from '#lib/http/client-certificate';
import { internalHeaders, responseStorage } from '#lib/http/response-storage';
import type { ServerRequest } from '#lib/http/server-request';

type RequestFacts = Pick<ServerRequest, 'clientAddress' | 'isLocal' | 'requestId' | 'path' | 'mtls'>;

/**
 * The client address, request ID and path that our server determined. Its headers count only if its response is
 * available. Without it (`next dev`, `next start`), anyone could have sent them.
 * @param read returns a header's value or null
 */
export function readRequestFacts(read: (name: string) => string | null): RequestFacts {
  const served = responseStorage().getStore() !== undefined;
  return {
    clientAddress: (served ? read(internalHeaders.clientAddress) : null) ?? '127.0.0.1',
    isLocal: served && read(internalHeaders.local) !== null,
    path: (served ? read(internalHeaders.path) : null) ?? '/',
    mtls: readMtlsFacts(served ? read(internalHeaders.mtls) : null),
    requestId: (served ? read(internalHeaders.requestId) : null) ?? createId(),
  };
}
