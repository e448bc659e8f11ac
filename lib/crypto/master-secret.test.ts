import { describe, expect, it } from 'vitest';
import { createMarker } from '#lib/trace/step';
import { isKeyedDigest, keyedDigest, keyId, masterSecret } from './master-secret';

const former = masterSecret('a secret of at least thirty-two bytes');
const next = 'another secret of thirty-two bytes...';
const both = masterSecret(next, former.current);
const after = masterSecret(next);

describe('what is derived from a former secret', () => {
  it.each([
    ['the secret itself', former, true],
    ['a list that has it', both, true],
    ['a list without it', after, false],
  ])('verifies under %s', (_, secret, expected) => {
    const digest = keyedDigest(former, 'idempotency', 'a request');
    expect(isKeyedDigest(secret, 'idempotency', 'a request', digest)).toBe(expected);
    expect(isKeyedDigest(secret, 'csrf', 'a request', digest)).toBe(false);
    expect(isKeyedDigest(secret, 'idempotency', 'another request', digest)).toBe(false);
  });

  it('is never created: new values come from the current secret', () => {
    expect(keyedDigest(both, 'csrf', 'x')).toBe(keyedDigest(after, 'csrf', 'x'));
    expect(keyedDigest(both, 'csrf', 'x')).not.toBe(keyedDigest(former, 'csrf', 'x'));
  });

  it('connects the steps of a trace from processes with either secret', () => {
    const marks = [masterSecret(former.current, next), both].map((secret) => createMarker(secret).all('a code'));
    expect(marks[0]?.filter((mark) => marks[1]?.includes(mark))).toHaveLength(2);
    expect(createMarker(after).all('a code')).toEqual([createMarker(both).shown('a code')]);
  });
});

it('identifies a secret by eight digits that reveal nothing of it', () => {
  expect(keyId(next)).toMatch(/^[\da-f]{8}$/);
  expect(keyId(next)).not.toBe(keyId(former.current));
});
