import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, compress } from './compress';

describe('chooseEncoding (RFC 9110 §12.5.3)', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', null],
    ['br;q=0.1', 'br'],
    ['identity', null],
    ['brotli', null],
    ['', null],
    [undefined, null],
  ])('%s: %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });
});

it.each(['once', 'kept'] as const)('compresses what is used %s, and loses nothing', (use) => {
  const text = Buffer.from('Grüße, '.repeat(500));
  const [brotli, gzip] = [compress(text, 'br', use), compress(text, 'gzip', use)];
  expect(brotliDecompressSync(brotli)).toEqual(text);
  expect(gunzipSync(gzip)).toEqual(text);
  expect(Math.max(brotli.length, gzip.length)).toBeLessThan(text.length / 10);
});
