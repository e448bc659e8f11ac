import { describe, expect, it } from 'vitest';
import { findMutants } from './find-mutants';
import { insertMutants } from './insert-mutants';

const changesOf = (source: string) => findMutants('a.ts', source).map(({ change }) => change);

describe('findMutants', () => {
  it.each([
    ['a condition', 'if (a) throw b;', ['a is true', 'a is false']],
    ['a choice', 'c = a ? 1 : 2;', ['a is true', 'a is false']],
    ['both sides of and', 'c = a && b;', ['a is true', 'b is true']],
    ['both sides of or', 'c = a || b;', ['a is false', 'b is false']],
    [
      'a condition of two, without what its parts say',
      'if (a || b) throw c;',
      ['a || b is true', 'a is false', 'b is false'],
    ],
    ['three of a kind', 'c = a && b && d;', ['d is true', 'a is true', 'b is true']],
    ['a boundary', 'c = a < b;', ['a < b with <=']],
    ['an answer that is returned', 'const f = () => a === b;', ['a === b is true', 'a === b is false']],
    ['a call without a result', 'check(a);', ['without check(a);']],
    [
      'a condition of a query',
      'find({ where: { a: 1, ...b } });',
      ['without find({ where: { a: 1, ...b } });', 'where without a: 1', 'where without ...b'],
    ],
    [
      'a condition of a statement',
      'const a = `SELECT 1 WHERE "b" IS NULL AND c."d" > @now`;',
      ['SQL without "b" IS NULL', 'SQL without c."d" > @now'],
    ],
    [
      'a condition of a statement with parameters',
      'tx.run`UPDATE "A" SET "b" = ${now} WHERE "c" IS NULL\n  AND "d" = ${d} AND e."f" > g."h"`;',
      ['SQL without "c" IS NULL', 'SQL without "d" = ${d}', 'SQL without e."f" > g."h"'],
    ],
  ])('changes %s', (_, source, changes) => {
    expect(changesOf(source)).toEqual(changes);
  });

  it.each([
    ['a fallback', 'c = a ?? b;'],
    ['a text', 'const a = "one of us";'],
    ['a tagged template that is no statement', 'css`a WHERE "b" = 1`'],
  ])('leaves %s alone', (_, source) => {
    expect(changesOf(source)).toEqual([]);
  });

  it.each([
    ['a function', 'export async function one() { if (a) b(); }', 'one'],
    ['a constant', 'const a = 1, two = () => { if (a) throw b; };', 'two'],
    ['nothing but the module', 'if (a) throw b;', ''],
  ])('says that %s is around it', (_, source, within) => {
    expect(findMutants('a.ts', source)[0]).toMatchObject({ within });
  });

  it('refuses an unreadable source', () => {
    expect(() => findMutants('a.ts', 'if (')).toThrow('a.ts cannot be read');
  });
});

describe('insertMutants', () => {
  /** Evaluates the source with the mutant of this index. -1 is the source without a mutant. */
  function evaluate(body: string, index: number): unknown {
    const source = `(() => { ${body} })`;
    const mutants = findMutants('a.ts', source);
    const id = mutants[index]?.id;
    Reflect.set(globalThis, '__isMutant', (asked: string) => asked === id);
    try {
      return new Function(`return ${insertMutants(source, mutants)}`)()();
    } finally {
      Reflect.deleteProperty(globalThis, '__isMutant');
    }
  }

  it.each([
    ['without a mutant', -1, false],
    ['the left operand', 0, true],
    ['the right operand', 1, false],
  ])('changes nested conditions: %s', (_, index, answer) => {
    expect(evaluate('const a = 0, b = true; return a === 1 && b', index)).toBe(answer);
  });

  it('leaves out one branch without the other', () => {
    const body = 'const found = []; if (true) found.push(1); else found.push(2); return found';
    const mutants = findMutants('a.ts', `(() => { ${body} })`).map(({ change }) => change);
    expect(evaluate(body, -1)).toEqual([1]);
    expect(evaluate(body, mutants.indexOf('without found.push(1);'))).toEqual([]);
    expect(evaluate(body, mutants.indexOf('without found.push(2);'))).toEqual([1]);
  });

  it('leaves a condition of a statement with parameters out', () => {
    const body = 'const run = String.raw, a = 1; return run`SELECT 1 WHERE "b" = ${a} AND "c" IS NULL`';
    expect([-1, 0, 1].map((index) => evaluate(body, index))).toEqual([
      'SELECT 1 WHERE "b" = 1 AND "c" IS NULL',
      'SELECT 1 WHERE TRUE AND "c" IS NULL',
      'SELECT 1 WHERE "b" = 1 AND TRUE',
    ]);
  });

  it('leaves a call, a condition of a query and one of a statement out', () => {
    const source =
      'const found = []; found.push(1); const q = { where: { a: 1 } }; return [found, q, `SELECT 1 WHERE "a"`]';
    const results = [-1, 0, 1, 2].map((index) => evaluate(source, index));
    expect(results).toEqual([
      [[1], { where: { a: 1 } }, 'SELECT 1 WHERE "a"'],
      [[], { where: { a: 1 } }, 'SELECT 1 WHERE "a"'],
      [[1], { where: {} }, 'SELECT 1 WHERE "a"'],
      [[1], { where: { a: 1 } }, 'SELECT 1 WHERE TRUE'],
    ]);
  });
});
