import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, compress, compressFile } from './compress';

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

it.each([
  ['an answer', compress],
  ['a file', compressFile],
])('compresses %s, and loses nothing', (_, compressed) => {
  const text = Buffer.from('Grüße, '.repeat(500));
  const [brotli, gzip] = [compressed(text, 'br'), compressed(text, 'gzip')];
  expect(brotliDecompressSync(brotli)).toEqual(text);
  expect(gunzipSync(gzip)).toEqual(text);
  expect(Math.max(brotli.length, gzip.length)).toBeLessThan(text.length / 10);
});

it('stores a file once for each encoding, for all of its addresses', () => {
  const [file, same, other] = ['a{color:red}', 'a{color:red}', 'a{color:blue}'].map((text) => Buffer.from(text));
  expect(compressFile(same ?? Buffer.of(), 'br')).toBe(compressFile(file ?? Buffer.of(), 'br'));
  expect(compressFile(other ?? Buffer.of(), 'br')).not.toEqual(compressFile(file ?? Buffer.of(), 'br'));
  expect(gunzipSync(compressFile(file ?? Buffer.of(), 'gzip'))).toEqual(file);
});
