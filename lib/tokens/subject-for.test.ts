import { describe, expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import { subjectFor } from './subject-for';

const salt = Buffer.alloc(32, 7);
const pairwise = (...redirectUris: string[]) => testClient({ subjectType: 'pairwise', redirectUris });

describe('the subject that a client sees (OpenID Connect Core §8)', () => {
  it('is the person’s own for a public client, with a salt or without', () => {
    expect(subjectFor(testClient(), 'alice', salt)).toBe('alice');
    expect(subjectFor(testClient(), 'alice', null)).toBe('alice');
  });

  it('is different in each sector and for each person', () => {
    const seen = ['https://a.test/cb', 'https://b.test/cb'].flatMap((uri) =>
      ['alice', 'bob'].map((sub) => subjectFor(pairwise(uri), sub, salt)),
    );
    expect(new Set([...seen, 'alice', 'bob']).size).toBe(6);
    expect(subjectFor(pairwise('https://a.test/other'), 'alice', salt)).toBe(seen[0]);
  });

  it('is never created without a salt or a sector', () => {
    expect(() => subjectFor(pairwise('https://a.test/cb'), 'alice', null)).toThrow('no pairwise subject');
    expect(() => subjectFor(pairwise('https://a.test/cb', 'https://b.test/cb'), 'alice', salt)).toThrow(
      'no pairwise subject',
    );
  });
});
