import { describe, expect, it } from 'vitest';
import { findOutdated, isListed } from './equivalents';
import { findMutants } from './find-mutants';

const mutants = findMutants('a.ts', 'function f() { if (a < 1) b(); }\nfunction g() { if (c) d(); }');
const listed = {
  'a.ts': { f: { 'same: nothing is between them': ['a < 1 with <='] }, g: { 'text: a log line': ['*'] } },
};

describe('the mutants that behave as their source does', () => {
  it('are those of the list, or all of a function', () => {
    const changes = mutants.filter((mutant) => isListed(mutant, listed)).map(({ change }) => change);
    expect(changes).toEqual(['a < 1 with <=', 'c is true', 'c is false', 'without d();']);
  });

  it('are only listed while their source has them', () => {
    const old = {
      ...listed,
      'a.ts': { ...listed['a.ts'], h: { 'work: a cache': ['*'] } },
      'b.ts': { f: { x: ['*'] } },
    };
    expect(findOutdated(mutants, listed)).toEqual([]);
    expect(findOutdated(mutants, old)).toEqual(['a.ts h: *']);
  });
});
