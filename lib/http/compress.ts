import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { sha256 } from '#lib/crypto/hash';

export type Encoding = 'br' | 'gzip';

/**
 * Chooses the content coding of a response (RFC 9110 §12.5.3): Brotli is preferred to gzip. A coding is not used if it
 * is not named, or has a weight of zero.
 * @param accepted the value of Accept-Encoding
 */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  const named = (accepted ?? '').split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return { name, isRefused: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  const takes = (encoding: Encoding) => named.some(({ name, isRefused }) => name === encoding && !isRefused);
  return (['br', 'gzip'] as const).find(takes) ?? null;
}

/** For a single response, the level that costs about as much as gzip. For cached responses, a higher one. */
const brotliLevels = { once: 4, kept: 9 } as const;

/** Compresses the response to one request. */
export function compress(body: Buffer, encoding: Encoding): Buffer {
  return encode(body, encoding, 'once');
}

const kept = new Map<string, Buffer>();

/**
 * Compresses a file of the build, once. There are few, and they do not change while the server runs. It is cached by
 * its content, because one file has as many addresses as there are ways to percent-encode them.
 */
export function compressFile(body: Buffer, encoding: Encoding): Buffer {
  const key = `${sha256(body)} ${encoding}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const compressed = encode(body, encoding, 'kept');
  kept.set(key, compressed);
  return compressed;
}

function encode(body: Buffer, encoding: Encoding, use: keyof typeof brotliLevels): Buffer {
  if (encoding === 'gzip') return gzipSync(body, { level: use === 'kept' ? constants.Z_BEST_COMPRESSION : 6 });
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliLevels[use],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
