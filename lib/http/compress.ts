import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/**
 * Chooses the content coding of an answer (RFC 9110 §12.5.3): Brotli before gzip, neither where it is not named or
 * refused with a weight of zero.
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

/** For what answers one request, the level that costs about as much as gzip. Higher ones are for what is kept. */
const brotliLevels = { once: 4, kept: 9 } as const;

/** @param use whether the result answers one request, or is kept for many */
export function compress(body: Buffer, encoding: Encoding, use: keyof typeof brotliLevels): Buffer {
  if (encoding === 'gzip') return gzipSync(body, { level: use === 'kept' ? constants.Z_BEST_COMPRESSION : 6 });
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliLevels[use],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
