import { describe, expect, it } from 'vitest';
import { createReference, parseReference, withReference } from './reference';

describe('a reference', () => {
  it('is random, so that two of them reveal nothing about their records', () => {
    const references = Array.from({ length: 1000 }, createReference);
    expect(new Set(references).size).toBe(1000);
    expect(references.filter((reference) => !/^[0-9A-HJKMNP-TV-Z]{10}$/.test(reference))).toEqual([]);
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

  it('limits a description to the characters of RFC 6749 §5.2', () => {
    expect(withReference('The nonce is missing', '7K3QMXW9T0')).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});
