import { describe, expect, it } from 'vitest';
import { parseReference, referenceOf, withReference } from './reference';

const key = Buffer.alloc(32, 1);

describe('a reference', () => {
  it('is the same for the same group and key, in every process', () => {
    expect(referenceOf(key, 'group')).toBe(referenceOf(Buffer.alloc(32, 1), 'group'));
    expect(referenceOf(key, 'group')).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  });

  it('differs for another group and another key, so that it tells nothing of what it stands for', () => {
    const references = [referenceOf(key, 'a'), referenceOf(key, 'b'), referenceOf(Buffer.alloc(32, 2), 'a')];
    expect(new Set(references).size).toBe(3);
  });

  it.each([
    ['as it was shown', '7K3QMXW9T0'],
    ['in small letters', '7k3qmxw9t0'],
    ['with dashes and spaces', ' 7K3Q-MX W9T0 '],
    ['with the letter O for the digit', '7K3QMXW9TO'],
  ])('is read %s', (_, typed) => {
    expect(parseReference(typed)).toBe('7K3QMXW9T0');
  });

  it('is read with I and L for 1', () => {
    expect(parseReference('IL00000000')).toBe('1100000000');
  });

  it.each(['', '7K3QMXW9T', '7K3QMXW9T00', 'UUUUUUUUUU', "7K3QMXW9T'", 'é'.repeat(10)])('is not %j', (typed) => {
    expect(parseReference(typed)).toBeNull();
  });

  it('keeps a description within the characters of RFC 6749 §5.2', () => {
    expect(withReference('The nonce is missing', '7K3QMXW9T0')).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});
