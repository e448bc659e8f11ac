import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** Why a body was refused. `aborted`: the caller has disconnected, or was too slow and was already answered. */
export type BodyProblem = 'too_large' | 'encoded' | 'aborted';

const nothing = Buffer.alloc(0);

/** Whether the request announces a body (RFC 9112 §6). */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads the body up to a limit. It counts received bytes, so a false or absent Content-Length does not matter. A
 * compressed body is refused, because its size is not known before decompression.
 * @param maximumBytes the maximum size
 */
export async function readBody(request: IncomingMessage, maximumBytes: number): Promise<Buffer | BodyProblem> {
  if (!hasBody(request)) return nothing;
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') return 'encoded';
  if (Number(request.headers['content-length'] ?? 0) > maximumBytes) return 'too_large';
  return collect(request, maximumBytes);
}

function collect(request: IncomingMessage, maximumBytes: number): Promise<Buffer | BodyProblem> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (result: Buffer | BodyProblem) => {
      request.off('data', take).off('end', finish).off('error', abort).off('close', abort);
      // Later errors belong to a connection that is being closed.
      request.on('error', ignore);
      resolve(result);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maximumBytes) settle('too_large');
      else chunks.push(chunk);
    };
    const finish = () => settle(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    const abort = () => settle('aborted');
    request.on('data', take).on('end', finish).on('error', abort).on('close', abort);
  });
}

function ignore(): void {}

/** @returns null if the bytes are not UTF-8. Nothing is replaced silently */
export function decodeUtf8(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes)) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
