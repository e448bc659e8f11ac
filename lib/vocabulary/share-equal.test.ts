import { describe, expect, it } from 'vitest';
import { sharedSet, shareEqual } from './share-equal';

describe('equal values of many entries', () => {
  it('are one object, which nobody can change', () => {
    const one = shareEqual(['openid', 'profile']);
    expect(shareEqual(['openid', 'profile'])).toBe(one);
    expect(shareEqual(['openid'])).not.toBe(one);
    const nested = shareEqual({ allow: ['corp'] });
    expect(shareEqual({ allow: ['corp'] })).toBe(nested);
    expect([one, nested, Reflect.get(Object(nested), 'allow')].every(Object.isFrozen)).toBe(true);
  });

  it('stay their own if they are long, and simple values are returned', () => {
    const long = ['x'.repeat(300)];
    expect(shareEqual(long)).toBe(long);
    expect([shareEqual('a'), shareEqual(1), shareEqual(null), shareEqual(undefined)]).toEqual([
      'a',
      1,
      null,
      undefined,
    ]);
  });

  it('are forgotten after very many others', () => {
    const first = shareEqual(['first']);
    for (let index = 0; index < 2_000; index += 1) shareEqual([index]);
    expect(shareEqual(['first'])).not.toBe(first);
    expect(shareEqual(['first'])).toEqual(first);
  });

  it('have one set', () => {
    const list = ['a', 'b', 'a'];
    expect(sharedSet(list)).toEqual(new Set(['a', 'b']));
    expect(sharedSet(list)).toBe(sharedSet(list));
    expect(sharedSet(['a', 'b', 'a'])).not.toBe(sharedSet(list));
  });
});
