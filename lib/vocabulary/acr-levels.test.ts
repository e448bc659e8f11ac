import { expect, it } from 'vitest';
import { acrOfLevel, levelOfAcr } from './acr-levels';

const aliases = { 'urn:example:sca': 2, gold: 4 } as const;

it.each([
  ['urn:signet:acr:1', 1],
  ['urn:signet:acr:2', 2],
  ['phr', 3],
  ['phrh', 4],
  ['urn:example:sca', 2],
  ['gold', 4],
  ['PHR', null],
  ['urn:signet:acr:3', null],
  ['', null],
  ['constructor', null],
  ['__proto__', null],
])('%s stands for level %s', (name, level) => {
  expect(levelOfAcr(name, aliases)).toBe(level);
});

it('a built-in name keeps its level regardless of the aliases', () => {
  expect(levelOfAcr(acrOfLevel[3], { phr: 1 })).toBe(3);
});
