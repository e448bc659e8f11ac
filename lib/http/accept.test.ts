import { describe, expect, it } from 'vitest';
import { names, qualityOf } from './accept';

describe('qualityOf (RFC 9110 §12.5.1)', () => {
  it.each<[string | undefined, number]>([
    [undefined, 1],
    ['', 0],
    ['application/json', 1],
    ['APPLICATION/JSON', 1],
    ['application/json; charset=utf-8', 1],
    ['application/json;q=0.5', 0.5],
    ['application/json ; Q=0.5', 0.5],
    ['application/json;q=0', 0],
    ['application/json;q=1.000', 1],
    ['application/json;q=2', 0],
    ['application/json;q=-1', 0],
    ['application/json;q=0.1234', 0],
    ['application/json;q=', 0],
    ['text/html', 0],
    ['application/*', 1],
    ['*/*;q=0.1', 0.1],
    ['*/*, application/*;q=0.4, application/json;q=0.2', 0.2],
    ['*/*, application/*;q=0.4', 0.4],
    ['text/html, application/json;q=0.9', 0.9],
  ])('of JSON in %s is %d', (accept, quality) => {
    expect(qualityOf(accept, 'application/json')).toBe(quality);
  });
});

describe('names', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['*/*', false],
    ['application/*', false],
    ['text/html, application/json;q=0.1', true],
  ])('a range does not: %s', (accept, expected) => {
    expect(names(accept, 'application/json')).toBe(expected);
  });
});
