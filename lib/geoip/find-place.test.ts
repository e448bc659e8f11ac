import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placesFile } from '#lib/testing/places-file';
import { findPlace } from './find-place';

const folder = mkdtempSync(join(tmpdir(), 'signet-places-'));
const [good, broken] = [join(folder, 'good.mmdb'), join(folder, 'broken.mmdb')];
beforeAll(() => {
  const record = { city: { names: { en: 'Munich', de: 'München' } }, country: { names: { en: 'Germany' } } };
  writeFileSync(good, placesFile(record));
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
