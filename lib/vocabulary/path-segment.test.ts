import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathSegment, readPathSegment } from './path-segment';

describe('a name in a path', () => {
  it.each([
    ['web', 'web'],
    ['urn:example:web.1_a-b', 'urn:example:web.1_a-b'],
    ['-U3x', '-U3x'],
    ['..', '~Li4'],
    ['.', '~Lg'],
    ['a/b', '~YS9i'],
    ['~x', '~fng'],
    ['a b', '~YSBi'],
    ['100%', '~MTAwJQ'],
    ['submit', '~c3VibWl0'],
    ['web.rsc', '~d2ViLnJzYw'],
    ['https://agent.example/client.json', '~aHR0cHM6Ly9hZ2VudC5leGFtcGxlL2NsaWVudC5qc29u'],
  ])('%j is %s', (name, segment) => {
    expect(pathSegment(name)).toBe(segment);
    expect(readPathSegment(segment)).toBe(name);
  });

  it('is one segment that no browser changes, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const segment = pathSegment(name);
        expect(readPathSegment(segment)).toBe(name);
        expect(new URL(`/apps/${segment}/tab`, 'https://op.test').pathname).toBe(`/apps/${segment}/tab`);
      }),
    );
  });

  it.each([
    ['another spelling of the same bytes', '~YS9j_'],
    ['padding', '~YQ=='],
    ['what is no UTF-8', '~_w'],
    ['a broken escape', '%zz'],
    ['a segment of 5,000 characters', 'x'.repeat(5000)],
    ['none', undefined],
  ])('is null for %s', (_what, segment) => {
    expect(readPathSegment(segment)).toBeNull();
  });

  it('is accepted percent-encoded too', () => {
    expect(readPathSegment('a%2Fb')).toBe('a/b');
    expect(readPathSegment('%7EYS9i')).toBe('a/b');
  });
});
