import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPlace } from './find-place';

type Value = string | number | { readonly [name: string]: Value };

/** A value in the format of MaxMind DB 2.0, as far as a small file needs it. */
function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from([0x40 + Buffer.byteLength(value)]), Buffer.from(value)]);
  if (typeof value === 'number') return Buffer.from([0xc2, value >> 8, value & 0xff]);
  const members = Object.entries(value);
  return Buffer.concat([
    Buffer.from([0xe0 + members.length]),
    ...members.flatMap((pair) => pair.map((one) => encode(one))),
  ]);
}

/** A file that knows the lower half of all IPv4 addresses. */
function mmdb(record: Value): Buffer {
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'City',
    description: {},
    ip_version: 4,
    node_count: 1,
    record_size: 24,
  });
  // One node: its left record points to the first value after the separator, its right one to nothing.
  const tree = Buffer.from([0, 0, 17, 0, 0, 1]);
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    encode(record),
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}

const folder = mkdtempSync(join(tmpdir(), 'signet-places-'));
const [good, broken] = [join(folder, 'good.mmdb'), join(folder, 'broken.mmdb')];
beforeAll(() => {
  const record = { city: { names: { en: 'Munich', de: 'München' } }, country: { names: { en: 'Germany' } } };
  writeFileSync(good, mmdb(record));
  writeFileSync(broken, 'no such file');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('findPlace', () => {
  it('names city and country, in the language of the person where the file has it', () => {
    expect(findPlace('1.2.3.4', 'de', good)).toBe('München, Germany');
    expect(findPlace('1.2.3.4', 'ar', good)).toBe('Munich, Germany');
  });

  it.each([
    ['an address that the file does not know', '203.0.113.9', good],
    ['no address', null, good],
    ['what is none', 'localhost', good],
    ['no file', '1.2.3.4', null],
    ['a file that cannot be read', '1.2.3.4', broken],
    ['a file that is not there', '1.2.3.4', '/nowhere/places.mmdb'],
  ])('says nothing for %s', (_, address, file) => {
    expect(findPlace(address, 'en', file)).toBeNull();
  });
});
